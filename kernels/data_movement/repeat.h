// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What Broadcast and Tile of both kinds have in common: elements that are written several times.
#ifndef KERNELS_DATA_MOVEMENT_REPEAT_H_
#define KERNELS_DATA_MOVEMENT_REPEAT_H_

#include <cstdint>

#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Output 0 of a kernel becomes `input` in `shape`: dimension d is dimension sources[d] of the
// input, repeated if that is of size 1; all the same along it if sources[d] is -1.
// RESOURCE_EXHAUSTED. REQUIRES: the sizes fit; each dimension of the input larger than 1 is named
// once, in order.
absl::Status BroadcastInto(OpKernelContext* ctx, const Tensor& input, const TensorShape& shape,
                           absl::Span<const int> sources);

// Output 0 of a kernel becomes `input`, seen as a tensor of `sizes`, `multiples[d]` times behind
// itself along dimension d. INVALID_ARGUMENT if that is too large, RESOURCE_EXHAUSTED. REQUIRES: as
// many multiples as sizes, none negative, and as many elements as the input has.
//
// Example: [1 2] of sizes {2} and multiples {3} gives [1 2 1 2 1 2].
absl::Status TileInto(OpKernelContext* ctx, const Tensor& input, absl::Span<const int64_t> sizes,
                      absl::Span<const int64_t> multiples);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_REPEAT_H_
