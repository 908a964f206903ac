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

REGISTER_OP("TensorArrayWriteV3")
    .Input("handle: resource")
    .Input("index: int32")
    .Input("value: T")
    .Input("flow_in: float")
    .Output("flow_out: float")
    .Attr("T: type")
    .SetIsStateful()
    .SetShapeFn(WriteShape)
    .Doc(R"doc(
Puts a tensor into an array.

handle: The array.
index: The place, from 0, where nothing was written.
value: The tensor.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc");

REGISTER_OP("TensorArrayReadV3")
    .Input("handle: resource")
    .Input("index: int32")
    .Input("flow_in: float")
    .Output("value: dtype")
    .Attr("dtype: type")
    .SetIsStateful()
    .SetShapeFn(ReadShape)
    .Doc(R"doc(
An element of an array.

handle: The array.
index: Its place, from 0.
flow_in: What has to happen before.
value: The element; zeros where nothing was written and the array knows the shape.
dtype: The type of the elements.
)doc");

REGISTER_OP("TensorArrayGatherV3")
    .Input("handle: resource")
    .Input("indices: int32")
    .Input("flow_in: float")
    .Output("value: dtype")
    .Attr("dtype: type")
    .Attr("element_shape: shape = {unknown_rank: true}")
    .SetIsStateful()
    .SetShapeFn(GatherShape)
    .Doc(R"doc(
Some elements of an array as the rows of one tensor.

handle: The array.
indices: Places in it, from 0.
flow_in: What has to happen before.
value: Row i is the element at indices[i].
element_shape: What elements look like.
dtype: The type of the elements.
)doc");

REGISTER_OP("TensorArrayScatterV3")
    .Input("handle: resource")
    .Input("indices: int32")
    .Input("value: T")
    .Input("flow_in: float")
    .Output("flow_out: float")
    .Attr("T: type")
    .SetIsStateful()
    .SetShapeFn(ScatterShape)
    .Doc(R"doc(
Puts the rows of a tensor into an array.

handle: The array.
indices: Row i becomes the element at indices[i].
value: The rows.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc");

REGISTER_OP("TensorArrayConcatV3")
    .Input("handle: resource")
    .Input("flow_in: float")
    .Output("value: dtype")
    .Output("lengths: int64")
    .Attr("dtype: type")
    .Attr("element_shape_except0: shape = {unknown_rank: true}")
    .SetIsStateful()
    .SetShapeFn(ConcatShape)
    .Doc(R"doc(
The elements of an array joined along their first dimension.

handle: The array.
flow_in: What has to happen before.
value: The rows of all.
lengths: How many rows each has.
element_shape_except0: What elements look like, but for that dimension.
dtype: The type of the elements.
)doc");

REGISTER_OP("TensorArraySplitV3")
    .Input("handle: resource")
    .Input("value: T")
    .Input("lengths: int64")
    .Input("flow_in: float")
    .Output("flow_out: float")
    .Attr("T: type")
    .SetIsStateful()
    .SetShapeFn(SplitShape)
    .Doc(R"doc(
Puts runs of a tensor's rows into an array.

handle: The array.
value: The rows.
lengths: How many each element has; together all of them.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc");

REGISTER_OP("TensorArraySizeV3")
    .Input("handle: resource")
    .Input("flow_in: float")
    .Output("size: int32")
    .SetIsStateful()
    .SetShapeFn(SizeShape)
    .Doc(R"doc(
The number of an array's elements.

handle: The array.
flow_in: What has to happen before.
size: How many, those too that nobody has written.
)doc");

REGISTER_OP("TensorArrayCloseV3")
    .Input("handle: resource")
    .SetIsStateful()
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Ends an array before its run ends.

handle: The array.
)doc");

}  // namespace opgraft
