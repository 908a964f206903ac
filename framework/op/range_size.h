// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_RANGE_SIZE_H_
#define FRAMEWORK_OP_RANGE_SIZE_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How many of start, start + delta, start + 2 * delta, ... come before `limit`: for the shape
// function of Range and its kernel. INVALID_ARGUMENT, in TensorFlow's words, for a delta of 0 or
// one that leads away from the limit, and for more than int64 can count. Thread-safe.
//
// Example: from 0 to 7 by 3 there are 3: 0, 3 and 6. From 7 to 0 by -3 as well: 7, 4 and 1. From 3
// to 3 there are none.
template <typename T>
absl::Status RangeSize(T start, T limit, T delta, int64_t* size) {
  const T zero = T(0);
  if (delta == zero) return absl::InvalidArgumentError("Requires delta != 0");
  // Whether the numbers rise.
  const bool up = delta > zero;
  if (up ? start > limit : start < limit) {
    return absl::InvalidArgumentError(absl::StrCat("Requires start ",
                                                   up ? "<=" : ">=", " limit when delta ",
                                                   up ? ">" : "<", " 0: ", +start, "/", +limit));
  }
  bool fits = false;
  if constexpr (std::is_integral_v<T>) {
    // As unsigned, so that no difference overflows.
    const uint64_t from = static_cast<uint64_t>(start), to = static_cast<uint64_t>(limit);
    const uint64_t way = up ? to - from : from - to;
    const uint64_t step = up ? static_cast<uint64_t>(delta) : -static_cast<uint64_t>(delta);
    const uint64_t count = way / step + (way % step != 0 ? 1 : 0);
    fits = count <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    if (fits) *size = static_cast<int64_t>(count);
  } else {
    // In T first, as TensorFlow computes it.
    const double count = static_cast<double>(std::ceil(std::abs((limit - start) / delta)));
    fits = count < 0x1p63;  // false for NaN
    if (fits) *size = static_cast<int64_t>(count);
  }
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Requires ((limit - start) / delta) <= ", std::numeric_limits<int64_t>::max()));
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_RANGE_SIZE_H_
