// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/sparse/sparse_part.h"

#include <vector>

#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::Status SetSparsePart(OpKernelContext* context, const SparseView& whole,
                           const SparsePart& part, int first, int step) {
  std::vector<int64_t> inside;
  for (int64_t i = 0; i < whole.count; ++i) {
    if (part.Holds(whole.At(i))) inside.push_back(i);
  }
  const int64_t count = static_cast<int64_t>(inside.size());
  Tensor* indices = nullptr;
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_output(first, TensorShape({count, whole.rank}), &indices));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(first + step, TensorShape({count}), &values));
  int64_t* index = static_cast<int64_t*>(indices->data());
  PickIndices(whole.indices, whole.rank, inside, index);
  for (int64_t i = 0; i < count; ++i) {
    for (const int64_t start : part.start) *index++ -= start;
  }
  PickElements(values->dtype(), whole.values->data(), inside, values->data());
  return SetVectorOutput(context, first + 2 * step, part.sizes);
}

}  // namespace opgraft_internal
