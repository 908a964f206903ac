// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_BITS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_BITS_H_

#include <cstdint>

#include "absl/numeric/bits.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// floor(log2(n)), -1 for 0; ceil(log2(n)).
inline int Log2Floor(uint32_t n) { return static_cast<int>(absl::bit_width(n)) - 1; }
inline int Log2Floor64(uint64_t n) { return static_cast<int>(absl::bit_width(n)) - 1; }
inline int Log2Ceiling(uint32_t n) { return Log2Floor(n) + ((n & (n - 1)) != 0 ? 1 : 0); }
inline int Log2Ceiling64(uint64_t n) { return Log2Floor64(n) + ((n & (n - 1)) != 0 ? 1 : 0); }
inline uint32_t NextPowerOfTwo(uint32_t n) { return absl::bit_ceil(n); }
inline uint64_t NextPowerOfTwo64(uint64_t n) { return absl::bit_ceil(n); }

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_BITS_H_
