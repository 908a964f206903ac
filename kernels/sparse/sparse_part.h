// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPARSE_SPARSE_PART_H_
#define KERNELS_SPARSE_SPARSE_PART_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {

// A box of a sparse tensor: the elements from `start` on, as many as `sizes` along each dimension,
// by indices that begin at 0.
//
// Example: start {1, 0} and sizes {2, 3} hold the index {2, 1}, which becomes {1, 1}.
struct SparsePart {
  SparseSizes start;
  SparseSizes sizes;

  // Whether an index of the whole tensor is in the part.
  bool Holds(const int64_t* index) const {
    for (size_t d = 0; d < start.size(); ++d) {
      // No overflow: sizes end within the whole tensor.
      if (index[d] < start[d] || index[d] - start[d] >= sizes[d]) return false;
    }
    return true;
  }
};

// Outputs `first`, `first + step` and `first + 2 step` are the indices, values and shape of a part,
// in the order of the whole.
absl::Status SetSparsePart(OpKernelContext* context, const SparseView& whole,
                           const SparsePart& part, int first, int step);

}  // namespace opgraft_internal

#endif  // KERNELS_SPARSE_SPARSE_PART_H_
