// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/curve_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(CurveLoop, FindCurveLoop, (Curve curve, DataType dtype), (curve, dtype));
OPGRAFT_DISPATCH_BY_ISA(CurveLoop, FindStepsLoop, (DataType dtype), (dtype));

}  // namespace loops
}  // namespace opgraft_internal
