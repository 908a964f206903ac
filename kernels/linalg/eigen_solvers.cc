// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues and the Schur form of any complex matrix. Compiled once for each type,
// OPGRAFT_SCALAR.
#include <algorithm>
#include <limits>
#include <utility>

#include "Eigen/Eigenvalues"
#include "kernels/linalg/reflections.h"
#include "kernels/linalg/schur_solvers.h"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solver_stop.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {
namespace {

template <typename T>
using Schur = Eigen::ComplexSchur<Matrix<T>>;

// Makes zeros below the subdiagonal. As Eigen's HessenbergDecomposition, which cannot be stopped.
template <typename T>
void ReflectInPlace(Matrix<T>* matrix, Vector<T>* coefficients) {
  const Eigen::Index n = matrix->rows();
  Vector<T> scratch(n);
  for (Eigen::Index i = 0; i < n - 1 && !IsStopped(); ++i) {
    const Eigen::Index rest = n - i - 1;
    auto column = matrix->col(i).tail(rest);
    Real<T> beta;
    T h;
    column.makeHouseholderInPlace(h, beta);
    column(0) = beta;
    (*coefficients)(i) = h;
    matrix->bottomRightCorner(rest, rest)
        .applyHouseholderOnTheLeft(column.tail(rest - 1), h, scratch.data());
    matrix->rightCols(rest).applyHouseholderOnTheRight(column.tail(rest - 1),
                                                       Eigen::numext::conj(h), scratch.data());
  }
}

// The Schur form, by QR steps; a few at a time, as Eigen's loop cannot be stopped. False if it does
// not converge, or was stopped.
template <typename T>
bool MakeSchur(Matrix<T> matrix, bool with_unitary, Schur<T>* schur) {
  constexpr Eigen::Index kMaxSteps = 30, kAtOnce = 32;
  const Eigen::Index n = matrix.rows();
  Vector<T> coefficients = Vector<T>::Zero(n - 1);
  ReflectInPlace(&matrix, &coefficients);
  Matrix<T> unitary;
  if (with_unitary) unitary = ProductOfReflections(matrix, coefficients, /*shift=*/1, n);
  for (Eigen::Index i = 0; i + 2 < n; ++i) matrix.col(i).tail(n - i - 2).setZero();
  for (Eigen::Index left = kMaxSteps * n; left > 0 && !IsStopped(); left -= kAtOnce) {
    schur->setMaxIterations(left < kAtOnce ? left : kAtOnce);
    schur->computeFromHessenberg(matrix, unitary, with_unitary);
    if (schur->info() == Eigen::Success) return true;
    matrix = schur->matrixT();
    if (with_unitary) unitary = schur->matrixU();
  }
  return false;
}

// Of a triangle, into a triangle with ones on its diagonal.
template <typename T>
Matrix<T> TriangleVectors(const Matrix<T>& triangle) {
  const Eigen::Index n = triangle.rows();
  const Real<T> tiny = std::numeric_limits<Real<T>>::epsilon() *
                       std::max(triangle.norm(), std::numeric_limits<Real<T>>::min());
  Matrix<T> vectors = Matrix<T>::Identity(n, n);
  for (Eigen::Index k = n - 1; k > 0 && !IsStopped(); --k) {
    for (Eigen::Index i = k - 1; i >= 0; --i) {
      const Eigen::Index between = k - i - 1;
      T sum = -triangle(i, k);
      if (between > 0) {
        sum -= (triangle.row(i).segment(i + 1, between) * vectors.col(k).segment(i + 1, between))
                   .value();
      }
      T difference = triangle(i, i) - triangle(k, k);
      if (difference == T(0)) difference = T(tiny);  // of equal eigenvalues
      vectors(i, k) = sum / difference;
    }
  }
  return vectors;
}

// The least first.
template <typename T>
void SortBySize(Vector<T>* values, Matrix<T>* vectors) {
  const Eigen::Index n = values->size();
  for (Eigen::Index i = 0; i < n; ++i) {
    Eigen::Index least;
    values->cwiseAbs().tail(n - i).minCoeff(&least);
    if (least == 0) continue;
    std::swap((*values)(i), (*values)(i + least));
    if (vectors->size() > 0) vectors->col(i).swap(vectors->col(i + least));
  }
}

}  // namespace

template <typename T>
bool FactorEigen(const T* matrix, int64_t n, T* values, T* vectors) {
  Matrix<T> copy = Copy(matrix, n, false), found;
  if (!copy.allFinite()) return false;
  Schur<T> schur(n);
  if (!MakeSchur(std::move(copy), vectors != nullptr, &schur)) return false;
  Vector<T> sizes = schur.matrixT().diagonal();
  if (vectors != nullptr) {
    found.noalias() = schur.matrixU() * TriangleVectors<T>(schur.matrixT());
    found.colwise().normalize();
  }
  SortBySize(&sizes, &found);
  Out(values, n, 1) = sizes;
  if (vectors != nullptr) Out(vectors, n, n) = found;
  return true;
}

template <typename T>
bool FactorSchur(const T* matrix, int64_t n, T* triangle, T* unitary) {
  Matrix<T> copy = Copy(matrix, n, false);
  if (!copy.allFinite()) return false;
  Schur<T> schur(n);
  if (!MakeSchur(std::move(copy), /*with_unitary=*/true, &schur)) return false;
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
