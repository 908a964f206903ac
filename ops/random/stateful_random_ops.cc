// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers of generators whose state is a variable: tf.random.Generator. And those of the
// machine.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/random/random_shapes.h"

namespace opgraft {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// Inputs: resource, algorithm, shape.
absl::Status GeneratorShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 1));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// The same, then the ends of a range.
absl::Status GeneratorRangeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 3));
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 4));
  return GeneratorShape(c);
}

// Inputs: resource, algorithm, delta.
absl::Status SkipShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 1));
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 2));
  if (c->num_outputs() > 0) c->set_output(0, c->Vector(3));
  return absl::OkStatus();
}

}  // namespace

#define GENERATOR_DOC                                                                        \
  "resource: The generator's state, a variable of int64: two elements are the counter, the " \
  "third is the key. It goes on by\n"                                                        \
  "  256 for each number.\n"
#define ALGORITHM_DOC "algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.\n"
#define SHAPE_DOC "shape: The sizes of the output, a vector of int32 or int64.\n"
#define FLOATS_DOC                                                     \
  "output: The numbers.\n"                                             \
  "dtype: The type of the numbers: half, bfloat16, float or double.\n" \
  "shape_dtype: int32 or int64.\n"

// Ops that draw as many numbers as a shape has.
#define DRAW(builder, dtype)                \
  builder.Input("resource: resource")       \
      .Input("algorithm: int64")            \
      .Input("shape: shape_dtype")          \
      .Output("output: dtype")              \
      .Attr("dtype: type = " dtype)         \
      .Attr("shape_dtype: type = DT_INT64") \
      .SetIsStateful()                      \
      .SetShapeFn(GeneratorShape)

DRAW(REGISTER_OP("StatefulUniform"), "DT_FLOAT")
    .Doc("Uniform numbers in [0, 1).\n\n" GENERATOR_DOC ALGORITHM_DOC SHAPE_DOC FLOATS_DOC);

DRAW(REGISTER_OP("StatefulStandardNormalV2"), "DT_FLOAT")
    .Doc("Normal numbers of mean 0 and deviation 1.\n\n" GENERATOR_DOC ALGORITHM_DOC SHAPE_DOC
             FLOATS_DOC);

DRAW(REGISTER_OP("StatefulTruncatedNormal"), "DT_FLOAT")
    .Doc(
        "Normal numbers of mean 0 and deviation 1; those beyond 2 deviations are drawn "
        "anew.\n\n" GENERATOR_DOC ALGORITHM_DOC SHAPE_DOC FLOATS_DOC);

DRAW(REGISTER_OP("StatefulUniformFullInt"), "DT_UINT64")
    .Doc("Uniform integers, of all that the type has.\n\n" GENERATOR_DOC ALGORITHM_DOC SHAPE_DOC
         "output: The numbers.\n"
         "dtype: The type of the numbers: int32, int64, uint32 or uint64.\n"
         "shape_dtype: int32 or int64.\n");

#undef DRAW

REGISTER_OP("StatefulUniformInt")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("shape: shape_dtype")
    .Input("minval: dtype")
    .Input("maxval: dtype")
    .Output("output: dtype")
    .Attr("dtype: type = DT_INT64")
    .Attr("shape_dtype: type = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(GeneratorRangeShape)
    .Doc("Uniform integers in [minval, maxval).\n\n" GENERATOR_DOC ALGORITHM_DOC SHAPE_DOC
         "minval: The least number.\n"
         "maxval: The numbers are less than this. More than minval.\n"
         "output: The numbers.\n"
         "dtype: The type of the numbers: int32 or int64.\n"
         "shape_dtype: int32 or int64.\n");

REGISTER_OP("RngSkip")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("delta: int64")
    .SetIsStateful()
    .SetShapeFn(SkipShape)
    .Doc("Moves a generator on, as if it had given numbers.\n\n" GENERATOR_DOC ALGORITHM_DOC
         "delta: How many numbers.\n");

REGISTER_OP("RngReadAndSkip")
    .Input("resource: resource")
    .Input("alg: int32")
    .Input("delta: uint64")
    .Output("value: int64")
    .SetIsStateful()
    .SetShapeFn(SkipShape)
    .Doc(
        "Moves a generator on, as if it had given numbers, and tells where it was: numbers that "
        "are drawn from there without the\n"
        "variable are used by no other op.\n\n" GENERATOR_DOC
        "alg: 1 is Philox, 3 lets Opgraft choose, which is Philox.\n"
        "delta: How many numbers.\n"
        "value: The state before: the counter and the key.\n");

REGISTER_OP("NonDeterministicInts")
    .Input("shape: shape_dtype")
    .Output("output: dtype")
    .Attr("dtype: type = DT_INT64")
    .Attr("shape_dtype: type = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::RandomShape)
    .Doc(R"doc(
Integers of the machine's own source of randomness, other ones in each run: seeds.

shape: The sizes of the output, a vector of int32 or int64.
output: The numbers, of all that the type has.
dtype: The type of the numbers: int32, int64, uint32 or uint64.
shape_dtype: int32 or int64.
)doc");

}  // namespace opgraft
