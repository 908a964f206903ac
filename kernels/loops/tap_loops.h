// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_TAP_LOOPS_H_
#define KERNELS_LOOPS_TAP_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// What windows over images with channels last consist of: a tap points to the n channels of one
// pixel; all taps of a place are folded into one, channel by channel.

// out[c] = fold(start, taps[0][c], ..., taps[num_taps - 1][c]) for c in [0, n). `out` overlaps
// none.
using TapLoop = void (*)(const void* const* taps, int64_t num_taps, int64_t n, const void* start,
                         void* out);

// kMax: a tap that is not greater, NaN too, changes nothing.
enum class TapFold { kSum, kMax };

// The loops for this machine: sums of float and double, maxima of these and of integers; null for
// others. Thread-safe.
TapLoop FindTapLoop(TapFold fold, DataType dtype);

// out[c] = sum over t of taps[t][c] * weights[t][c].
using WeightedTapLoop = void (*)(const void* const* taps, const void* const* weights,
                                 int64_t num_taps, int64_t n, void* out);

// Of float and double. Thread-safe.
WeightedTapLoop FindWeightedTapLoop(DataType dtype);

// max[c] = the largest of taps[...][c], which[c] the first tap that has it. A NaN that comes first
// stays, others are passed over. num_taps > 0.
using ArgMaxTapLoop = void (*)(const void* const* taps, int64_t num_taps, int64_t n, void* max,
                               int32_t* which);

// Of float, double and integers. Thread-safe.
ArgMaxTapLoop FindArgMaxTapLoop(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_TAP_LOOPS_H_
