// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors whose elements change places along their dimensions: what Reverse, ReverseSequence and
// Roll of both kinds do.
#ifndef KERNELS_DATA_MOVEMENT_REORDER_H_
#define KERNELS_DATA_MOVEMENT_REORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Each of these makes output 0 of a kernel of `input`; RESOURCE_EXHAUSTED.

// The dimensions for which `reversed` is true go from last to first.
//
// Example: [[1,2], [3,4]] with reversed = {false, true} gives [[2,1], [4,3]].
absl::Status ReverseInto(OpKernelContext* ctx, const Tensor& input,
                         const std::vector<bool>& reversed);

// Of batch b the first lengths[b] elements along `seq_dim` go from last to first. REQUIRES: the
// lengths fit.
absl::Status ReversePrefixesInto(OpKernelContext* ctx, const Tensor& input, size_t seq_dim,
                                 size_t batch_dim, absl::Span<const int64_t> lengths);

// Dimension d is moved by shifts[d] places, in [0, size).
//
// Example: [1 2 3 4] with a shift of 1 gives [4 1 2 3].
absl::Status RollInto(OpKernelContext* ctx, const Tensor& input, absl::Span<const int64_t> shifts);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_REORDER_H_
