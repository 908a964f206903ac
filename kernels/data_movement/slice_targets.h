// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_SLICE_TARGETS_H_
#define KERNELS_DATA_MOVEMENT_SLICE_TARGETS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The attr bad_indices_policy: true if indices out of range are left out instead of refused.
absl::Status ReadIgnoresBadIndices(OpKernelConstruction* ctx, bool* ignores);

// Which slices of a tensor each row along the last dimension of `indices` names: `*targets` is a
// temporary of int64, a number for each row. Slices are counted in row-major order of the first
// dimensions, whose sizes are `sizes`, as many as the row is long. A row out of range is
// INVALID_ARGUMENT, or -1 with `ignores_bad`. REQUIRES: `indices` has a dimension at least.
//
// Example: sizes {3, 4} and indices [[0,1], [2,3]] give the targets [1, 11].
absl::Status FindSliceTargets(OpKernelContext* ctx, const Tensor& indices,
                              absl::Span<const int64_t> sizes, bool ignores_bad, Tensor* targets);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_SLICE_TARGETS_H_
