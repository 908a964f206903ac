// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_SELECT_LOOPS_H_
#define KERNELS_LOOPS_SELECT_LOOPS_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// out[i] = condition[i] ? then_data[i] : else_data[i]. `out` may be an operand that is a vector;
// else they do not overlap.
using SelectLoop = void (*)(const void* condition, const void* then_data, const void* else_data,
                            void* out, int64_t n);

// The loops for one element size, by which operands are vectors; a scalar operand has only its
// first element.
//
// Example: Get(true, true, false)(condition, x, &zero, out, n) keeps x where the condition holds.
struct SelectLoops {
  SelectLoop loops[2][2][2] = {};

  SelectLoop Get(bool condition_vector, bool then_vector, bool else_vector) const {
    return loops[condition_vector][then_vector][else_vector];
  }
  explicit operator bool() const { return loops[0][0][0] != nullptr; }
};

// The loops for elements of 1, 2, 4, 8 or 16 bytes, for this machine; null for other sizes.
// Thread-safe.
SelectLoops FindSelectLoops(int element_size);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_SELECT_LOOPS_H_
