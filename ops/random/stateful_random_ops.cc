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

REGISTER_OP("StatefulUniform")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("shape: shape_dtype")
    .Output("output: dtype")
    .Attr("dtype: type = DT_FLOAT")
    .Attr("shape_dtype: type = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(GeneratorShape)
    .Doc(R"doc(
Uniform numbers in [0, 1).

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
shape: The sizes of the output, a vector of int32 or int64.
output: The numbers.
dtype: The type of the numbers: half, bfloat16, float or double.
shape_dtype: int32 or int64.
)doc");

REGISTER_OP("StatefulStandardNormalV2")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("shape: shape_dtype")
    .Output("output: dtype")
    .Attr("dtype: type = DT_FLOAT")
    .Attr("shape_dtype: type = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(GeneratorShape)
    .Doc(R"doc(
Normal numbers of mean 0 and deviation 1.

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
shape: The sizes of the output, a vector of int32 or int64.
output: The numbers.
dtype: The type of the numbers: half, bfloat16, float or double.
shape_dtype: int32 or int64.
)doc");

REGISTER_OP("StatefulTruncatedNormal")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("shape: shape_dtype")
    .Output("output: dtype")
    .Attr("dtype: type = DT_FLOAT")
    .Attr("shape_dtype: type = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(GeneratorShape)
    .Doc(R"doc(
Normal numbers of mean 0 and deviation 1; those beyond 2 deviations are drawn anew.

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
shape: The sizes of the output, a vector of int32 or int64.
output: The numbers.
dtype: The type of the numbers: half, bfloat16, float or double.
shape_dtype: int32 or int64.
)doc");

REGISTER_OP("StatefulUniformFullInt")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("shape: shape_dtype")
    .Output("output: dtype")
    .Attr("dtype: type = DT_UINT64")
    .Attr("shape_dtype: type = DT_INT64")
    .SetIsStateful()
    .SetShapeFn(GeneratorShape)
    .Doc(R"doc(
Uniform integers, of all that the type has.

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
shape: The sizes of the output, a vector of int32 or int64.
output: The numbers.
dtype: The type of the numbers: int32, int64, uint32 or uint64.
shape_dtype: int32 or int64.
)doc");

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
    .Doc(R"doc(
Uniform integers in [minval, maxval).

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
shape: The sizes of the output, a vector of int32 or int64.
minval: The least number.
maxval: The numbers are less than this. More than minval.
output: The numbers.
dtype: The type of the numbers: int32 or int64.
shape_dtype: int32 or int64.
)doc");

REGISTER_OP("RngSkip")
    .Input("resource: resource")
    .Input("algorithm: int64")
    .Input("delta: int64")
    .SetIsStateful()
    .SetShapeFn(SkipShape)
    .Doc(R"doc(
Moves a generator on, as if it had given numbers.

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
delta: How many numbers.
)doc");

REGISTER_OP("RngReadAndSkip")
    .Input("resource: resource")
    .Input("alg: int32")
    .Input("delta: uint64")
    .Output("value: int64")
    .SetIsStateful()
    .SetShapeFn(SkipShape)
    .Doc(R"doc(
Moves a generator on, as if it had given numbers, and tells where it was: numbers that are drawn from there without the
variable are nobody else's.

resource: The generator's state, a variable of int64: two elements are the counter, the third is the key. It goes on by
  256 for each number.
alg: 1 is Philox, 3 lets Opgraft choose, which is Philox.
delta: How many numbers.
value: The state before: the counter and the key.
)doc");

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
