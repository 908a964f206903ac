// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_RANDOM_TENSOR_H_
#define TESTS_REFERENCE_RANDOM_TENSOR_H_

#include "framework/tensor/tensor.h"
#include "framework/types/partial_tensor_shape.h"
#include "tests/reference/choices.h"

namespace opgraft {

// A tensor of small values, told by one choice: numbers from -4 to 4, rarely an infinity or a NaN;
// texts of which most are numbers.
Tensor RandomTensor(DataType dtype, const TensorShape& shape, Choices* choices);

// A shape that fits: unknown dimensions become 1 or 3, rarely 0 or 2; an unknown rank becomes one
// of few shapes.
TensorShape RandomShape(const PartialTensorShape& shape, Choices* choices);

}  // namespace opgraft

#endif  // TESTS_REFERENCE_RANDOM_TENSOR_H_
