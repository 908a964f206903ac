// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_GATHER_ND_H_
#define KERNELS_DATA_MOVEMENT_GATHER_ND_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Output 0 of a kernel becomes the slices of `params` that the rows along the last dimension of
// `indices` name: what GatherNd gives. INVALID_ARGUMENT for shapes that do not fit and for a row
// out of range, which with `ignores_bad` gives zeros; RESOURCE_EXHAUSTED.
//
// Example: params [3, 4, 5] and indices [7, 2] give [7, 5]: row (i, j) of the indices is replaced
// by params[i, j, :].
absl::Status GatherNd(OpKernelContext* ctx, const Tensor& params, const Tensor& indices,
                      bool ignores_bad);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_GATHER_ND_H_
