// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_GATHER_SLICES_H_
#define KERNELS_DATA_MOVEMENT_GATHER_SLICES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Slice i of `output`, of `slice_length` elements, becomes slice targets[i] of `params`; zeros if
// that is negative. `targets` is of int64. RESOURCE_EXHAUSTED if strings get too long together.
//
// Example: params [a b c d e f], slices of 2 and targets [2, -1, 0] give [e f 0 0 a b].
absl::Status GatherSlices(OpKernelContext* ctx, const Tensor& params, const Tensor& targets,
                          int64_t slice_length, Tensor* output);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_GATHER_SLICES_H_
