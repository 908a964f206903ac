// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Systems with more equations than unknowns, or fewer. Compiled once for each type, OPGRAFT_SCALAR.
#include <limits>

#include "Eigen/Core"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

// All products are of one kind, so that Eigen's is compiled once.
template <typename T>
__attribute__((noinline)) Matrix<T> Product(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> product(a.rows(), b.cols());
  product.noalias() = a * b;
  return product;
}

// Of a high matrix A' A X = A' B; of a wide one X = A' Z, where A A' Z = B.
template <typename T>
bool SolveNormalEquations(const T* matrix, const T* rhs, int64_t m, int64_t n, int64_t k, double l2,
                          T* solution) {
  const Matrix<T> a = In(matrix, m, n), adjoint = a.adjoint(), b = In(rhs, m, k);
  const bool wide = m < n;
  const int64_t size = wide ? m : n;
  Rows<T> square = wide ? Product(a, adjoint) : Product(adjoint, a);
  const Rows<T> right = wide ? b : Product(adjoint, b);
  Rows<T> factor(size, size), forward(size, k), back(size, k);
  square.diagonal().array() += T(static_cast<Real<T>>(l2));
  if (!FactorCholesky(square.data(), size, factor.data())) return false;
  SolveTriangular(factor.data(), right.data(), size, k, /*lower=*/true, /*adjoint=*/false,
                  forward.data());
  SolveTriangular(factor.data(), forward.data(), size, k, /*lower=*/true, /*adjoint=*/true,
                  back.data());
  if (wide) back = Product<T>(adjoint, back);
  Out(solution, n, k) = back;
  return true;
}

// X = V S^-1 U' B, without the singular values that are as good as zero.
template <typename T>
void SolveLeastSquares(const T* matrix, const T* rhs, int64_t m, int64_t n, int64_t k,
                       T* solution) {
  const int64_t size = m < n ? m : n;
  Rows<T> values(size, 1), u(m, size), v(n, size);
  auto out = Out(solution, n, k);
  if (!FactorSvd(matrix, m, n, /*full=*/false, values.data(), u.data(), v.data())) {
    out.setConstant(T(std::numeric_limits<Real<T>>::quiet_NaN()));
    return;
  }
  const Real<T> least = std::numeric_limits<Real<T>>::epsilon() * static_cast<Real<T>>(size) *
                        Eigen::numext::real(values(0));
  Matrix<T> scaled = Product<T>(u.adjoint(), In(rhs, m, k));
  for (int64_t i = 0; i < size; ++i) {
    const Real<T> value = Eigen::numext::real(values(i));
    scaled.row(i) *= T(value > least ? 1 / value : 0);
  }
  out = Product<T>(v, scaled);
}

using Scalar = OPGRAFT_SCALAR;

template bool SolveNormalEquations<Scalar>(const Scalar*, const Scalar*, int64_t, int64_t, int64_t,
                                           double, Scalar*);
template void SolveLeastSquares<Scalar>(const Scalar*, const Scalar*, int64_t, int64_t, int64_t,
                                        Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
