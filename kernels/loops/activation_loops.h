// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_ACTIVATION_LOOPS_H_
#define KERNELS_LOOPS_ACTIVATION_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// Functions between the layers of neural networks. kLeakyRelu alone looks at `alpha`.
enum class Activation { kRelu, kRelu6, kLeakyRelu, kElu, kSelu, kSoftplus, kSoftsign };

// out[i] = f(x[i]) for i in [0, n). `out` may be `x`; else they do not overlap.
using ActivationLoop = void (*)(const void* x, float alpha, void* out, int64_t n);
// out[i] = gradients[i] * f'(...), of x[i] or, of kElu and kSelu, of f's result. `out` may be
// either operand.
using ActivationGradLoop = void (*)(const void* gradients, const void* x, float alpha, void* out,
                                    int64_t n);

// The loops for this machine: float and double; of kRelu and kRelu6 integers too. Null for others,
// and for kRelu itself, which is a unary function. Thread-safe.
ActivationLoop FindActivationLoop(Activation function, DataType dtype);
ActivationGradLoop FindActivationGradLoop(Activation function, DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_ACTIVATION_LOOPS_H_
