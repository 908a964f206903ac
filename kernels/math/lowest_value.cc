// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/math/lowest_value.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "framework/types/visit_type.h"

namespace opgraft_internal {

namespace {

// Fills with limit(TypeTag) of the type. REQUIRES: float, double or an integer.
template <typename Limit>
void FillWithLimit(DataType dtype, void* data, int64_t n, Limit limit) {
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_arithmetic_v<T>) std::fill_n(static_cast<T*>(data), n, limit(tag));
  });
}

}  // namespace

void FillWithLowest(DataType dtype, void* data, int64_t n) {
  FillWithLimit(dtype, data, n, [](auto tag) {
    using Limits = std::numeric_limits<typename decltype(tag)::Type>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  });
}

void FillWithHighest(DataType dtype, void* data, int64_t n) {
  FillWithLimit(dtype, data, n, [](auto tag) {
    using Limits = std::numeric_limits<typename decltype(tag)::Type>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  });
}

void FillWithOne(DataType dtype, void* data, int64_t n) {
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, complex64> ||
                  std::is_same_v<T, complex128>) {
      std::fill_n(static_cast<T*>(data), n, T(1));
    }
  });
}

}  // namespace opgraft_internal
