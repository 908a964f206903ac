// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/binary_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(BinaryLoops, FindArithmeticLoops, (BinaryFunction function, DataType dtype),
                        (function, dtype));
OPGRAFT_DISPATCH_BY_ISA(BinaryLoops, FindComparisonLoops, (BinaryFunction function, DataType dtype),
                        (function, dtype));

BinaryLoops FindBinaryLoops(BinaryFunction function, DataType dtype) {
  return function < BinaryFunction::kEqual ? FindArithmeticLoops(function, dtype)
                                           : FindComparisonLoops(function, dtype);
}

}  // namespace loops
}  // namespace opgraft_internal
