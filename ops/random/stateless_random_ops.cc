// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers that depend on their inputs alone.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/random/random_shapes.h"

namespace opgraft {

using shape_inference::InferenceContext;

namespace {

// Inputs: shape, seed.
absl::Status SeededShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckVector(c, 1, 2));
  return shape_inference::RandomShape(c);
}

// The same, then the ends of a range.
absl::Status SeededRangeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 2));
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 3));
  return SeededShape(c);
}

// Inputs: shape, key, counter, algorithm.
absl::Status KeyedShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckKey(c, 1));
  return shape_inference::RandomShape(c);
}

absl::Status KeyedRangeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 4));
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckScalar(c, 5));
  return KeyedShape(c);
}

// A key and a counter, then the algorithm if it is an output.
absl::Status KeyAndCounterShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckVector(c, 0, 2));
  c->set_output(0, c->Vector(1));
  c->set_output(1, c->Vector(2));
  if (c->num_outputs() > 2) c->set_output(2, c->Scalar());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("StatelessRandomUniform")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Output("output: dtype")
    .Attr("dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("T: {int32, int64} = DT_INT32")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(SeededShape)
    .Doc(R"doc(
Draws uniform numbers from [0, 1).

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomNormal")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Output("output: dtype")
    .Attr("dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("T: {int32, int64} = DT_INT32")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(SeededShape)
    .Doc(R"doc(
Draws from the normal distribution of mean 0 and standard deviation 1.

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessTruncatedNormal")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Output("output: dtype")
    .Attr("dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("T: {int32, int64} = DT_INT32")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(SeededShape)
    .Doc(R"doc(
Draws from the normal distribution of mean 0 and standard deviation 1, again where a number is 2 or more from 0.

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomUniformInt")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Input("minval: dtype")
    .Input("maxval: dtype")
    .Output("output: dtype")
    .Attr("dtype: {int32, int64}")
    .Attr("T: {int32, int64}")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(SeededRangeShape)
    .Doc(R"doc(
Draws uniform integers from [minval, maxval).

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
minval: The least number, a scalar.
maxval: What all numbers are below, a scalar.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomUniformFullInt")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Output("output: dtype")
    .Attr("dtype: {int32, int64, uint32, uint64} = DT_UINT64")
    .Attr("T: {int32, int64} = DT_INT32")
    .Attr("Tseed: {int32, int64, uint32, uint64} = DT_INT64")
    .SetShapeFn(SeededShape)
    .Doc(R"doc(
Draws uniform integers from all that the type has.

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomUniformV2")
    .Input("shape: Tshape")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Output("output: dtype")
    .Attr("dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(KeyedShape)
    .Doc(R"doc(
Draws uniform numbers from [0, 1).

shape: The sizes of the output, a vector.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomNormalV2")
    .Input("shape: Tshape")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Output("output: dtype")
    .Attr("dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(KeyedShape)
    .Doc(R"doc(
Draws from the normal distribution of mean 0 and standard deviation 1.

shape: The sizes of the output, a vector.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessTruncatedNormalV2")
    .Input("shape: Tshape")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Output("output: dtype")
    .Attr("dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(KeyedShape)
    .Doc(R"doc(
Draws from the normal distribution of mean 0 and standard deviation 1, again where a number is 2 or more from 0.

shape: The sizes of the output, a vector.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomUniformIntV2")
    .Input("shape: Tshape")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Input("minval: dtype")
    .Input("maxval: dtype")
    .Output("output: dtype")
    .Attr("dtype: {int32, int64, uint32, uint64}")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(KeyedRangeShape)
    .Doc(R"doc(
Draws uniform integers from [minval, maxval).

shape: The sizes of the output, a vector.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
minval: The least number, a scalar.
maxval: What all numbers are below, a scalar.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomUniformFullIntV2")
    .Input("shape: Tshape")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Output("output: dtype")
    .Attr("dtype: {int32, int64, uint32, uint64} = DT_UINT64")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(KeyedShape)
    .Doc(R"doc(
Draws uniform integers from all that the type has.

shape: The sizes of the output, a vector.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
output: The numbers.
dtype: The type of the numbers.
)doc");

REGISTER_OP("StatelessRandomGetKeyCounter")
    .Input("seed: Tseed")
    .Output("key: uint64")
    .Output("counter: uint64")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(KeyAndCounterShape)
    .Doc(R"doc(
Makes a generator's key and counter of two seeds.

seed: Two seeds, a vector. The same seeds give the same numbers.
key: A vector of one element.
counter: A vector of two elements.
)doc");

REGISTER_OP("StatelessRandomGetKeyCounterAlg")
    .Input("seed: Tseed")
    .Output("key: uint64")
    .Output("counter: uint64")
    .Output("alg: int32")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(KeyAndCounterShape)
    .Doc(R"doc(
Makes a generator's key and counter of two seeds, and says for which algorithm.

seed: Two seeds, a vector. The same seeds give the same numbers.
key: A vector of one element.
counter: A vector of two elements.
alg: 1, which is Philox.
)doc");

REGISTER_OP("StatelessRandomGetAlg")
    .Output("alg: int32")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
The algorithm that Opgraft draws random numbers by.

alg: 1, which is Philox.
)doc");

REGISTER_OP("StatelessMultinomial")
    .Input("logits: T")
    .Input("num_samples: int32")
    .Input("seed: Tseed")
    .Output("output: output_dtype")
    .Attr("T: realnumbertype")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .Attr("output_dtype: {int32, int64} = DT_INT64")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      OPGRAFT_RETURN_IF_ERROR(random_shapes::CheckVector(c, 2, 2));
      return random_shapes::MultinomialShape(c);
    })
    .Doc(R"doc(
Draws classes by their unnormalised log-probabilities.

logits: The log-probabilities [batch, classes].
num_samples: How many are drawn of each row, a scalar.
seed: Two seeds, a vector. The same seeds give the same numbers.
output: The classes [batch, num_samples].
output_dtype: The type of the numbers of the classes.
)doc");

REGISTER_OP("StatelessShuffle")
    .Input("value: T")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Shuffles a tensor along its first dimension.

value: What is shuffled.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
output: Of the shape of `value`.
)doc");

REGISTER_OP("StatelessRandomGammaV2")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Input("alpha: dtype")
    .Output("output: dtype")
    .Attr("dtype: {half, float, double}")
    .Attr("T: {int32, int64}")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(SeededShape)
    .Doc(R"doc(
Draws from gamma distributions of rate 1.

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
alpha: The distributions' shape parameters; their sizes are the last of the output.
output: A number of one distribution each.
)doc");

REGISTER_OP("StatelessRandomGammaV3")
    .Input("shape: shape_dtype")
    .Input("key: uint64")
    .Input("counter: uint64")
    .Input("alg: int32")
    .Input("alpha: dtype")
    .Output("output: dtype")
    .Attr("dtype: {half, float, double}")
    .Attr("shape_dtype: {int32, int64} = DT_INT32")
    .SetShapeFn(KeyedShape)
    .Doc(R"doc(
Draws from gamma distributions of rate 1.

shape: The sizes of the output, a vector.
key: The generator's key, a vector of one element.
counter: Where the generator starts, a vector of two elements.
alg: The algorithm: 1 is Philox, 3 lets Opgraft choose, which is Philox.
alpha: The distributions' shape parameters; their sizes are the last of the output.
output: A number of one distribution each.
)doc");

REGISTER_OP("StatelessRandomPoisson")
    .Input("shape: T")
    .Input("seed: Tseed")
    .Input("lam: Rtype")
    .Output("output: dtype")
    .Attr("Rtype: {half, float, double, int32, int64}")
    .Attr("dtype: {half, float, double, int32, int64}")
    .Attr("T: {int32, int64}")
    .Attr("Tseed: {int32, int64} = DT_INT64")
    .SetShapeFn(SeededShape)
    .Doc(R"doc(
Draws from Poisson distributions.

shape: The sizes of the output, a vector.
seed: Two seeds, a vector. The same seeds give the same numbers.
lam: The distributions' means; their sizes are the last of the output.
output: A number of one distribution each.
dtype: The type of the numbers.
)doc");

}  // namespace opgraft
