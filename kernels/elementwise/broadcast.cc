// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/broadcast.h"

#include <algorithm>

namespace opgraft_internal {

namespace {

// The size at dimension `d` of `rank`, to which the shape is aligned at its end.
int64_t AlignedSize(const TensorShape& shape, int d, int rank) {
  const int own = d - (rank - shape.dims());
  return own < 0 ? 1 : shape.dim_size(own);
}

}  // namespace

void Broadcast::AppendOuterDim(const Dim& dim) {
  if (outer_.empty()) {
    outer_.push_back(dim);
    return;
  }
  Dim& inner = outer_.back();
  bool joins = true;
  for (int k = 0; k < kMaxOperands; ++k)
    joins = joins && dim.strides[k] == inner.size * inner.strides[k];
  if (joins) {
    inner.size *= dim.size;
  } else {
    outer_.push_back(dim);
  }
}

bool Broadcast::Init(absl::Span<const TensorShape* const> shapes) {
  int rank = 0;
  for (const TensorShape* shape : shapes) rank = std::max(rank, shape->dims());
  absl::InlinedVector<int64_t, 6> sizes(static_cast<size_t>(rank));
  int64_t steps[kMaxOperands] = {1, 1, 1};
  for (int d = rank - 1; d >= 0; --d) {
    Dim dim = {1, {0, 0, 0}};
    for (size_t k = 0; k < shapes.size(); ++k) {
      const int64_t size = AlignedSize(*shapes[k], d, rank);
      if (size == 1) continue;
      if (dim.size != 1 && dim.size != size) return false;
      dim.size = size;
      dim.strides[k] = steps[k];
      steps[k] *= size;
    }
    sizes[static_cast<size_t>(d)] = dim.size;
    if (dim.size != 1) AppendOuterDim(dim);
  }
  output_shape_ = TensorShape(absl::MakeConstSpan(sizes));
  // So far from the innermost on.
  if (!outer_.empty()) {
    run_ = outer_.front();
    outer_.erase(outer_.begin());
    std::reverse(outer_.begin(), outer_.end());
  }
  num_runs_ = output_shape_.num_elements() <= 0 ? 0 : output_shape_.num_elements() / run_.size;
  return true;
}

}  // namespace opgraft_internal
