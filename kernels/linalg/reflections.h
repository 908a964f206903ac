// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_REFLECTIONS_H_
#define KERNELS_LINALG_REFLECTIONS_H_

#include "Eigen/Householder"
#include "Eigen/Jacobi"
#include "Eigen/QR"
#include "kernels/linalg/solver_maps.h"
#include "kernels/linalg/solver_stop.h"

namespace opgraft_internal {
namespace solvers {

template <typename T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <typename T>
using Block = Eigen::Block<Matrix<T>, Eigen::Dynamic, Eigen::Dynamic>;

// Columns that are reflected at once.
constexpr Eigen::Index kReflectedBlock = 48;

// The first `cols` columns of the product of the reflections that Eigen leaves below a diagonal of
// `reflected`: the main one, or that which lies `shift` rows below. Block by block, with the one
// function of Eigen that applies a block of reflections: its HouseholderSequence would be a second,
// and as much again for the compiler.
template <typename T>
Matrix<T> ProductOfReflections(const Matrix<T>& reflected, const Vector<T>& coefficients,
                               Eigen::Index shift, Eigen::Index cols) {
  const Eigen::Index rows = reflected.rows(), size = coefficients.size();
  const Vector<T> conjugate = coefficients.conjugate();
  Matrix<T> product = Matrix<T>::Identity(rows, cols);
  if (size == 0) return product;
  const Eigen::Index last = (size - 1) / kReflectedBlock * kReflectedBlock;
  for (Eigen::Index k = last; k >= 0 && !IsStopped(); k -= kReflectedBlock) {
    const Eigen::Index count = size - k < kReflectedBlock ? size - k : kReflectedBlock;
    const Eigen::Index row = k + shift;
    const Eigen::Block<const Matrix<T>, Eigen::Dynamic, Eigen::Dynamic> reflections(
        reflected, row, k, rows - row, count);
    Block<T> rest(product, row, row, rows - row, cols - row);
    Eigen::internal::apply_block_householder_on_the_left(
        rest, reflections, conjugate.segment(k, count), /*forward=*/true);
  }
  return product;
}

}  // namespace solvers
}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_REFLECTIONS_H_
