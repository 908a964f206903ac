// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_MATH_LOOP_TYPE_H_
#define KERNELS_MATH_LOOP_TYPE_H_

#include "framework/types/data_type_info.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The type whose loops compare, sum and multiply elements of `dtype`. There are loops of numbers
// only, so that bool is taken for uint8: false is 0 and true is 1. Other types are as ComputeTypeOf
// says.
//
// Example: LoopTypeOf(DT_HALF) is DT_FLOAT, LoopTypeOf(DT_BOOL) is DT_UINT8.
constexpr DataType LoopTypeOf(DataType dtype) {
  return dtype == DT_BOOL ? DT_UINT8 : ComputeTypeOf(dtype);
}

}  // namespace opgraft_internal

#endif  // KERNELS_MATH_LOOP_TYPE_H_
