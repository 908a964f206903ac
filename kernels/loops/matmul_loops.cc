// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/matmul_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(MatMulLoop, FindFloatMatMulLoop, (), ());
OPGRAFT_DISPATCH_BY_ISA(MatMulLoop, FindDoubleMatMulLoop, (), ());
OPGRAFT_DISPATCH_BY_ISA(MatMulLoop, FindExactMatMulLoop, (DataType dtype), (dtype));

OPGRAFT_DISPATCH_BY_ISA(MatMulLoop, FindRowMatMulLoop, (DataType dtype), (dtype));

MatMulLoop FindMatMulLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return FindFloatMatMulLoop();
  if (dtype == DT_DOUBLE) return FindDoubleMatMulLoop();
  return FindExactMatMulLoop(dtype);
}

}  // namespace loops
}  // namespace opgraft_internal
