// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_TAKE_INPUT_H_
#define KERNELS_DATA_MOVEMENT_TAKE_INPUT_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Makes output 0 input 0, or a copy of it if something else needs it afterwards: for kernels
// registered with Forwards(0) that change some of their input's elements. The input is not to be
// read then.
//
// Example: a kernel of TensorScatterUpdate calls it and then writes the updates into `*output`.
// RESOURCE_EXHAUSTED if a copy gets no memory.
absl::Status TakeFirstInput(OpKernelContext* ctx, Tensor** output);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_TAKE_INPUT_H_
