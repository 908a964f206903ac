// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Eigen's products, for the *_isa.cc files. The build renames Eigen's namespace for each level of
// x86-64, so that the linker keeps them apart. A file for each type: they are slow to compile.
#ifndef KERNELS_LOOPS_EIGEN_MATMUL_INL_H_
#define KERNELS_LOOPS_EIGEN_MATMUL_INL_H_

#include "Eigen/Core"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"
#include "kernels/loops/matmul_loops.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

namespace {

// Matrices by rows, and views of those whose rows lie a stride apart.
template <typename T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T>
using ConstRowsMap = Eigen::Map<const Rows<T>, 0, Eigen::OuterStride<>>;
template <typename T>
using RowsMap = Eigen::Map<Rows<T>, 0, Eigen::OuterStride<>>;
// A MatMulLoop by Eigen.
template <typename T>
void EigenProduct(const MatMulProblem& p) {
  const ConstRowsMap<T> a(static_cast<const T*>(p.a), p.m, p.k, Eigen::OuterStride<>(p.a_stride));
  const ConstRowsMap<T> b(static_cast<const T*>(p.b), p.transpose_b ? p.n : p.k,
                          p.transpose_b ? p.k : p.n, Eigen::OuterStride<>(p.b_stride));
  RowsMap<T> c(static_cast<T*>(p.c), p.m, p.n, Eigen::OuterStride<>(p.c_stride));
  if (p.transpose_b) {
    c.noalias() = a * b.transpose();
  } else {
    c.noalias() = a * b;
  }
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_EIGEN_MATMUL_INL_H_
