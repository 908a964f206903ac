// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/math/lowest_value.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "framework/types/visit_type.h"

namespace opgraft_internal {

void FillWithLowest(DataType dtype, void* data, int64_t n) {
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_floating_point_v<T>) {
      std::fill_n(static_cast<T*>(data), n, -std::numeric_limits<T>::infinity());
    } else if constexpr (std::is_integral_v<T>) {
      std::fill_n(static_cast<T*>(data), n, std::numeric_limits<T>::lowest());
    }
  });
}

}  // namespace opgraft_internal
