// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_REDUCE_LOOPS_H_
#define KERNELS_LOOPS_REDUCE_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// kSumOfSquares is of absolute values.
enum class Reduction { kSum, kSumOfSquares, kProduct, kMax, kMin };

// The most columns that ReduceLoops::columns takes at once.
constexpr int64_t kMaxReduceColumns = 256;

// How elements of one type are reduced. Accumulators are of another type where that keeps more:
// sums of float are kept in double, of integers in (u)int64. The order of additions and products
// depends on the sizes alone.
struct ReduceLoops {
  // *accumulator joins in[0], ..., in[n - 1].
  void (*run)(const void* in, int64_t n, void* accumulator) = nullptr;
  // accumulators[c] joins in[r * stride + c] for each of the rows, for c in [0, columns).
  void (*columns)(const void* in, int64_t rows, int64_t stride, int64_t columns,
                  void* accumulators) = nullptr;
  DataType accumulator = DT_INVALID;
};

// The loops for float, double and integers, for this machine; kSumOfSquares, whose accumulators are
// then double, and kProduct also for complex numbers. Null for other types. Thread-safe.
ReduceLoops FindReduceLoops(Reduction reduction, DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_REDUCE_LOOPS_H_
