// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_MATH_MATH_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_MATH_MATH_UTIL_H_

#include <cstdint>
#include <type_traits>

#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

class MathUtil {
 public:
  // The ratio of integers, rounded up, or down. REQUIRES: denominator is not 0.
  template <typename Integer>
  static Integer CeilOfRatio(Integer numerator, Integer denominator) {
    const Integer rounded = static_cast<Integer>(numerator / denominator);
    const bool up = numerator % denominator != 0 && (numerator > 0) == (denominator > 0);
    return up ? static_cast<Integer>(rounded + 1) : rounded;
  }
  template <typename Integer>
  static Integer FloorOfRatio(Integer numerator, Integer denominator) {
    const Integer rounded = static_cast<Integer>(numerator / denominator);
    const bool down = numerator % denominator != 0 && (numerator > 0) != (denominator > 0);
    return down ? static_cast<Integer>(rounded - 1) : rounded;
  }
  template <typename Unsigned>
  static Unsigned GCD(Unsigned x, Unsigned y) {
    while (y != 0) {
      const Unsigned r = x % y;
      x = y;
      y = r;
    }
    return x;
  }
  // base to a power that is not negative.
  template <typename T>
  static T IPow(T base, int exponent) {
    T result(1);
    for (; exponent > 0; exponent >>= 1, base *= base) {
      if (exponent & 1) result *= base;
    }
    return result;
  }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_MATH_MATH_UTIL_H_
