// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/sparse/sparse_segment.h"

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::Status CheckSegmentShapes(const Tensor& indices, const Tensor& segment_ids) {
  if (indices.dims() == 1 && segment_ids.dims() == 1 &&
      indices.NumElements() == segment_ids.NumElements())
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("segment_ids and indices should be vectors of the same size, got shapes ",
                   segment_ids.shape().DebugString(), " and ", indices.shape().DebugString()));
}

}  // namespace opgraft_internal
