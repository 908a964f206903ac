// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_CAST_LOOPS_H_
#define KERNELS_LOOPS_CAST_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// out[i] = in[i] as another type, for i in [0, n). `out` and `in` do not overlap.
using CastLoop = void (*)(const void* in, void* out, int64_t n);

// The loop for this machine; null if there is none. There are those among float, double, bool and
// the integers of 8 to 64 bits, and those between float and half or bfloat16, and between complex
// types and their real ones. Thread-safe.
//
// The bits are the same on every machine: to the nearest, ties to even; a float's fraction is cut
// off; integers wrap round; what does not fit into int32 (for smaller integers too) or int64 (for
// uint32 too) becomes the smallest of these, as NaN does; what is not 0 is true; a complex number
// loses its imaginary part.
CastLoop FindCastLoop(DataType from, DataType to);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_CAST_LOOPS_H_
