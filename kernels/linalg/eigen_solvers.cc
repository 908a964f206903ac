// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues and the Schur form of any complex matrix. Compiled once for each type,
// OPGRAFT_SCALAR.
#include "Eigen/Eigenvalues"
#include "kernels/linalg/schur_solvers.h"
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

template <typename T>
bool FactorSchur(const T* matrix, int64_t n, T* triangle, T* unitary) {
  const Matrix<T> copy = Copy(matrix, n, false);
  if (!copy.allFinite()) return false;
  const Eigen::ComplexSchur<Matrix<T>> schur(copy);
  if (schur.info() != Eigen::Success) return false;
  for (int64_t i = 0; i < n; ++i) {  // quicker to compile than Eigen's assignment
    for (int64_t j = 0; j < n; ++j) {
      triangle[i * n + j] = schur.matrixT()(i, j);
      unitary[i * n + j] = schur.matrixU()(i, j);
    }
  }
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool FactorEigen<Scalar>(const Scalar*, int64_t, Scalar*, Scalar*);
template bool FactorSchur<Scalar>(const Scalar*, int64_t, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
