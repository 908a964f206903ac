// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/cast_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(CastLoop, FindArithmeticCastLoop, (DataType from, DataType to), (from, to));
OPGRAFT_DISPATCH_BY_ISA(CastLoop, FindHalfCastLoop, (DataType from, DataType to), (from, to));

CastLoop FindCastLoop(DataType from, DataType to) {
  const CastLoop loop = FindArithmeticCastLoop(from, to);
  return loop != nullptr ? loop : FindHalfCastLoop(from, to);
}

}  // namespace loops
}  // namespace opgraft_internal
