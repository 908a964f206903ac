// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A sparse tensor as ops are given it: three tensors, of which nothing is sure until it is checked.
#ifndef KERNELS_SPARSE_SPARSE_VIEW_H_
#define KERNELS_SPARSE_SPARSE_VIEW_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

using SparseSizes = absl::InlinedVector<int64_t, 6>;

// `count` elements; element i is at indices[i * rank ...] of a tensor of `sizes`. Borrows the
// tensors. A value.
//
// Example: the matrix [[0, 5], [7, 0]] has the indices [[0,1], [1,0]], values [5, 7] and sizes {2,
// 2}; At(1) points to 1, 0.
struct SparseView {
  // The index of element `i`, `rank` numbers.
  const int64_t* At(int64_t i) const { return indices + i * rank; }

  const int64_t* indices = nullptr;
  const Tensor* values = nullptr;
  int64_t count = 0;
  int rank = 0;
  SparseSizes sizes;
};

// Reads int64 indices [count, rank], values [count] and an int64 shape [rank]. INVALID_ARGUMENT,
// with `name` in the message, unless they fit each other and the shape is one of a tensor.
absl::Status ReadSparse(const Tensor& indices, const Tensor& values, const Tensor& shape,
                        absl::string_view name, SparseView* view);

// The same from three inputs of a kernel that follow each other.
absl::Status ReadSparseInputs(OpKernelContext* context, int first, absl::string_view name,
                              SparseView* view);

// INVALID_ARGUMENT unless each index lies within `sizes`.
absl::Status CheckSparseBounds(const SparseView& view);

// -1, 0 or 1: which of two indices comes first in row-major order.
int CompareIndices(const int64_t* a, const int64_t* b, int rank);

// INVALID_ARGUMENT unless each index comes behind the one before.
absl::Status CheckSparseOrder(const SparseView& view);

// The places [0, count) of the elements in row-major order; of equal indices the first comes first.
// Empty if they are in order already.
absl::InlinedVector<int64_t, 4> RowMajorOrder(const int64_t* indices, int64_t count, int rank);

// out[i] = in[order[i]], of any type; as many as `order` has.
void PickElements(DataType dtype, const void* in, absl::Span<const int64_t> order, void* out);

// The indices `order` of `in`, one after the other.
void PickIndices(const int64_t* in, int rank, absl::Span<const int64_t> order, int64_t* out);

// Output `index` is the vector of `values`.
absl::Status SetVectorOutput(OpKernelContext* context, int index, absl::Span<const int64_t> values);

// The distances of neighbours along each dimension, where some may be of size 0.
SparseSizes StepsOf(absl::Span<const int64_t> sizes);

}  // namespace opgraft_internal

#endif  // KERNELS_SPARSE_SPARSE_VIEW_H_
