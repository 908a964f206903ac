// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/activation_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(ActivationLoop, FindActivationLoop, (Activation function, DataType dtype),
                        (function, dtype));
OPGRAFT_DISPATCH_BY_ISA(ActivationGradLoop, FindActivationGradLoop,
                        (Activation function, DataType dtype), (function, dtype));

}  // namespace loops
}  // namespace opgraft_internal
