// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/random/random_shapes.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Inputs from `parameters` on are counts and probabilities; input `shape` spells the output.
absl::Status BinomialShape(InferenceContext* c, int shape, int parameters) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(BroadcastBinaryOpOutputShapeFnHelper(
      c, c->input(parameters), c->input(parameters + 1), /*incompatible_shape_error=*/true, &out));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(shape, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status SeededBinomialShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckVector(c, 1, 2));
  return BinomialShape(c, 0, 2);
}

absl::Status GeneratorBinomialShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 1));
  return BinomialShape(c, 2, 3);
}

}  // namespace

REGISTER_OP("StatelessRandomBinomial")
    .Input("shape: S")
    .Input("seed: Tseed")
    .Input("counts: T")
    .Input("probs: T")
    .Output("output: dtype")
    .Attr("S: {int32, int64}")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .Attr("T: {half, float, double, int32, int64} = DT_DOUBLE")
    .Attr("dtype: {half, float, double, int32, int64} = DT_INT64")
    .SetShapeFn(SeededBinomialShape)
    .Doc(R"doc(
Draws from binomial distributions: how many of several tries succeed.

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
counts: How often it is tried; broadcast with `probs` their sizes are the last of the output.
probs: How likely a success is.
output: A number of one distribution each.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatefulRandomBinomial")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("shape: S")
    .Input("counts: T")
    .Input("probs: T")
    .Output("output: dtype")
    .Attr("S: {int32, int64}")
    .Attr("T: {half, float, double, int32, int64} = DT_DOUBLE")
    .Attr("dtype: {half, float, double, int32, int64} = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(GeneratorBinomialShape)
    .Doc(R"doc(
Draws from binomial distributions: how many of several tries succeed.

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  12800 for each number, and 38400 more for each distribution.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
shape: The sizes of the output, a vector of int32 or int64.
counts: How often it is tried; broadcast with `probs` their sizes are the last of the output.
probs: How likely a success is.
output: A number of one distribution each.
dtype: The type of the numbers.
)doc");

}  // namespace opgraft
