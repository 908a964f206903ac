// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where tensors come from.
#include <cstdint>

#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ConstShape(InferenceContext* c) {
  const TensorProto* value = nullptr;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value", &value));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeProto(value->tensor_shape(), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// Up to version 21 the shape [] meant that nothing was said.
absl::Status PlaceholderShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
  if (c->graph_def_version() <= 21 && shape.dims() == 0) return shape_inference::UnknownShape(c);
  return shape_inference::ExplicitShape(c);
}

// The shape attr may be less precise than the default, and then what is fed may be as well.
absl::Status PlaceholderWithDefaultShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::ExplicitShape(c));
  ShapeHandle unused;
  return c->Merge(c->input(0), c->output(0), &unused);
}

absl::Status FillShape(InferenceContext* c) {
  ShapeHandle unused, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  const Tensor* dims = c->input_tensor(0);
  for (int64_t i = 0; dims != nullptr && i < dims->NumElements(); ++i) {
    if (IndexAt(*dims, i) < 0) return absl::InvalidArgumentError("Fill dimensions must be >= 0");
  }
  c->set_output(0, out);
  if (const auto* handles = c->input_handle_shapes_and_types(1))
    c->set_output_handle_shapes_and_types(0, *handles);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Const")
    .Output("output: dtype")
    .Attr("value: tensor")
    .Attr("dtype: type")
    .SetRole(OpRole::kConstant)
    .SetShapeFn(ConstShape)
    .Doc(R"doc(
A constant.

output: The value.
value: What it is.
dtype: The type of `value`.
)doc");

REGISTER_OP("Placeholder")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetRole(OpRole::kPlaceholder)
    .SetShapeFn(PlaceholderShape)
    .Doc(R"doc(
An input of the graph, to be fed in each run.

output: What was fed.
dtype: Of what is fed.
shape: What is fed must fit it.
)doc");

REGISTER_OP("PlaceholderV2")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("shape: shape")
    .SetRole(OpRole::kPlaceholder)
    .SetShapeFn(shape_inference::ExplicitShape)
    .Deprecated(23, "Placeholder now behaves the same as PlaceholderV2.")
    .Doc(R"doc(
An input of the graph, to be fed in each run.

output: What was fed.
dtype: Of what is fed.
shape: What is fed must fit it.
)doc");

REGISTER_OP("PlaceholderWithDefault")
    .Input("input: dtype")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("shape: shape")
    .SetRole(OpRole::kPlaceholderWithDefault)
    .SetShapeFn(PlaceholderWithDefaultShape)
    .Doc(R"doc(
An input of the graph that a run may feed; otherwise it is `input`.

input: The value if none is fed.
output: What was fed, or `input`.
shape: What is fed must fit it, and so must `input`.
)doc");

REGISTER_OP("Fill")
    .Input("dims: index_type")
    .Input("value: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("index_type: {int32, int64} = DT_INT32")
    .SetShapeFn(FillShape)
    .Doc(R"doc(
A tensor filled with one value.

dims: The shape, a vector.
value: What each element is, a scalar.
output: Of shape `dims`.
)doc");

}  // namespace opgraft
