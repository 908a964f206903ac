// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_SOLVERS_H_
#define KERNELS_LINALG_SOLVERS_H_

#include <complex>
#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What Eigen does with one matrix, or two: pointers and sizes, nothing else, since its templates
// are more than enough for one compiler. Matrices lie in memory by rows; outputs overlap no input.
// Where a function may fail, it answers false. T is float, double, or a complex type of these.
//
// Eigen takes memory of the process, about twice that of the operands unless something else is
// said.
namespace solvers {

template <typename T>
struct RealPart {
  using Type = T;
};
template <typename T>
struct RealPart<std::complex<T>> {
  using Type = T;
};
template <typename T>
using Real = typename RealPart<T>::Type;

// --- By LU with row exchanges (lu_solvers.cc) ---

// Of n x n, or of its adjoint. False if the matrix is singular.
template <typename T>
bool Invert(const T* matrix, int64_t n, bool adjoint, T* inverse);
// The solution of matrix * X = rhs, of n x n and n x k.
template <typename T>
bool Solve(const T* matrix, const T* rhs, int64_t n, int64_t k, bool adjoint, T* solution);
// The determinant is sign * exp(log_abs): neither is out of range where their product is not.
template <typename T>
void LogDeterminant(const T* matrix, int64_t n, T* sign, Real<T>* log_abs);
// L below the diagonal and U from it on; row i of the product is row order[i] of the matrix.
template <typename T>
bool FactorLu(const T* matrix, int64_t n, T* lu, int64_t* order);

// --- Triangles (triangular_solvers.cc) ---

// The lower factor of what the lower triangle says; False if the matrix is not positive definite.
template <typename T>
bool FactorCholesky(const T* matrix, int64_t n, T* factor);
// X of matrix * X = rhs, where the lower or upper triangle of the matrix is looked at.
template <typename T>
void SolveTriangular(const T* matrix, const T* rhs, int64_t n, int64_t k, bool lower, bool adjoint,
                     T* solution);
// What flows into a symmetric matrix where `grad` flows into its factor. T is real.
template <typename T>
void CholeskyGrad(const T* factor, const T* grad, int64_t n, T* result);

// --- Orthogonal ones (qr_solvers.cc, svd_solvers.cc, eigen_solvers.cc) ---

// m x n = (m x inner) * (inner x n), where inner is m or, if it is less, n; m and n are above 0.
template <typename T>
void FactorQr(const T* matrix, int64_t m, int64_t n, int64_t inner, T* q, T* r);
// The singular values, largest first; and m x outer_u, n x outer_v, unless they are null: outer is
// the least of m and n, or for whole ones m and n. False if an element is not finite.
template <typename T>
bool FactorSvd(const T* matrix, int64_t m, int64_t n, bool full, T* values, T* u, T* v);
// Eigenvalues of what the lower triangle says, least first, and eigenvectors unless null. False if
// it does not converge.
template <typename T>
bool FactorSelfAdjoint(const T* matrix, int64_t n, T* values, T* vectors);
// Eigenvalues and eigenvectors of any matrix; T is complex.
template <typename T>
bool FactorEigen(const T* matrix, int64_t n, T* values, T* vectors);

// --- Least squares (least_squares_solvers.cc) ---

// X of n x k for which matrix * X, of m x n and m x k, is nearest to rhs; of several the least. By
// the normal equations, with `l2` on their diagonal. False if they are not positive definite.
template <typename T>
bool SolveNormalEquations(const T* matrix, const T* rhs, int64_t m, int64_t n, int64_t k, double l2,
                          T* solution);
// The same of any matrix, by its singular values. NaN, if an element is not finite.
template <typename T>
void SolveLeastSquares(const T* matrix, const T* rhs, int64_t m, int64_t n, int64_t k, T* solution);

}  // namespace solvers
}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_SOLVERS_H_
