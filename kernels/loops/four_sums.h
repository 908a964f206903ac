// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sums over the lanes of four registers at a time, which cost as much as the sums of one.
#ifndef KERNELS_LOOPS_FOUR_SUMS_H_
#define KERNELS_LOOPS_FOUR_SUMS_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

typedef float Four __attribute__((vector_size(16)));

// {x[0] + x[1], x[2] + x[3], y[0] + y[1], y[2] + y[3]}.
OPGRAFT_INLINE Four AddNeighbours(Four x, Four y) {
  return __builtin_shufflevector(x, y, 0, 2, 4, 6) + __builtin_shufflevector(x, y, 1, 3, 5, 7);
}

// The sums of a, b, c and d.
OPGRAFT_INLINE Four SumsOf(Four a, Four b, Four c, Four d) {
  return AddNeighbours(AddNeighbours(a, b), AddNeighbours(c, d));
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_FOUR_SUMS_H_
