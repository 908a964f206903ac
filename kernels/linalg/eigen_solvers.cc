// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues of any complex matrix. Compiled once for each type, OPGRAFT_SCALAR.
#include "Eigen/Eigenvalues"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

template <typename T>
bool FactorEigen(const T* matrix, int64_t n, T* values, T* vectors) {
  const Matrix<T> copy = Copy(matrix, n, false);
  if (!copy.allFinite()) return false;
  const Eigen::ComplexEigenSolver<Matrix<T>> solver(copy, vectors != nullptr);
  if (solver.info() != Eigen::Success) return false;
  Out(values, n, 1) = solver.eigenvalues();
  if (vectors != nullptr) Out(vectors, n, n) = solver.eigenvectors();
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool FactorEigen<Scalar>(const Scalar*, int64_t, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
