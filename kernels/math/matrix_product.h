// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_MATH_MATRIX_PRODUCT_H_
#define KERNELS_MATH_MATRIX_PRODUCT_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/elementwise/odometer.h"
#include "kernels/loops/matmul_loops.h"

namespace opgraft_internal {

// Dimensions along which products are repeated: how often, and how many elements further a, b and c
// of the next product lie. A step of 0 uses a matrix again.
using ProductBatch = absl::Span<const OdometerDim<3>>;

// c = a * b of matrices whose rows follow each other in memory, for each position of `batch`. If
// transposed, a lies in memory as k x m, b as n x k.
//
// Example: m = 2, n = 4 and k = 3 multiply [2, 3] by [3, 4]; with transpose_b b lies as [4, 3]. A
// batch of {5, {6, 0, 8}} does this for 5 matrices a that follow each other, with one b.
struct DenseProduct {
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  bool transpose_a = false;
  bool transpose_b = false;
  ProductBatch batch;
  // How many matrices follow each other at `a`.
  int64_t a_matrices = 1;
};

// The product of matrices of these shapes, each of which may be transposed; whether they fit each
// other is not looked at, and the matrices are null.
DenseProduct ProductOfShapes(const TensorShape& a, const TensorShape& b, bool transpose_a,
                             bool transpose_b);

// Products of matrices of one type, one or many, on the threads of a run. Work is cut by the sizes
// alone: what is added up in which order does not depend on the threads. A value; thread-safe.
class MatrixProduct {
 public:
  // REQUIRES: float, double, an integer or a complex type.
  explicit MatrixProduct(DataType dtype);

  // `first` is the product at the batch's first position; all m, n and k are above 0.
  void Run(OpKernelContext* context, const loops::MatMulProblem& first, ProductBatch batch) const;
  // The same of dense matrices; RESOURCE_EXHAUSTED if a transposed `a` cannot be turned.
  absl::Status RunDense(OpKernelContext* context, const DenseProduct& product) const;

 private:
  void RunRows(OpKernelContext* context, const loops::MatMulProblem& first,
               ProductBatch batch) const;
  void RunInBlocks(OpKernelContext* context, const loops::MatMulProblem& first,
                   ProductBatch batch) const;
  absl::Status RunTurned(OpKernelContext* context, const DenseProduct& product,
                         loops::MatMulProblem problem) const;
  loops::MatMulProblem At(const loops::MatMulProblem& first, const Odometer<3>& position) const;
  loops::MatMulProblem Columns(const loops::MatMulProblem& whole, int64_t begin,
                               int64_t count) const;
  loops::MatMulProblem Rows(const loops::MatMulProblem& whole, int64_t begin, int64_t count) const;

  DataType dtype_;
  loops::MatMulLoop product_;
  // Null where it would not be faster than `product_`.
  loops::MatMulLoop row_product_;
  int64_t size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_MATH_MATRIX_PRODUCT_H_
