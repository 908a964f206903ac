// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The builds of a loop for each level of x86-64 that this machine can run.
#ifndef TESTS_KERNELS_LOOPS_LEVELS_H_
#define TESTS_KERNELS_LOOPS_LEVELS_H_

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "kernels/loops/isa_dispatch.h"

// Declares Name in every level, and NameOfLevels(args): what each level that runs here gives, the
// plainest first.
#if defined(__x86_64__)
#define OPGRAFT_LEVELS_OF(Result, Name, Params, Args)                     \
  namespace x86_64_v2 {                                                   \
  Result Name Params;                                                     \
  }                                                                       \
  namespace x86_64_v3 {                                                   \
  Result Name Params;                                                     \
  }                                                                       \
  namespace x86_64_v4 {                                                   \
  Result Name Params;                                                     \
  }                                                                       \
  inline std::vector<Result> Name##OfLevels Params {                      \
    std::vector<Result> levels = {x86_64_v2::Name Args};                  \
    if (BestIsa() >= Isa::kX86V3) levels.push_back(x86_64_v3::Name Args); \
    if (BestIsa() >= Isa::kX86V4) levels.push_back(x86_64_v4::Name Args); \
    return levels;                                                        \
  }                                                                       \
  static_assert(true, "")
#else
#define OPGRAFT_LEVELS_OF(Result, Name, Params, Args)                             \
  namespace plain {                                                               \
  Result Name Params;                                                             \
  }                                                                               \
  inline std::vector<Result> Name##OfLevels Params { return {plain::Name Args}; } \
  static_assert(true, "")
#endif

namespace opgraft_internal {

// n elements of any bits, and at the end what is special about floats.
template <typename T>
std::vector<T> AnyBits(size_t n, uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::vector<T> values(n);
  for (T& value : values) {
    const uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof(T));
  }
  if constexpr (std::numeric_limits<T>::has_infinity) {
    using Limits = std::numeric_limits<T>;
    for (T special : {T(0), -T(0), Limits::infinity(), -Limits::infinity(), Limits::denorm_min(),
                      Limits::max()}) {
      values.push_back(special);
    }
  }
  return values;
}

// Byte for byte; NaNs that differ count as equal.
template <typename T>
bool SameBits(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0 && !(a[i] != a[i] && b[i] != b[i])) return false;
  }
  return true;
}

}  // namespace opgraft_internal

#endif  // TESTS_KERNELS_LOOPS_LEVELS_H_
