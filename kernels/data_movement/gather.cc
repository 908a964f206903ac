// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/gather.h"

#include "absl/strings/str_join.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {

absl::Status ResolveBatchRank(const TensorShape& params, const TensorShape& indices, int axis,
                              int64_t wanted, int* batch_rank) {
  const int rank = indices.dims();
  if (wanted < -rank || wanted > rank) {
    return absl::InvalidArgumentError(absl::StrCat("Expected batch_dims in the range [", -rank,
                                                   ", ", rank, "], but got ", wanted));
  }
  const int batch = static_cast<int>(wanted < 0 ? wanted + rank : wanted);
  if (batch >= params.dims()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "batch_dims (", batch, ") must be less than rank(params) (", params.dims(), ")."));
  }
  if (batch > axis) {
    return absl::InvalidArgumentError(
        absl::StrCat("batch_dims (", batch, ") must be less than or equal to axis (", axis, ")."));
  }
  for (int d = 0; d < batch; ++d) {
    if (params.dim_size(d) == indices.dim_size(d)) continue;
    return absl::InvalidArgumentError(absl::StrCat("params.shape[", d, "]: ", params.dim_size(d),
                                                   " should be equal to indices.shape[", d,
                                                   "]: ", indices.dim_size(d)));
  }
  *batch_rank = batch;
  return absl::OkStatus();
}

GatherSizes GatherSizesOf(const TensorShape& params, const TensorShape& indices, int axis,
                          int batch_rank) {
  GatherSizes gather;
  gather.batches = ProductOf(params.sizes(), 0, batch_rank);
  gather.outer = ProductOf(params.sizes(), batch_rank, axis);
  gather.choices = params.dim_size(axis);
  gather.run = ProductOf(params.sizes(), axis + 1, params.dims());
  gather.picks = ProductOf(indices.sizes(), batch_rank, indices.dims());
  return gather;
}

absl::Status GatheredShape(const TensorShape& params, const TensorShape& indices, int axis,
                           int batch_rank, TensorShape* shape) {
  absl::InlinedVector<int64_t, 8> sizes(params.sizes().begin(), params.sizes().begin() + axis);
  sizes.insert(sizes.end(), indices.sizes().begin() + batch_rank, indices.sizes().end());
  sizes.insert(sizes.end(), params.sizes().begin() + axis + 1, params.sizes().end());
  return TensorShape::BuildTensorShape(sizes, shape);
}

std::string PlaceOf(const TensorShape& shape, int64_t i) {
  absl::InlinedVector<int64_t, 4> place(static_cast<size_t>(shape.dims()));
  for (size_t d = place.size(); d-- > 0;) {
    place[d] = i % shape.sizes()[d];
    i /= shape.sizes()[d];
  }
  return absl::StrJoin(place, ",");
}

}  // namespace opgraft_internal
