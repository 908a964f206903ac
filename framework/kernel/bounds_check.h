// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Checks of an index with one comparison, as TensorFlow's.
#ifndef FRAMEWORK_KERNEL_BOUNDS_CHECK_H_
#define FRAMEWORK_KERNEL_BOUNDS_CHECK_H_

#include <cstdint>
#include <type_traits>

#include "absl/base/optimization.h"

namespace opgraft {

// True if 0 <= index < limit, in one comparison: a negative index is a large unsigned number.
// REQUIRES: limit >= 0. TensorFlow's name.
//
// Example: `OP_REQUIRES(context, FastBoundsCheck(i, n), errors::InvalidArgument("bad index"));`
template <typename I, typename L>
inline bool FastBoundsCheck(I index, L limit) {
  static_assert(std::is_integral<I>::value && std::is_integral<L>::value,
                "FastBoundsCheck compares integers");
  using Wide = std::make_unsigned_t<std::common_type_t<I, L>>;
  return ABSL_PREDICT_TRUE(static_cast<Wide>(index) < static_cast<Wide>(limit));
}

namespace internal {

// A copy of `x` that the compiler reads exactly once: for an input that another thread might change
// between check and use. TensorFlow's name; its kernels copy indices so.
//
// Example: `const int64_t i = internal::SubtleMustCopy(indices(n));`
template <typename T>
inline T SubtleMustCopy(const T& x) {
  static_assert(std::is_integral<T>::value, "SubtleMustCopy copies integers");
  return *static_cast<const volatile T*>(&x);
}

}  // namespace internal
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_BOUNDS_CHECK_H_
