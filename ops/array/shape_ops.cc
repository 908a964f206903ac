// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a shape says, as a tensor.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;

// Output i is as long as input i has dimensions.
absl::Status ShapeNShape(InferenceContext* c) {
  for (int i = 0; i < c->num_inputs(); ++i) c->set_output(i, c->Vector(c->Rank(c->input(i))));
  return absl::OkStatus();
}

// Output i holds the sizes of input i.
void ShapeValue(ValueContext* c) {
  for (int i = 0; i < c->num_outputs(); ++i) {
    const PartialTensorShape& shape = c->input_shape(i);
    if (!shape.unknown_rank()) c->set_output(i, {shape.ranges().begin(), shape.ranges().end()});
  }
}

void SizeValue(ValueContext* c) { c->set_output(0, {DimRange(c->input_shape(0).num_elements())}); }

void RankValue(ValueContext* c) {
  if (!c->input_shape(0).unknown_rank()) c->set_output(0, {DimRange(c->input_shape(0).dims())});
}

}  // namespace

REGISTER_OP("Shape")
    .Input("input: T")
    .Output("output: out_type")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(ShapeNShape)
    .SetValueFn(ShapeValue)
    .Doc(R"doc(
The sizes of the dimensions.

input: Any tensor.
output: A vector with a size for each dimension.
out_type: Of the sizes.
)doc");

REGISTER_OP("ShapeN")
    .Input("input: N * T")
    .Output("output: N * out_type")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(ShapeNShape)
    .SetValueFn(ShapeValue)
    .Doc(R"doc(
The sizes of the dimensions of several tensors.

input: Any tensors.
output: A vector with the sizes for each of them.
out_type: Of the sizes.
)doc");

REGISTER_OP("Size")
    .Input("input: T")
    .Output("output: out_type")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(shape_inference::ScalarShape)
    .SetValueFn(SizeValue)
    .Doc(R"doc(
The number of elements.

input: Any tensor.
output: A scalar.
out_type: Of the number.
)doc");

REGISTER_OP("Rank")
    .Input("input: T")
    .Output("output: int32")
    .Attr("T: type")
    .SetShapeFn(shape_inference::ScalarShape)
    .SetValueFn(RankValue)
    .Doc(R"doc(
The number of dimensions.

input: Any tensor.
output: A scalar.
)doc");

}  // namespace opgraft
