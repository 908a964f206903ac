// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPARSE_SPARSE_UNION_H_
#define KERNELS_SPARSE_SPARSE_UNION_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {

// The indices of two sparse tensors, merged: each place of the union with the element of either
// that is there, or -1. Both are taken to be in row-major order; if they are not, all elements are
// there, but not in order.
//
// Example: indices {1, 3} and {3, 4} of vectors have the union 1, 3, 4: a is {0, 1, -1} and b is
// {-1, 0, 1}.
struct SparseUnion {
  // Of `count` indices each, of `rank` numbers.
  SparseUnion(const int64_t* a_indices, int64_t a_count, const int64_t* b_indices, int64_t b_count,
              int rank);

  int64_t size() const { return static_cast<int64_t>(a.size()); }

  std::vector<int64_t> a;
  std::vector<int64_t> b;
};

// Reads inputs 0 to 2 and 3 to 5, sparse tensors of one shape. INVALID_ARGUMENT if they are not.
absl::Status ReadSparsePair(OpKernelContext* context, SparseView* a, SparseView* b);

// out[i] = in[places[i]], 0 where that is -1. Of numbers.
void PickOrZero(DataType dtype, const void* in, absl::Span<const int64_t> places, void* out);

// The indices of the places `picked` of the union.
void PickUnionIndices(const SparseUnion& merged, const SparseView& a, const SparseView& b,
                      absl::Span<const int64_t> picked, int64_t* out);

}  // namespace opgraft_internal

#endif  // KERNELS_SPARSE_SPARSE_UNION_H_
