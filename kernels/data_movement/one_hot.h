// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_ONE_HOT_H_
#define KERNELS_DATA_MOVEMENT_ONE_HOT_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What OneHot of both kinds does: output 0 of a kernel is input 0, indices of any integer type,
// with a dimension of `depth` put in before dimension `axis`, in which the place that an index
// names is input 2 and all others are input 3, scalars. With `wraps` negative indices count from
// the end. RESOURCE_EXHAUSTED. REQUIRES: axis is in [0, dimensions of the indices], depth not
// negative.
//
// Example: indices [1, 0, 7] with a depth of 2, axis 1, on and off values 1 and 0 give [[0,1],
// [1,0], [0,0]]: an index out of range puts the on value nowhere.
absl::Status WriteOneHot(OpKernelContext* ctx, int64_t depth, int axis, bool wraps);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_ONE_HOT_H_
