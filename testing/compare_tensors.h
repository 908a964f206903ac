// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_COMPARE_TENSORS_H_
#define TESTING_COMPARE_TENSORS_H_

#include <string>

#include "framework/tensor/tensor.h"

namespace opgraft {

// How far a floating-point or complex element may be from what is expected: atol + rtol *
// |expected|, each part of a complex number by itself.
struct Tolerance {
  double rtol = 0;
  double atol = 0;
};

// "" if the tensors agree, else a sentence about the first difference. Type and shape must be the
// same, and so must elements of types without a tolerance; NaN equals NaN. Resources and variants
// cannot be compared, which counts as a difference.
std::string CompareTensors(const Tensor& got, const Tensor& expected,
                           const Tolerance& tolerance = {});

// Five epsilons of the type, relative and absolute: what TensorFlow's tests take for close. Exact
// for types that are not floating-point.
Tolerance DefaultTolerance(DataType dtype);

}  // namespace opgraft

#endif  // TESTING_COMPARE_TENSORS_H_
