// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/tap_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(TapLoop, FindTapLoop, (TapFold fold, DataType dtype), (fold, dtype));
OPGRAFT_DISPATCH_BY_ISA(WeightedTapLoop, FindWeightedTapLoop, (DataType dtype), (dtype));
OPGRAFT_DISPATCH_BY_ISA(ScaledTapLoop, FindScaledTapLoop, (DataType dtype), (dtype));
OPGRAFT_DISPATCH_BY_ISA(ArgMaxTapLoop, FindArgMaxTapLoop, (DataType dtype), (dtype));

}  // namespace loops
}  // namespace opgraft_internal
