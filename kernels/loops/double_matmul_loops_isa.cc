// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/eigen_matmul_inl.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

MatMulLoop FindDoubleMatMulLoop();

MatMulLoop FindDoubleMatMulLoop() { return &EigenProduct<double>; }

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
