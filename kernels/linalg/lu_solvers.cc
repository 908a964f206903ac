// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What LU with row exchanges solves. Compiled once for each type, OPGRAFT_SCALAR.
#include <algorithm>
#include <cmath>
#include <utility>

#include "Eigen/LU"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solver_stop.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {
namespace {

constexpr Eigen::Index kBlock = 128;  // columns

using Exchanges = Eigen::Transpositions<Eigen::Dynamic>;

// The factors of the columns from `begin` on, of which `count` are factored and the others get
// ready.
template <typename T>
void FactorBlock(Eigen::Index begin, Eigen::Index count, Matrix<T>* matrix, Exchanges* exchanges) {
  const Eigen::Index n = matrix->rows(), rest = n - begin - count;
  Exchanges part(count);
  int num_exchanges;
  Eigen::Block<Matrix<T>, Eigen::Dynamic, Eigen::Dynamic> block(*matrix, begin, begin, n - begin,
                                                                count);
  Eigen::internal::partial_lu_inplace(block, part, num_exchanges);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index row = begin + i, other = begin + part.coeff(i);
    exchanges->coeffRef(row) = static_cast<int>(other);
    if (row == other) continue;
    matrix->row(row).head(begin).swap(matrix->row(other).head(begin));
    matrix->row(row).tail(rest).swap(matrix->row(other).tail(rest));
  }
  if (rest == 0) return;
  auto right = matrix->block(begin, begin + count, count, rest);
  block.topRows(count).template triangularView<Eigen::UnitLower>().solveInPlace(right);
  matrix->bottomRightCorner(rest, rest).noalias() -= block.bottomRows(rest) * right;
}

// L and U in place, block by block as Eigen has them, whose own loop cannot be stopped. The
// exchanges of rows, in their order.
template <typename T>
Exchanges FactorInPlace(Matrix<T>* matrix) {
  const Eigen::Index n = matrix->rows();
  Exchanges exchanges(n);
  exchanges.setIdentity();
  for (Eigen::Index k = 0; k < n && !IsStopped(); k += kBlock)
    FactorBlock(k, std::min(kBlock, n - k), matrix, &exchanges);
  return exchanges;
}

// NaNs make a matrix singular too.
template <typename T>
bool IsInvertible(const Matrix<T>& lu) {
  return lu.diagonal().cwiseAbs().minCoeff() > 0;
}

}  // namespace

template <typename T>
bool Solve(const T* matrix, const T* rhs, int64_t n, int64_t k, bool adjoint, T* solution) {
  Matrix<T> copy = Copy(matrix, n, adjoint);
  const Exchanges exchanges = FactorInPlace(&copy);
  if (!IsInvertible(copy)) return false;
  Matrix<T> x = exchanges * In(rhs, n, k);
  for (Eigen::Index i = 0; i < k && !IsStopped(); i += kBlock) {
    auto columns = x.middleCols(i, std::min(kBlock, k - i));
    copy.template triangularView<Eigen::UnitLower>().solveInPlace(columns);
    copy.template triangularView<Eigen::Upper>().solveInPlace(columns);
  }
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
  const Exchanges exchanges = FactorInPlace(&copy);
  *sign = T(1);
  *log_abs = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (exchanges.coeff(i) != i) *sign = -*sign;
    const Real<T> size = std::abs(copy(i, i));
    *log_abs += std::log(size);
    *sign *= size == 0 ? T(0) : copy(i, i) / size;
  }
}

template <typename T>
bool FactorLu(const T* matrix, int64_t n, T* factors, int64_t* order) {
  Matrix<T> copy = Copy(matrix, n, false);
  const Exchanges exchanges = FactorInPlace(&copy);
  if (!IsInvertible(copy)) return false;
  Out(factors, n, n) = copy;
  for (int64_t i = 0; i < n; ++i) order[i] = i;
  for (int64_t i = 0; i < n; ++i) std::swap(order[i], order[exchanges.coeff(i)]);
  return true;
}

using Scalar = OPGRAFT_SCALAR;

template bool Invert<Scalar>(const Scalar*, int64_t, bool, Scalar*);
template bool Solve<Scalar>(const Scalar*, const Scalar*, int64_t, int64_t, bool, Scalar*);
template void LogDeterminant<Scalar>(const Scalar*, int64_t, Scalar*, Real<Scalar>*);
template bool FactorLu<Scalar>(const Scalar*, int64_t, Scalar*, int64_t*);

}  // namespace solvers
}  // namespace opgraft_internal
