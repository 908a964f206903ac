// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Normal numbers within bounds, and random orders that are not made.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/random/random_shapes.h"

namespace opgraft {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// A shape, then four parameters, scalars or vectors.
absl::Status ParameterizedShape(InferenceContext* c) {
  for (int i = 1; i < 5; ++i) {
    ShapeHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &unused));
  }
  return shape_inference::RandomShape(c);
}

// A shape and two seeds, then parameters.
absl::Status SeededParametersShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckVector(c, 1, 2));
  return shape_inference::RandomShape(c);
}

// An integer, three seeds and the greatest integer, or vectors of them.
absl::Status IndexShuffleShape(InferenceContext* c) {
  ShapeHandle index, seed, most;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 1, &index));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(1), 2, &seed));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(2), 1, &most));
  const bool is_known = c->RankKnown(index) && c->RankKnown(seed) && c->RankKnown(most);
  if (!is_known) {
    c->set_output(0, c->UnknownShape());
  } else if (c->Rank(index) == 0 && c->Rank(seed) == 1 && c->Rank(most) == 0) {
    c->set_output(0, c->Scalar());
  } else {
    c->set_output(0, c->Vector(c->UnknownDim()));
  }
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("ParameterizedTruncatedNormal")
    .SetIsStateful()
    .Input("shape: T")
    .Input("means: dtype")
    .Input("stdevs: dtype")
    .Input("minvals: dtype")
    .Input("maxvals: dtype")
    .Output("output: dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("dtype: {half, bfloat16, float, double}")
    .Attr("T: {int32, int64}")
    .SetShapeFn(ParameterizedShape)
    .Doc(R"doc(
Normal numbers within bounds. Each parameter is one for all, or one for each element of the first dimension.

shape: The sizes of the output, a vector.
means: The means before the numbers are cut off.
stdevs: The standard deviations before that.
minvals: The least numbers.
maxvals: The greatest; one of the two may be infinite.
output: The numbers.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessParameterizedTruncatedNormal")
    .Input("shape: S")
    .Input("seed: Tseed")
    .Input("means: dtype")
    .Input("stddevs: dtype")
    .Input("minvals: dtype")
    .Input("maxvals: dtype")
    .Output("output: dtype")
    .Attr("S: {int32, int64}")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .Attr("dtype: {half, float, double}")
    .SetShapeFn(SeededParametersShape)
    .Doc(R"doc(
Normal numbers within bounds, of distributions whose parameters broadcast.

shape: The sizes of the output, a vector; the last ones are those of the parameters together.
seed: Two seeds, a vector. The same seeds give the same numbers.
means: The means before the numbers are cut off.
stddevs: The standard deviations before that.
minvals: The least numbers.
maxvals: The greatest; one of the two may be infinite.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("RandomIndexShuffle")
    .Input("index: dtype")
    .Input("seed: Tseed")
    .Input("max_index: dtype")
    .Output("output: dtype")
    .Attr("rounds: int = 4")
    .Attr("dtype: {int32, uint32, int64, uint64}")
    .Attr("Tseed: {int32, uint32, int64, uint64}")
    .SetShapeFn(IndexShuffleShape)
    .Doc(R"doc(
The positions of integers in a random permutation of [0, max_index], which is not made.

index: An integer of that range, or a vector.
seed: Three seeds, a vector, or a matrix with a row for each integer. The same seeds give the same order.
max_index: The greatest integer, or a vector.
output: Its place; a scalar if all inputs are of one order.
rounds: How well the order is shuffled: an even number, 4 or more.
dtype: The type of the integers.
)doc");

}  // namespace opgraft
