// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Arrays of tensors: their older versions, and their gradients.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// {container, name}.
absl::Status NamedArrayShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  c->set_output(0, c->Vector(2));
  return absl::OkStatus();
}

// A handle of the same kind; elements are as the array's, unless something stands before their
// shapes.
absl::Status GradShape(InferenceContext* c) {
  const bool is_named = c->num_outputs() == 1;
  c->set_output(0, is_named ? c->Vector(2) : c->Scalar());
  if (is_named) return absl::OkStatus();
  const auto* known = c->input_handle_shapes_and_types(0);
  if (known != nullptr && c->num_inputs() == 2) c->set_output_handle_shapes_and_types(0, *known);
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("TensorArrayV2")
    .Input("size: int32")
    .Output("handle: string")
    .Attr("dtype: type")
    .Attr("element_shape: shape = {unknown_rank: true}")
    .Attr("dynamic_size: bool = false")
    .Attr("clear_after_read: bool = true")
    .Attr("tensor_array_name: string = ''")
    .SetIsStateful()
    .Deprecated(26, "Use TensorArrayV3")
    .SetShapeFn(NamedArrayShape)
    .Doc(R"doc(
Makes an array of tensors, which lives as long as the run. TensorArrayV3 replaces it.

size: Its number of elements.
handle: The array.
dtype: Of its elements.
element_shape: What elements may look like.
dynamic_size: Does it grow when it is written behind its end?
clear_after_read: Is an element gone when it was read?
tensor_array_name: Not used.
)doc");

REGISTER_OP("TensorArray")
    .Input("size: int32")
    .Output("handle: Ref(string)")
    .Attr("dtype: type")
    .Attr("dynamic_size: bool = false")
    .Attr("clear_after_read: bool = true")
    .Attr("tensor_array_name: string = ''")
    .Attr("element_shape: shape = {unknown_rank: true}")
    .SetIsStateful()
    .Deprecated(16, "Use TensorArrayV3")
    .SetShapeFn(NamedArrayShape)
    .Doc(R"doc(
Makes an array of tensors, which lives as long as the run. TensorArrayV3 replaces it.

size: Its number of elements.
handle: The array.
dtype: Of its elements.
element_shape: What elements may look like.
dynamic_size: Does it grow when it is written behind its end?
clear_after_read: Is an element gone when it was read?
tensor_array_name: Not used.
)doc");

REGISTER_OP("TensorArrayGradV3")
    .Input("handle: resource")
    .Input("flow_in: float")
    .Output("grad_handle: resource")
    .Output("flow_out: float")
    .Attr("source: string")
    .SetIsStateful()
    .SetShapeFn(GradShape)
    .Doc(R"doc(
The gradient of an array: another of the same size, in which what is written to one index is added up.

handle: The array. It grows no more.
flow_in: What has to happen before.
grad_handle: Its gradient.
flow_out: The same number, afterwards.
source: The same source gives the same gradient.
)doc");

REGISTER_OP("TensorArrayGradWithShape")
    .Input("handle: resource")
    .Input("flow_in: float")
    .Input("shape_to_prepend: int32")
    .Output("grad_handle: resource")
    .Output("flow_out: float")
    .Attr("source: string")
    .SetIsStateful()
    .SetShapeFn(GradShape)
    .Doc(R"doc(
The gradient of an array: another of the same size, in which what is written to one index is added up.

handle: The array. It grows no more.
flow_in: What has to happen before.
shape_to_prepend: What the shapes of its elements begin with, before those of the array's.
grad_handle: Its gradient.
flow_out: The same number, afterwards.
source: The same source gives the same gradient.
)doc");

REGISTER_OP("TensorArrayGradV2")
    .Input("handle: string")
    .Input("flow_in: float")
    .Output("grad_handle: string")
    .Attr("source: string")
    .SetIsStateful()
    .Deprecated(26, "Use TensorArrayGradV3")
    .SetShapeFn(GradShape)
    .Doc(R"doc(
The gradient of an array: another of the same size, in which what is written to one index is added up.

handle: The array. It grows no more.
flow_in: What has to happen before.
grad_handle: Its gradient.
source: The same source gives the same gradient.
)doc");

REGISTER_OP("TensorArrayGrad")
    .Input("handle: string")
    .Input("flow_in: float")
    .Output("grad_handle: Ref(string)")
    .Attr("source: string")
    .SetIsStateful()
    .Deprecated(16, "Use TensorArrayGradV3")
    .SetShapeFn(GradShape)
    .Doc(R"doc(
The gradient of an array: another of the same size, in which what is written to one index is added up.

handle: The array. It grows no more.
flow_in: What has to happen before.
grad_handle: Its gradient.
source: The same source gives the same gradient.
)doc");

REGISTER_OP("TensorArrayPack")
    .Input("handle: Ref(string)")
    .Input("flow_in: float")
    .Output("value: dtype")
    .Attr("dtype: type")
    .Attr("element_shape: shape = {unknown_rank: true}")
    .Deprecated(16, "Use TensorArrayGatherV3 with RangeOp")
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(R"doc(
All elements of an array as the rows of one tensor. TensorArrayGatherV3 replaces it.

handle: The array.
flow_in: What has to happen before.
value: Row i is element i.
element_shape: What elements look like.
dtype: The type of the elements.
)doc");

REGISTER_OP("TensorArrayUnpack")
    .Input("handle: Ref(string)")
    .Input("value: T")
    .Input("flow_in: float")
    .Output("flow_out: float")
    .Attr("T: type")
    .Deprecated(20, "Use TensorArrayScatterV3 with RangeOp")
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(R"doc(
Puts the rows of a tensor into an array. TensorArrayScatterV3 replaces it.

handle: The array.
value: Row i becomes element i.
flow_in: What has to happen before.
flow_out: The same number, afterwards.
)doc");

}  // namespace opgraft
