// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_PERMUTE_H_
#define KERNELS_DATA_MOVEMENT_PERMUTE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Output 0 of a kernel becomes `input`, seen as a tensor of `sizes`, with its dimensions in another
// order: dimension d of the result is `order[d]`. The output is given `shape`. INTERNAL unless all
// three have as many elements. REQUIRES: `order` names each of `sizes` once.
//
// Example: a matrix [2, 6] whose rows are of 3 x 2 blocks: sizes {2, 3, 2}, order {0, 2, 1}, shape
// [2, 6].
absl::Status Permute(OpKernelContext* ctx, const Tensor& input, absl::Span<const int64_t> sizes,
                     absl::Span<const int64_t> order, const TensorShape& shape);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_PERMUTE_H_
