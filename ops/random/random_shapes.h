// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of the shape functions of random ops.
#ifndef OPS_RANDOM_RANDOM_SHAPES_H_
#define OPS_RANDOM_RANDOM_SHAPES_H_

#include "framework/op/common_shape_fns.h"

namespace opgraft {
namespace random_shapes {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Input `input` is a vector of `size` elements.
inline absl::Status CheckVector(InferenceContext* c, int input, int64_t size) {
  ShapeHandle vector;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(input), 1, &vector));
  DimensionHandle unused;
  return c->WithValue(c->Dim(vector, 0), size, &unused);
}

// Input `input` is a scalar.
inline absl::Status CheckScalar(InferenceContext* c, int input) {
  ShapeHandle unused;
  return c->WithRank(c->input(input), 0, &unused);
}

// Inputs from `first` on are a key, a counter and the number of an algorithm.
inline absl::Status CheckKey(InferenceContext* c, int first) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(CheckVector(c, first, 1));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(first + 1), 1, &unused));
  return CheckScalar(c, first + 2);
}

// Logits [batch, classes] and a number of samples.
//
// Example: [8, 10] and 3 give [8, 3].
inline absl::Status MultinomialShape(InferenceContext* c) {
  ShapeHandle logits;
  DimensionHandle samples;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &logits));
  OPGRAFT_RETURN_IF_ERROR(CheckScalar(c, 1));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &samples));
  c->set_output(0, c->Matrix(c->Dim(logits, 0), samples));
  return absl::OkStatus();
}

}  // namespace random_shapes
}  // namespace opgraft

#endif  // OPS_RANDOM_RANDOM_SHAPES_H_
