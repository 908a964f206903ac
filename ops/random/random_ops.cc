// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers by attrs: each call of a request draws the next ones.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/random/random_shapes.h"

namespace opgraft {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// The sizes that input 0 spells, then those of input 1.
absl::Status SamplesShape(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->input(1), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status RandomRangeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 1));
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 2));
  return shape_inference::RandomShape(c);
}

constexpr char kPoissonDoc[] = R"doc(
Draws from Poisson distributions.

shape: How many are drawn of each distribution, as a shape.
rate: The distributions' means.
output: Of the sizes `shape`, then those of `rate`.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
dtype: The type of the numbers.
)doc";

}  // namespace

REGISTER_OP("RandomUniform")
    .Input("shape: T")
    .SetIsStateful()
    .Output("output: dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("dtype: {half, bfloat16, float, double}")
    .Attr("T: {int32, int64}")
    .SetShapeFn(shape_inference::RandomShape)
    .Doc(R"doc(
Draws uniform numbers from [0, 1).

shape: The sizes of the output, a vector.
output: The numbers.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
dtype: The type of the numbers.
)doc");

REGISTER_OP("RandomStandardNormal")
    .Input("shape: T")
    .SetIsStateful()
    .Output("output: dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("dtype: {half, bfloat16, float, double}")
    .Attr("T: {int32, int64}")
    .SetShapeFn(shape_inference::RandomShape)
    .Doc(R"doc(
Draws from the normal distribution of mean 0 and standard deviation 1.

shape: The sizes of the output, a vector.
output: The numbers.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
dtype: The type of the numbers.
)doc");

REGISTER_OP("TruncatedNormal")
    .Input("shape: T")
    .SetIsStateful()
    .Output("output: dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("dtype: {half, bfloat16, float, double}")
    .Attr("T: {int32, int64}")
    .SetShapeFn(shape_inference::RandomShape)
    .Doc(R"doc(
Draws from the normal distribution of mean 0 and standard deviation 1, again where a number is 2 or more from 0.

shape: The sizes of the output, a vector.
output: The numbers.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
dtype: The type of the numbers.
)doc");

REGISTER_OP("RandomUniformInt")
    .Input("shape: T")
    .Input("minval: Tout")
    .Input("maxval: Tout")
    .SetIsStateful()
    .Output("output: Tout")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("Tout: {int32, int64}")
    .Attr("T: {int32, int64}")
    .SetShapeFn(RandomRangeShape)
    .Doc(R"doc(
Draws uniform integers from [minval, maxval).

shape: The sizes of the output, a vector.
minval: The least number, a scalar.
maxval: What all numbers are below, a scalar.
output: The numbers.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
)doc");

REGISTER_OP("RandomShuffle")
    .Input("value: T")
    .SetIsStateful()
    .Output("output: T")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Shuffles a tensor along its first dimension.

value: What is shuffled.
output: Of the shape of `value`.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
)doc");

REGISTER_OP("Multinomial")
    .SetIsStateful()
    .Input("logits: T")
    .Input("num_samples: int32")
    .Output("output: output_dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("T: realnumbertype")
    .Attr("output_dtype: {int32, int64} = DT_INT64")
    .SetShapeFn(random_shapes::MultinomialShape)
    .Doc(R"doc(
Draws classes by their unnormalised log-probabilities.

logits: The log-probabilities [batch, classes].
num_samples: How many are drawn of each row, a scalar.
output: The classes [batch, num_samples].
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
output_dtype: The type of the numbers of the classes.
)doc");

REGISTER_OP("RandomGamma")
    .SetIsStateful()
    .Input("shape: S")
    .Input("alpha: T")
    .Output("output: T")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("S: {int32, int64}")
    .Attr("T: {half, float, double}")
    .SetShapeFn(SamplesShape)
    .Doc(R"doc(
Draws from gamma distributions of rate 1.

shape: How many are drawn of each distribution, as a shape.
alpha: The distributions' shape parameters.
output: Of the sizes `shape`, then those of `alpha`.
seed: With `seed2`, what the numbers are. If both are 0, a request has numbers of its own.
seed2: The other half of the seed.
)doc");

REGISTER_OP("RandomPoissonV2")
    .SetIsStateful()
    .Input("shape: S")
    .Input("rate: R")
    .Output("output: dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("S: {int32, int64}")
    .Attr("R: {half, float, double, int32, int64} = DT_DOUBLE")
    .Attr("dtype: {half, float, double, int32, int64} = DT_INT64")
    .SetShapeFn(SamplesShape)
    .Doc(kPoissonDoc);

REGISTER_OP("RandomPoisson")
    .SetIsStateful()
    .Input("shape: S")
    .Input("rate: dtype")
    .Output("output: dtype")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("S: {int32, int64}")
    .Attr("dtype: {half, float, double}")
    .SetShapeFn(SamplesShape)
    .Deprecated(25, "Replaced by RandomPoissonV2")
    .Doc(kPoissonDoc);

}  // namespace opgraft
