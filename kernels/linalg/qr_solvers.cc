// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Qr. Compiled once for each type, OPGRAFT_SCALAR.
#include "kernels/linalg/reflections.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {
namespace {

// The triangle, and below it the reflections that make it. As Eigen's own loop, which cannot be
// stopped.
template <typename T>
void ReflectInPlace(Matrix<T>* matrix, Vector<T>* coefficients) {
  const Eigen::Index rows = matrix->rows(), cols = matrix->cols(), size = coefficients->size();
  Eigen::Matrix<T, 1, Eigen::Dynamic> scratch(cols);
  for (Eigen::Index k = 0; k < size && !IsStopped(); k += kReflectedBlock) {
    const Eigen::Index count = size - k < kReflectedBlock ? size - k : kReflectedBlock;
    const Eigen::Index rest = cols - k - count;
    Block<T> block(*matrix, k, k, rows - k, count);
    auto part = coefficients->segment(k, count);
    Eigen::internal::householder_qr_inplace_unblocked(block, part, scratch.data());
    if (rest == 0) continue;
    Block<T> right(*matrix, k, k + count, rows - k, rest);
    Eigen::internal::apply_block_householder_on_the_left(right, block, part, /*forward=*/false);
  }
}

}  // namespace

template <typename T>
void FactorQr(const T* matrix, int64_t m, int64_t n, int64_t inner, T* q, T* r) {
  Matrix<T> copy = In(matrix, m, n);
  Vector<T> coefficients = Vector<T>::Zero(m < n ? m : n);
  ReflectInPlace(&copy, &coefficients);
  auto upper = Out(r, inner, n);
  upper.setZero();
  upper.template triangularView<Eigen::Upper>() = copy.topRows(inner);
  Out(q, m, inner) = ProductOfReflections(copy, coefficients, /*shift=*/0, inner);
}

using Scalar = OPGRAFT_SCALAR;

template void FactorQr<Scalar>(const Scalar*, int64_t, int64_t, int64_t, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
