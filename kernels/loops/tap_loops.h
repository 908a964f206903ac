// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_TAP_LOOPS_H_
#define KERNELS_LOOPS_TAP_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// What windows over images consist of: a tap points to n elements, the channels of one pixel or
// what the tap sees at places side by side; all taps are folded into one, element by element.

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

// The same with one weight for each tap: out[c] = sum over t of taps[t][c] * weights[t].
using ScaledTapLoop = void (*)(const void* const* taps, const void* weights, int64_t num_taps,
                               int64_t n, void* out);

// Of float and double. Thread-safe.
ScaledTapLoop FindScaledTapLoop(DataType dtype);

// max[c] = the largest of taps[...][c], which[c] the first tap that has it. A NaN that comes first
// stays, others are passed over. num_taps > 0.
using ArgMaxTapLoop = void (*)(const void* const* taps, int64_t num_taps, int64_t n, void* max,
                               int32_t* which);

// Of float, double and integers. Thread-safe.
ArgMaxTapLoop FindArgMaxTapLoop(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_TAP_LOOPS_H_
