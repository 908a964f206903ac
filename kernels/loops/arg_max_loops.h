// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_ARG_MAX_LOOPS_H_
#define KERNELS_LOOPS_ARG_MAX_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// Where the largest element of a type is, or the smallest: then "larger" means smaller. NaN is
// larger than nothing; of equal ones the first counts.
struct ArgMaxLoops {
  // If some element is larger than *best, returns the index of the first of the largest and puts it
  // into *best; else -1.
  int64_t (*run)(const void* in, int64_t n, void* best) = nullptr;
  // Where in[c] is larger than best[c]: best[c] = in[c], indices[c] = row.
  void (*row)(const void* in, int64_t row, int64_t columns, void* best, int64_t* indices) = nullptr;
};

// The loops for float, double and integers, for this machine; null for other types. Thread-safe.
ArgMaxLoops FindArgMaxLoops(DataType dtype);
ArgMaxLoops FindArgMinLoops(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_ARG_MAX_LOOPS_H_
