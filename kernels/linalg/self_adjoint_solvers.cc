// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues of symmetric and Hermitian matrices. Compiled once for each type, OPGRAFT_SCALAR.
#include "Eigen/Eigenvalues"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

template <typename T>
bool FactorSelfAdjoint(const T* matrix, int64_t n, T* values, T* vectors) {
  const Matrix<T> copy = Copy(matrix, n, false);
  const Eigen::SelfAdjointEigenSolver<Matrix<T>> solver(
      copy, vectors != nullptr ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) return false;
  Out(values, n, 1) = solver.eigenvalues().template cast<T>();
  if (vectors != nullptr) Out(vectors, n, n) = solver.eigenvectors();
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool FactorSelfAdjoint<Scalar>(const Scalar*, int64_t, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
