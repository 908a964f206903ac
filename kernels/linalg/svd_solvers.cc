// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Svd: Jacobi rotations of the triangle of a QR decomposition. Compiled once for each type,
// OPGRAFT_SCALAR.
#include "Eigen/SVD"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

// The triangle of a QR decomposition has the singular values and right vectors of its matrix; of a
// matrix that is wider than high, the adjoint is decomposed.
template <typename T>
bool FactorSvd(const T* matrix, int64_t m, int64_t n, bool full, T* values, T* u, T* v) {
  if (!In(matrix, m, n).allFinite()) return false;
  const bool wide = m < n;
  const int64_t inner = wide ? m : n, outer = wide ? n : m, columns = full ? outer : inner;
  Rows<T> tall = In(matrix, m, n);
  if (wide) tall = tall.adjoint().eval();
  Rows<T> q(outer, columns), r(columns, inner);
  FactorQr(tall.data(), outer, inner, columns, q.data(), r.data());
  const Matrix<T> triangle = r.topRows(inner);
  const Eigen::JacobiSVD<Matrix<T>, Eigen::NoQRPreconditioner> svd(
      triangle, u != nullptr ? Eigen::ComputeFullU | Eigen::ComputeFullV : 0);
  Out(values, inner, 1) = svd.singularValues().template cast<T>();
  if (u == nullptr) return true;
  auto left = Out(wide ? v : u, outer, columns);
  left.leftCols(inner).noalias() = q.leftCols(inner) * svd.matrixU();
  left.rightCols(columns - inner) = q.rightCols(columns - inner);
  Out(wide ? u : v, inner, inner) = svd.matrixV();
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool FactorSvd<Scalar>(const Scalar*, int64_t, int64_t, bool, Scalar*, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
