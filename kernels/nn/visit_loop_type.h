// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_VISIT_LOOP_TYPE_H_
#define KERNELS_NN_VISIT_LOOP_TYPE_H_

#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Calls fn(T{}) with float, double, or the unsigned integer as large as the elements of `type`: for
// sums, which wrap around alike whatever the sign, and for comparisons for equality.
//
// Example: VisitLoopType(type, [&](auto zero) { Add<decltype(zero)>(x, y, n); }).
template <typename Fn>
void VisitLoopType(DataType type, const Fn& fn) {
  if (type == DT_FLOAT) return fn(float{});
  if (type == DT_DOUBLE) return fn(double{});
  switch (DataTypeSize(type)) {
    case 1:
      return fn(uint8_t{});
    case 2:
      return fn(uint16_t{});
    case 4:
      return fn(uint32_t{});
    default:
      return fn(uint64_t{});
  }
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_VISIT_LOOP_TYPE_H_
