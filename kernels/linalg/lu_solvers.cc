// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What LU with row exchanges solves. Compiled once for each type, OPGRAFT_SCALAR.
#include <cmath>

#include "Eigen/LU"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {
namespace {

template <typename T>
using Lu = Eigen::PartialPivLU<Eigen::Ref<Matrix<T>>>;

// NaNs make a matrix singular too.
template <typename T>
bool IsInvertible(const Lu<T>& lu) {
  return lu.matrixLU().diagonal().cwiseAbs().minCoeff() > 0;
}

}  // namespace

template <typename T>
bool Solve(const T* matrix, const T* rhs, int64_t n, int64_t k, bool adjoint, T* solution) {
  Matrix<T> copy = Copy(matrix, n, adjoint);
  const Lu<T> lu(copy);
  if (!IsInvertible<T>(lu)) return false;
  Matrix<T> x = lu.permutationP() * In(rhs, n, k);
  copy.template triangularView<Eigen::UnitLower>().solveInPlace(x);
  copy.template triangularView<Eigen::Upper>().solveInPlace(x);
  Out(solution, n, k) = x;
  return true;
}

template <typename T>
bool Invert(const T* matrix, int64_t n, bool adjoint, T* inverse) {
  const Rows<T> identity = Rows<T>::Identity(n, n);
  return Solve(matrix, identity.data(), n, n, adjoint, inverse);
}

template <typename T>
void LogDeterminant(const T* matrix, int64_t n, T* sign, Real<T>* log_abs) {
  Matrix<T> copy = Copy(matrix, n, false);
  const Lu<T> lu(copy);
  *sign = static_cast<T>(static_cast<Real<T>>(lu.permutationP().determinant()));
  *log_abs = 0;
  for (int64_t i = 0; i < n; ++i) {
    const Real<T> size = std::abs(copy(i, i));
    *log_abs += std::log(size);
    *sign *= size == 0 ? T(0) : copy(i, i) / size;
  }
}

template <typename T>
bool FactorLu(const T* matrix, int64_t n, T* factors, int64_t* order) {
  Matrix<T> copy = Copy(matrix, n, false);
  const Lu<T> lu(copy);
  if (!IsInvertible<T>(lu)) return false;
  Out(factors, n, n) = copy;
  for (int64_t i = 0; i < n; ++i) order[lu.permutationP().indices()(i)] = i;
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool Invert<Scalar>(const Scalar*, int64_t, bool, Scalar*);
template bool Solve<Scalar>(const Scalar*, const Scalar*, int64_t, int64_t, bool, Scalar*);
template void LogDeterminant<Scalar>(const Scalar*, int64_t, Scalar*, Real<Scalar>*);
template bool FactorLu<Scalar>(const Scalar*, int64_t, Scalar*, int64_t*);

}  // namespace solvers
}  // namespace opgraft_internal
