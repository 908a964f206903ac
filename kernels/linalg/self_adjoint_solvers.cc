// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues of symmetric and Hermitian matrices. Compiled once for each type, OPGRAFT_SCALAR.
#include <cmath>
#include <limits>
#include <utility>

#include "Eigen/Eigenvalues"
#include "kernels/linalg/reflections.h"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solver_stop.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {
namespace {

// The steps of Eigen's SelfAdjointEigenSolver, in loops that end when the run is cancelled: its own
// ask nobody. What is used of the matrix is its lower triangle.
template <typename T>
class SelfAdjointSolver {
 public:
  explicit SelfAdjointSolver(Matrix<T> matrix) : n_(matrix.rows()), vectors_(std::move(matrix)) {}

  // False if it does not converge, or was stopped.
  bool Solve(bool with_vectors) {
    if (n_ == 1) {  // finite or not
      diagonal_ = vectors_.real();
      vectors_.setOnes();
      return true;
    }
    vectors_ = vectors_.template triangularView<Eigen::Lower>().toDenseMatrix();
    const Real<T> largest = vectors_.cwiseAbs().maxCoeff(), scale = largest == 0 ? 1 : largest;
    vectors_.template triangularView<Eigen::Lower>() /= scale;
    Tridiagonalize(with_vectors);
    if (!Diagonalize(with_vectors)) return false;
    Sort(with_vectors);
    diagonal_ *= scale;
    return true;
  }
  const Vector<Real<T>>& values() const { return diagonal_; }
  const Matrix<T>& vectors() const { return vectors_; }

 private:
  // Golub and Van Loan, algorithm 8.3.1.
  void Tridiagonalize(bool with_vectors) {
    Vector<T> coefficients = Vector<T>::Zero(n_ - 1);
    for (Eigen::Index i = 0; i < n_ - 1 && !IsStopped(); ++i) Reflect(i, &coefficients);
    diagonal_ = vectors_.diagonal().real();
    below_ = vectors_.template diagonal<-1>().real();
    if (with_vectors) vectors_ = ProductOfReflections(vectors_, coefficients, /*shift=*/1, n_);
  }

  // Makes zeros of what is below the subdiagonal in one column.
  void Reflect(Eigen::Index i, Vector<T>* coefficients) {
    const Eigen::Index rest = n_ - i - 1;
    auto column = vectors_.col(i).tail(rest);
    auto corner = vectors_.bottomRightCorner(rest, rest);
    auto update = coefficients->tail(rest);
    Real<T> beta;
    T h;
    column.makeHouseholderInPlace(h, beta);
    column(0) = T(1);
    const T factor = Eigen::numext::conj(h);
    update.noalias() = corner.template selfadjointView<Eigen::Lower>() * (factor * column);
    update += (factor * Real<T>(-0.5) * update.dot(column)) * column;
    corner.template selfadjointView<Eigen::Lower>().rankUpdate(column, update, T(-1));
    column(0) = T(beta);
    (*coefficients)(i) = h;
  }

  // Implicit QR steps on the blocks between zeros beside the diagonal, the last block first.
  bool Diagonalize(bool with_vectors) {
    constexpr Eigen::Index kMaxSteps = 30;  // a row
    Eigen::Index start = 0, end = n_ - 1;
    for (Eigen::Index step = 0; end > 0; ++step) {
      DropNegligible(start, end);
      while (end > 0 && below_(end - 1) == 0) --end;
      if (end == 0) break;
      if (step == kMaxSteps * n_ || IsStopped()) return false;
      start = end - 1;
      while (start > 0 && below_(start - 1) != 0) --start;
      Eigen::internal::tridiagonal_qr_step<Eigen::ColMajor>(
          diagonal_.data(), below_.data(), start, end, with_vectors ? vectors_.data() : nullptr,
          n_);
    }
    return !IsStopped();
  }

  void DropNegligible(Eigen::Index start, Eigen::Index end) {
    constexpr Real<T> kTiny = std::numeric_limits<Real<T>>::min();
    for (Eigen::Index i = start; i < end; ++i) {
      const Real<T> scaled = below_(i) / std::numeric_limits<Real<T>>::epsilon();
      const Real<T> beside = std::abs(diagonal_(i)) + std::abs(diagonal_(i + 1));
      if (std::abs(below_(i)) < kTiny || scaled * scaled <= beside) below_(i) = 0;
    }
  }

  // Least first.
  void Sort(bool with_vectors) {
    for (Eigen::Index i = 0; i < n_ - 1; ++i) {
      Eigen::Index least;
      diagonal_.tail(n_ - i).minCoeff(&least);
      if (least == 0) continue;
      std::swap(diagonal_(i), diagonal_(i + least));
      if (with_vectors) vectors_.col(i).swap(vectors_.col(i + least));
    }
  }

  const Eigen::Index n_;
  Matrix<T> vectors_;  // at first the matrix
  Vector<Real<T>> diagonal_;
  Vector<Real<T>> below_;  // the diagonal
};

}  // namespace

template <typename T>
bool FactorSelfAdjoint(const T* matrix, int64_t n, T* values, T* vectors) {
  SelfAdjointSolver<T> solver(Copy(matrix, n, false));
  if (!solver.Solve(vectors != nullptr)) return false;
  Out(values, n, 1) = solver.values().template cast<T>();
  if (vectors != nullptr) Out(vectors, n, n) = solver.vectors();
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool FactorSelfAdjoint<Scalar>(const Scalar*, int64_t, Scalar*, Scalar*);

}  // namespace solvers
}  // namespace opgraft_internal
