// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_NARROW_PRODUCTS_H_
#define KERNELS_LOOPS_NARROW_PRODUCTS_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"
#include "kernels/loops/matmul_loops.h"

// Products of floats of which one matrix is large and the other has a few rows or columns. What
// multiplies large by large first packs its operands so that they lie as the registers take them,
// which pays when a packed element is used often. Here the large matrix is read once, as it lies.
namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

// From so many elements on a matrix is large.
constexpr int64_t kLargeMatrix = 32 * 1024;

// True of problems that FewRowsProduct is faster at than one that packs. Measured: about there both
// take the same time, with AVX2 and with AVX-512.
OPGRAFT_INLINE bool HasFewRows(const MatMulProblem& problem) {
  constexpr int64_t kMostRows = 8, kMostRowsOfDots = 16;
  return problem.m <= (problem.transpose_b ? kMostRowsOfDots : kMostRows) &&
         problem.n * problem.k >= kLargeMatrix;
}
// A MatMulLoop for problems of at most 16 rows.
void FewRowsProduct(const MatMulProblem& problem);

// The same of columns, of which a convolution of a tiny image has a few.
OPGRAFT_INLINE bool HasFewColumns(const MatMulProblem& problem) {
  constexpr int64_t kMostColumns = 8;
  return problem.n > 1 && problem.n <= kMostColumns && !problem.transpose_b &&
         problem.m * problem.k >= kLargeMatrix;
}
// A MatMulLoop for problems of at most 8 columns, b not transposed.
void FewColumnsProduct(const MatMulProblem& problem);

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_NARROW_PRODUCTS_H_
