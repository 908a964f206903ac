// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Qr. Compiled once for each type, OPGRAFT_SCALAR.
#include "Eigen/Householder"
#include "Eigen/Jacobi"
#include "Eigen/QR"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

// Block by block, with the one function of Eigen that applies a block of reflections: its
// HouseholderSequence would be a second, and as much again for the compiler.
template <typename T>
void FactorQr(const T* matrix, int64_t m, int64_t n, int64_t inner, T* q, T* r) {
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  using RowVector = Eigen::Matrix<T, 1, Eigen::Dynamic>;
  using Block = Eigen::Block<Matrix<T>, Eigen::Dynamic, Eigen::Dynamic>;
  constexpr int64_t kBlock = 48;
  const int64_t size = m < n ? m : n;
  Matrix<T> copy = In(matrix, m, n);
  Vector coefficients(size);
  RowVector scratch(n);
  Eigen::internal::householder_qr_inplace_blocked<Matrix<T>, Vector>::run(copy, coefficients,
                                                                          kBlock, scratch.data());
  auto upper = Out(r, inner, n);
  upper.setZero();
  upper.template triangularView<Eigen::Upper>() = copy.topRows(inner);
  coefficients = coefficients.conjugate().eval();
  Matrix<T> columns = Matrix<T>::Identity(m, inner);
  for (int64_t k = (size - 1) / kBlock * kBlock; k >= 0; k -= kBlock) {
    const int64_t count = size - k < kBlock ? size - k : kBlock;
    const Block reflections(copy, k, k, m - k, count);
    Block rest(columns, k, k, m - k, inner - k);
    Eigen::internal::apply_block_householder_on_the_left(
        rest, reflections, coefficients.segment(k, count), /*forward=*/true);
  }
  Out(q, m, inner) = columns;
}

using Scalar = OPGRAFT_SCALAR;

template void FactorQr<Scalar>(const Scalar*, int64_t, int64_t, int64_t, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
