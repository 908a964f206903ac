// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Triangles. Compiled once for each type, OPGRAFT_SCALAR.
#include "Eigen/Cholesky"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

template <typename T>
bool FactorCholesky(const T* matrix, int64_t n, T* factor) {
  Matrix<T> copy = Copy(matrix, n, false);
  const Eigen::LLT<Eigen::Ref<Matrix<T>>, Eigen::Lower> llt(copy);
  auto out = Out(factor, n, n);
  out.setZero();
  out.template triangularView<Eigen::Lower>() = copy;
  return llt.info() == Eigen::Success;
}

template <typename T>
void SolveTriangular(const T* matrix, const T* rhs, int64_t n, int64_t k, bool lower, bool adjoint,
                     T* solution) {
  const Matrix<T> copy = Copy(matrix, n, adjoint);
  Matrix<T> x = In(rhs, n, k);
  if (lower != adjoint) {
    copy.template triangularView<Eigen::Lower>().solveInPlace(x);
  } else {
    copy.template triangularView<Eigen::Upper>().solveInPlace(x);
  }
  Out(solution, n, k) = x;
}

// With L the factor and G what flows into it: the symmetric part of L^-T P L^-1, where P is the
// lower triangle of L^T G, its diagonal halved (Murray, "Differentiation of the Cholesky
// decomposition", 2016).
template <typename T>
void CholeskyGrad(const T* factor, const T* grad, int64_t n, T* result) {
  Matrix<T> turned = Matrix<T>::Zero(n, n), lower = Matrix<T>::Zero(n, n);
  turned.template triangularView<Eigen::Upper>() = In(factor, n, n).transpose();
  lower.template triangularView<Eigen::Lower>() = In(grad, n, n);
  Matrix<T> product(n, n);
  product.noalias() = turned * lower;
  product.diagonal() /= 2;
  product.template triangularView<Eigen::StrictlyUpper>().setZero();
  turned.template triangularView<Eigen::Upper>().solveInPlace(product);
  // X L = Y is L^T X^T = Y^T.
  Matrix<T> x = product.transpose();
  turned.template triangularView<Eigen::Upper>().solveInPlace(x);
  Out(result, n, n) = (x + x.transpose()) / 2;
}

using Scalar = OPGRAFT_SCALAR;

template bool FactorCholesky<Scalar>(const Scalar*, int64_t, Scalar*);
template void SolveTriangular<Scalar>(const Scalar*, const Scalar*, int64_t, int64_t, bool, bool,
                                      Scalar*);
#ifndef OPGRAFT_SCALAR_IS_COMPLEX
template void CholeskyGrad<Scalar>(const Scalar*, const Scalar*, int64_t, Scalar*);
#endif

}  // namespace solvers
}  // namespace opgraft_internal
