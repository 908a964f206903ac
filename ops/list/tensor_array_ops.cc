// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status NewArrayShape(InferenceContext* c) {
  ShapeHandle unused, element;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  DataType dtype;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("dtype", &dtype));
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("element_shape", &shape));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &element));
  bool is_one_shape = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("identical_element_shapes", &is_one_shape));
  if (is_one_shape || c->FullyDefined(element))
    c->set_output_handle_shapes_and_types(0, {{element, dtype}});
  c->set_output(0, c->Scalar());
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}

// Output 0 is the flow.
absl::Status FlowOut(InferenceContext* c) {
  c->set_output(0, c->input(c->num_inputs() - 1));
  return absl::OkStatus();
}

absl::Status WriteShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  return FlowOut(c);
}

absl::Status ScatterShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(2), 1, &unused));
  return FlowOut(c);
}

absl::Status SplitShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &unused));
  return FlowOut(c);
}

absl::Status ReadShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  const auto* known = c->input_handle_shapes_and_types(0);
  const bool is_known = known != nullptr && !known->empty();
  c->set_output(0, is_known ? (*known)[0].shape : c->UnknownShape());
  return absl::OkStatus();
}

// As many elements as input 1 has indices.
absl::Status GatherShape(InferenceContext* c) {
  ShapeHandle indices, element, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &indices));
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("element_shape", &shape));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &element));
  const auto* known = c->input_handle_shapes_and_types(0);
  if (known != nullptr && !known->empty())
    OPGRAFT_RETURN_IF_ERROR(c->Merge((*known)[0].shape, element, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(indices, element, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status ConcatShape(InferenceContext* c) {
  ShapeHandle rows, out;
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("element_shape_except0", &shape));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(c->UnknownDim()), rows, &out));
  c->set_output(0, out);
  c->set_output(1, c->Vector(c->UnknownDim()));
  return absl::OkStatus();
}

absl::Status SizeShape(InferenceContext* c) { return shape_inference::ScalarShape(c); }

constexpr char kWriteDoc[] = R"doc(
Puts a tensor into an array.

handle: The array.
index: The place, from 0, where nothing was written.
value: The tensor.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc";

constexpr char kReadDoc[] = R"doc(
An element of an array.

handle: The array.
index: Its place, from 0.
flow_in: What has to happen before.
value: The element; zeros where nothing was written and the array knows the shape.
dtype: The type of the elements.
)doc";

constexpr char kGatherDoc[] = R"doc(
Some elements of an array as the rows of one tensor.

handle: The array.
indices: Places in it, from 0.
flow_in: What has to happen before.
value: Row i is the element at indices[i].
element_shape: What elements look like.
dtype: The type of the elements.
)doc";

constexpr char kScatterDoc[] = R"doc(
Puts the rows of a tensor into an array.

handle: The array.
indices: Row i becomes the element at indices[i].
value: The rows.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc";

constexpr char kConcatDoc[] = R"doc(
The elements of an array joined along their first dimension.

handle: The array.
flow_in: What has to happen before.
value: The rows of all.
lengths: How many rows each has.
element_shape_except0: What elements look like, but for that dimension.
dtype: The type of the elements.
)doc";

constexpr char kSplitDoc[] = R"doc(
Puts runs of a tensor's rows into an array.

handle: The array.
value: The rows.
lengths: How many each element has; together all of them.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc";

constexpr char kSizeDoc[] = R"doc(
The number of an array's elements.

handle: The array.
flow_in: What has to happen before.
size: How many, those too that nobody has written.
)doc";

constexpr char kCloseDoc[] = R"doc(
Ends an array before its run ends.

handle: The array.
)doc";

}  // namespace

