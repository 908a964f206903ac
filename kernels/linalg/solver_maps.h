// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigen's views of what solvers are given.
#ifndef KERNELS_LINALG_SOLVER_MAPS_H_
#define KERNELS_LINALG_SOLVER_MAPS_H_

#include "Eigen/Core"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace solvers {

// Eigen decomposes by columns; tensors lie by rows.
template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <typename T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Matrices that lie in memory by rows, as Eigen sees them; they borrow it.
template <typename T>
Eigen::Map<const Rows<T>> In(const T* data, int64_t rows, int64_t cols) {
  return {data, rows, cols};
}
template <typename T>
Eigen::Map<Rows<T>> Out(T* data, int64_t rows, int64_t cols) {
  return {data, rows, cols};
}

// A copy that may be overwritten, of the matrix or its adjoint.
template <typename T>
Matrix<T> Copy(const T* data, int64_t n, bool adjoint) {
  if (adjoint) return In(data, n, n).adjoint();
  return In(data, n, n);
}

}  // namespace solvers
}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_SOLVER_MAPS_H_
