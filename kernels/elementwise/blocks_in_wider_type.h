// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_BLOCKS_IN_WIDER_TYPE_H_
#define KERNELS_ELEMENTWISE_BLOCKS_IN_WIDER_TYPE_H_

#include <algorithm>
#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/data_type_info.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {

// The elements of one or two operands of one type, block by block in the type that computes them:
// half goes through float. A value; thread-safe.
//
// Example: a softmax of half widens 256 elements at a time into a buffer on the stack, calls the
// loop of float on them, and rounds what it gives back to half.
class BlocksInWiderType {
 public:
  explicit BlocksInWiderType(DataType type)
      : casts_(ComputeTypeOf(type) != type),
        widen_(type, ComputeTypeOf(type)),
        narrow_(ComputeTypeOf(type), type),
        size_(DataTypeSize(type)) {}

  // Calls loop(x, y, out, n) for blocks of [begin, end); y may be null. `out` may be an operand.
  //
  // Types that are computed as they are get one call for the whole range.
  template <typename Loop>
  void Run(const void* x, const void* y, void* out, int64_t begin, int64_t end,
           const Loop& loop) const {
    if (!casts_) return loop(At(x, begin), At(y, begin), At(out, begin), end - begin);
    float wide_x[kBlock], wide_y[kBlock];
    for (int64_t i = begin; i < end; i += kBlock) {
      const int64_t n = std::min(kBlock, end - i);
      widen_.Run(At(x, i), wide_x, n);
      if (y != nullptr) widen_.Run(At(y, i), wide_y, n);
      loop(wide_x, wide_y, wide_x, n);
      narrow_.Run(wide_x, At(out, i), n);
    }
  }

 private:
  static constexpr int64_t kBlock = 256;

  // Element `i` of what `data` points to; null stays null.
  const void* At(const void* data, int64_t i) const {
    return data == nullptr ? nullptr : static_cast<const char*>(data) + i * size_;
  }
  void* At(void* data, int64_t i) const { return static_cast<char*>(data) + i * size_; }

  bool casts_;
  CastFunction widen_;
  CastFunction narrow_;
  int64_t size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_BLOCKS_IN_WIDER_TYPE_H_