REGISTER_OP("TensorArrayV3")
    .Input("size: int32")
    .Output("handle: resource")
    .Output("flow: float")
    .Attr("dtype: type")
    .Attr("element_shape: shape = {unknown_rank: true}")
    .Attr("dynamic_size: bool = false")
    .Attr("clear_after_read: bool = true")
    .Attr("identical_element_shapes: bool = false")
    .Attr("tensor_array_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(NewArrayShape)
    .Doc(R"doc(
Makes an array of tensors, which lives as long as the run.

size: Its number of elements.
handle: The array.
flow: A number that each op on the array passes on, so that they run in order.
dtype: Of its elements.
element_shape: What elements may look like.
dynamic_size: Does it grow when it is written behind its end?
clear_after_read: Is an element gone when it was read?
identical_element_shapes: Do all look like the first that is written?
tensor_array_name: Not used.
)doc");

#define OPGRAFT_ARRAY_OP(op, handle, ...) \
  REGISTER_OP(op)                         \
      .Input("handle: " handle)           \
      .Input("index: int32")              \
      .Input("value: T")                  \
      .Input("flow_in: float")            \
      .Output("flow_out: float")          \
      .Attr("T: type")                    \
      .SetShapeFn(WriteShape) __VA_ARGS__.Doc(kWriteDoc)
OPGRAFT_ARRAY_OP("TensorArrayWrite", "Ref(string)", .Deprecated(16, "Use TensorArrayWriteV3"));
OPGRAFT_ARRAY_OP("TensorArrayWriteV2", "string", .Deprecated(26, "Use TensorArrayWriteV3"));
OPGRAFT_ARRAY_OP("TensorArrayWriteV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...) \
  REGISTER_OP(op)                         \
      .Input("handle: " handle)           \
      .Input("index: int32")              \
      .Input("flow_in: float")            \
      .Output("value: dtype")             \
      .Attr("dtype: type")                \
      .SetShapeFn(ReadShape) __VA_ARGS__.Doc(kReadDoc)
OPGRAFT_ARRAY_OP("TensorArrayRead", "Ref(string)", .Deprecated(16, "Use TensorArrayReadV3"));
OPGRAFT_ARRAY_OP("TensorArrayReadV2", "string", .Deprecated(26, "Use TensorArrayReadV3"));
OPGRAFT_ARRAY_OP("TensorArrayReadV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...)                  \
  REGISTER_OP(op)                                          \
      .Input("handle: " handle)                            \
      .Input("indices: int32")                             \
      .Input("flow_in: float")                             \
      .Output("value: dtype")                              \
      .Attr("dtype: type")                                 \
      .Attr("element_shape: shape = {unknown_rank: true}") \
      .SetShapeFn(GatherShape) __VA_ARGS__.Doc(kGatherDoc)
OPGRAFT_ARRAY_OP("TensorArrayGather", "Ref(string)", .Deprecated(16, "Use TensorArrayGatherV3"));
OPGRAFT_ARRAY_OP("TensorArrayGatherV2", "string", .Deprecated(26, "Use TensorArrayGatherV3"));
OPGRAFT_ARRAY_OP("TensorArrayGatherV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...) \
  REGISTER_OP(op)                         \
      .Input("handle: " handle)           \
      .Input("indices: int32")            \
      .Input("value: T")                  \
      .Input("flow_in: float")            \
      .Output("flow_out: float")          \
      .Attr("T: type")                    \
      .SetShapeFn(ScatterShape) __VA_ARGS__.Doc(kScatterDoc)
OPGRAFT_ARRAY_OP("TensorArrayScatter", "Ref(string)", .Deprecated(19, "Use TensorArrayGradV3"));
OPGRAFT_ARRAY_OP("TensorArrayScatterV2", "string", .Deprecated(26, "Use TensorArrayScatterV3"));
OPGRAFT_ARRAY_OP("TensorArrayScatterV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...)                          \
  REGISTER_OP(op)                                                  \
      .Input("handle: " handle)                                    \
      .Input("flow_in: float")                                     \
      .Output("value: dtype")                                      \
      .Output("lengths: int64")                                    \
      .Attr("dtype: type")                                         \
      .Attr("element_shape_except0: shape = {unknown_rank: true}") \
      .SetShapeFn(ConcatShape) __VA_ARGS__.Doc(kConcatDoc)
OPGRAFT_ARRAY_OP("TensorArrayConcat", "Ref(string)", .Deprecated(16, "Use TensorArrayGradV3"));
OPGRAFT_ARRAY_OP("TensorArrayConcatV2", "string", );
OPGRAFT_ARRAY_OP("TensorArrayConcatV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...) \
  REGISTER_OP(op)                         \
      .Input("handle: " handle)           \
      .Input("value: T")                  \
      .Input("lengths: int64")            \
      .Input("flow_in: float")            \
      .Output("flow_out: float")          \
      .Attr("T: type")                    \
      .SetShapeFn(SplitShape) __VA_ARGS__.Doc(kSplitDoc)
OPGRAFT_ARRAY_OP("TensorArraySplit", "Ref(string)", .Deprecated(16, "Use TensorArraySplitV3"));
OPGRAFT_ARRAY_OP("TensorArraySplitV2", "string", .Deprecated(26, "Use TensorArraySplitV3"));
OPGRAFT_ARRAY_OP("TensorArraySplitV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...) \
  REGISTER_OP(op)                         \
      .Input("handle: " handle)           \
      .Input("flow_in: float")            \
      .Output("size: int32")              \
      .SetShapeFn(SizeShape) __VA_ARGS__.Doc(kSizeDoc)
OPGRAFT_ARRAY_OP("TensorArraySize", "Ref(string)", .Deprecated(16, "Use TensorArraySizeV3"));
OPGRAFT_ARRAY_OP("TensorArraySizeV2", "string", .Deprecated(26, "Use TensorArraySizeV3"));
OPGRAFT_ARRAY_OP("TensorArraySizeV3", "resource", );
#undef OPGRAFT_ARRAY_OP

#define OPGRAFT_ARRAY_OP(op, handle, ...) \
  REGISTER_OP(op)                         \
      .Input("handle: " handle)           \
      .SetShapeFn(shape_inference::NoOutputs) __VA_ARGS__.Doc(kCloseDoc)
OPGRAFT_ARRAY_OP("TensorArrayClose", "Ref(string)", .Deprecated(16, "Use TensorArrayCloseV3"));
OPGRAFT_ARRAY_OP("TensorArrayCloseV2", "string", .Deprecated(26, "Use TensorArrayCloseV3"));
OPGRAFT_ARRAY_OP("TensorArrayCloseV3", "resource", );
#undef OPGRAFT_ARRAY_OP

}  // namespace opgraft
