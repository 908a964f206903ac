// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Svd: Jacobi rotations of the triangle of a QR decomposition. Compiled once for each type,
// OPGRAFT_SCALAR.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "Eigen/SVD"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solver_stop.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {
namespace {

// Eigen's JacobiSVD of a square matrix, in a loop that ends when the run is cancelled: its own asks
// nobody.
template <typename T>
class JacobiSvd : public Eigen::JacobiSVD<Matrix<T>, Eigen::NoQRPreconditioner> {
 public:
  // Makes vectors too if told so.
  JacobiSvd(Eigen::Index n, bool vectors)
      : Base(n, n, vectors ? Eigen::ComputeFullU | Eigen::ComputeFullV : 0) {}

  // False if it was stopped.
  bool Compute(const Matrix<T>& matrix) {
    const Real<T> largest = matrix.cwiseAbs().maxCoeff(), scale = largest == 0 ? 1 : largest;
    this->m_workMatrix = matrix / scale;
    this->m_matrixU.setIdentity();
    this->m_matrixV.setIdentity();
    largest_ = this->m_workMatrix.cwiseAbs().diagonal().maxCoeff();
    while (Sweep()) {
    }
    if (IsStopped()) return false;
    for (Eigen::Index i = 0; i < this->m_diagSize; ++i) MakePositive(i);
    Sort();
    this->m_singularValues *= scale;
    this->m_isInitialized = true;
    return true;
  }

 private:
  using Base = Eigen::JacobiSVD<Matrix<T>, Eigen::NoQRPreconditioner>;
  using Diagonalizer =
      Eigen::internal::svd_precondition_2x2_block_to_be_real<Matrix<T>, Eigen::NoQRPreconditioner>;
  static constexpr Real<T> kTiny = std::numeric_limits<Real<T>>::min();

  bool IsNegligible(const T& element) const {
    const Real<T> precision = 2 * std::numeric_limits<Real<T>>::epsilon();
    return !(std::abs(element) > std::max(kTiny, precision * largest_));
  }

  // Rotates all pairs of rows and columns. False if there was nothing to rotate.
  bool Sweep() {
    bool has_rotated = false;
    for (Eigen::Index p = 1; p < this->m_diagSize && !IsStopped(); ++p) {
      for (Eigen::Index q = 0; q < p; ++q) {
        if (IsNegligible(this->m_workMatrix(p, q)) && IsNegligible(this->m_workMatrix(q, p)))
          continue;
        has_rotated = true;
        if (Diagonalizer::run(this->m_workMatrix, *this, p, q, largest_)) Rotate(p, q);
      }
    }
    return has_rotated && !IsStopped();
  }

  void Rotate(Eigen::Index p, Eigen::Index q) {
    Eigen::JacobiRotation<Real<T>> left, right;
    auto& work = this->m_workMatrix;
    Eigen::internal::real_2x2_jacobi_svd(work, p, q, &left, &right);
    work.applyOnTheLeft(p, q, left);
    if (this->computeU()) this->m_matrixU.applyOnTheRight(p, q, left.transpose());
    work.applyOnTheRight(p, q, right);
    if (this->computeV()) this->m_matrixV.applyOnTheRight(p, q, right);
    largest_ = std::max({largest_, std::abs(work(p, p)), std::abs(work(q, q))});
  }

  // The vector takes the sign, or phase, of its value.
  void MakePositive(Eigen::Index i) {
    const T element = this->m_workMatrix(i, i);
    const Real<T> size = std::abs(element);
    this->m_singularValues(i) = size;
    if (this->computeU() && size > 0) this->m_matrixU.col(i) *= element / size;
  }

  // Largest first.
  void Sort() {
    auto& values = this->m_singularValues;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      Eigen::Index largest;
      values.tail(values.size() - i).maxCoeff(&largest);
      if (largest == 0) continue;
      largest += i;
      std::swap(values(i), values(largest));
      if (this->computeU()) this->m_matrixU.col(i).swap(this->m_matrixU.col(largest));
      if (this->computeV()) this->m_matrixV.col(i).swap(this->m_matrixV.col(largest));
    }
  }

  Real<T> largest_ = 0;  // element of the diagonal
};

}  // namespace

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
  JacobiSvd<T> svd(inner, u != nullptr);
  if (!svd.Compute(triangle)) return false;
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
