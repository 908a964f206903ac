// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/eigen_matmul_inl.h"
#include "kernels/loops/narrow_products.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

MatMulLoop FindFloatMatMulLoop();

namespace {

void FloatProduct(const MatMulProblem& problem) {
  if (HasFewRows(problem)) return FewRowsProduct(problem);
  if (HasFewColumns(problem)) return FewColumnsProduct(problem);
  EigenProduct<float>(problem);
}

}  // namespace

MatMulLoop FindFloatMatMulLoop() { return &FloatProduct; }

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
