// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_OVERFLOW_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_OVERFLOW_H_

#include <cstdint>
#include <limits>

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// The product and the sum of numbers that are not negative; negative if it does not fit, or if a
// number is.
inline int64_t MultiplyWithoutOverflow(int64_t x, int64_t y) {
  int64_t product = 0;
  return x < 0 || y < 0 || __builtin_mul_overflow(x, y, &product) ? -1 : product;
}
inline int64_t AddWithoutOverflow(int64_t x, int64_t y) {
  int64_t sum = 0;
  return x < 0 || y < 0 || __builtin_add_overflow(x, y, &sum) ? -1 : sum;
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_OVERFLOW_H_
