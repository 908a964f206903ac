// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_MATMUL_LOOPS_H_
#define KERNELS_LOOPS_MATMUL_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// c = a * b, of m x k by k x n elements, all by rows. If transposed, b lies in memory as n x k.
// Strides are the elements from one row in memory to the next. m, n and k are above 0; c overlaps
// neither operand.
//
// Example: {a, b, c, 2, 4, 3, 3, 4, 4, false} multiplies dense matrices of 2 x 3 and 3 x 4.
struct MatMulProblem {
  const void* a;
  const void* b;
  void* c;
  int64_t m;
  int64_t n;
  int64_t k;
  int64_t a_stride;
  int64_t b_stride;
  int64_t c_stride;
  bool transpose_b;
};

// Writes c. One thread; what is added up in which order depends on the problem alone.
using MatMulLoop = void (*)(const MatMulProblem& problem);

// The loop for this machine: float, double, integers of 8 to 64 bits and complex types; null for
// others. Thread-safe.
MatMulLoop FindMatMulLoop(DataType dtype);
// The same for problems with m = 1, whose speed is that of reading b: float and double.
MatMulLoop FindRowMatMulLoop(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_MATMUL_LOOPS_H_
