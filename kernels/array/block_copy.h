// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ARRAY_BLOCK_COPY_H_
#define KERNELS_ARRAY_BLOCK_COPY_H_

#include <cstddef>
#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {

// Blocks of space that become batches, and back: what TensorFlow's and OpenVINO's ops share.

// A tensor [batch, space..., rest...], blocks over its dimensions of space, and what is put around
// space or cut off.
//
// Example: sizes {2} over the space [a b c d] of one batch give two batches, [a c] and [b d];
// BatchToSpaceInto puts them together again.
struct Blocks {
  IndexValues sizes;
  IndexValues before;
  IndexValues after;

  size_t dims() const { return sizes.size(); }
  // INVALID_ARGUMENT if it is too large.
  absl::Status Product(int64_t* product) const;
};

// INVALID_ARGUMENT unless the blocks fit the input's rank and none is empty, and margins are not
// negative.
absl::Status CheckBlocks(const TensorShape& input, const Blocks& blocks);

// Output 0 of a kernel becomes the blocks of `input` with zeros around. INVALID_ARGUMENT if they do
// not fit, RESOURCE_EXHAUSTED. REQUIRES: CheckBlocks.
absl::Status SpaceToBatchInto(OpKernelContext* ctx, const Tensor& input, const Blocks& blocks);
// The way back: what was around is cut off.
absl::Status BatchToSpaceInto(OpKernelContext* ctx, const Tensor& input, const Blocks& blocks);

}  // namespace opgraft_internal

#endif  // KERNELS_ARRAY_BLOCK_COPY_H_
