// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_CACHE_CACHE_OPERAND_H_
#define KERNELS_OPENVINO_CACHE_CACHE_OPERAND_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/op/integer_input.h"
#include "framework/tensor/growing_tensor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {

// How the heads of a cache [batch, heads, rows, depth] are given to more queries: a dimension of 1
// behind the heads is broadcast to a target, then dimensions 1 and 2 are joined by a Reshape to
// [0, heads, -1, depth].
struct HeadSharing {
  int64_t heads = 0;
  bool is_bidirectional = false;  // of the Broadcast
};

// A cache as keys or values of an attention: the values of `shape`, whose matrices lie `rows_apart`
// rows apart. `copy` owns them if they had to be copied.
struct CacheOperand {
  TensorShape shape;
  const char* data = nullptr;
  int64_t rows_apart = 0;
  Tensor copy;
};

// As it lies; a copy where there is room between its rows. RESOURCE_EXHAUSTED.
absl::Status ReadCache(const GrowingTensor& cache, CacheOperand* operand);

// The sizes of [batch, heads, rows, depth] with a dimension of 1 behind the heads.
Integers WithHeadDim(const TensorShape& shape);

// [a, heads, b, c] as [a, heads / shared, shared, b, c]: the heads of queries by those of the cache
// that they share. Heads of which there is one stay one, and dimensions that are not there, too.
// INVALID_ARGUMENT.
absl::Status SplitHeads(int64_t shared, TensorShape* shape);

// How many queries' heads a head of the cache is for, if that is all that the target means; else 0.
int64_t HeadsShared(const GrowingTensor& cache, const Tensor& target, const HeadSharing& sharing);

// What a broadcast to any target and the Reshape make of it: a copy. INVALID_ARGUMENT,
// RESOURCE_EXHAUSTED.
absl::Status ExpandCache(OpKernelContext* context, const GrowingTensor& cache, const Tensor& target,
                         const HeadSharing& sharing, CacheOperand* operand);

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_CACHE_CACHE_OPERAND_H_
