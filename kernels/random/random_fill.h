// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_RANDOM_RANDOM_FILL_H_
#define KERNELS_RANDOM_RANDOM_FILL_H_

#include "framework/kernel/op_kernel_context.h"
#include "framework/kernel/philox_random.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Uniform in [0, 1), normal with mean 0 and deviation 1, the same cut off at 2 deviations, and
// integers of all values.
enum class RandomKind { kUniform, kNormal, kTruncatedNormal, kFullInt };

// Fills `out` with numbers that `numbers` gives from where it stands: TensorFlow's, bit for bit. An
// element depends on its place alone, so threads share the work. Floating types; kFullInt: integers
// of 32 and 64 bits.
void FillRandom(OpKernelContext* context, RandomKind kind, const random::PhiloxRandom& numbers,
                Tensor* out);

// The same with integers of [lo, hi), where hi - lo wraps. `out` is of int32 or int64.
void FillRandomRange(OpKernelContext* context, const random::PhiloxRandom& numbers, int64_t lo,
                     int64_t hi, Tensor* out);

}  // namespace opgraft_internal

#endif  // KERNELS_RANDOM_RANDOM_FILL_H_
