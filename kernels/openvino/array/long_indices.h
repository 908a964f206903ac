// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_ARRAY_LONG_INDICES_H_
#define KERNELS_OPENVINO_ARRAY_LONG_INDICES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Indices of any integer type as kernels use them: int64, checked.

// Puts into `*longs` the elements of a tensor of integers, in its shape. RESOURCE_EXHAUSTED.
absl::Status AsLongs(OpKernelContext* ctx, const Tensor& tensor, Tensor* longs);

// The same for indices into `size` elements: those that `may_wrap` allows to be negative count from
// the end. INVALID_ARGUMENT, naming one, if they are not all in range.
absl::Status ResolveIndices(OpKernelContext* ctx, const Tensor& indices, int64_t size,
                            bool may_wrap, Tensor* longs);

// Puts into `*targets` which part of a tensor each row of `indices` names, where a row has an index
// for each of `sizes`, and negative ones count from the end. The rows are of `batches` equal
// groups, and so are the parts. INVALID_ARGUMENT if one names none.
absl::Status FindParts(OpKernelContext* ctx, const Tensor& indices, absl::Span<const int64_t> sizes,
                       int64_t batches, Tensor* targets);

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_ARRAY_LONG_INDICES_H_
