// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_SMALL_TYPE_CASTS_H_
#define KERNELS_ELEMENTWISE_SMALL_TYPE_CASTS_H_

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/cast_loops.h"

namespace opgraft_internal {

// Between float and the floats of 4 and 8 bits, and from (u)int8 to the integers of 2 and 4 bits
// (which lie in memory as (u)int8 do). Null for other pairs.
loops::CastLoop FindSmallTypeCast(DataType from, DataType to);

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_SMALL_TYPE_CASTS_H_
