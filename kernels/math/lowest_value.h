// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_MATH_LOWEST_VALUE_H_
#define KERNELS_MATH_LOWEST_VALUE_H_

#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Fills n elements with the value that is less than or equal to all others: minus infinity, or the
// smallest integer. REQUIRES: float, double, or an integer of 8 to 64 bits.
void FillWithLowest(DataType dtype, void* data, int64_t n);
// The same with the value that is greater than or equal to all others.
void FillWithHighest(DataType dtype, void* data, int64_t n);
// The same with 1. REQUIRES: one of these, or a complex type.
void FillWithOne(DataType dtype, void* data, int64_t n);

}  // namespace opgraft_internal

#endif  // KERNELS_MATH_LOWEST_VALUE_H_
