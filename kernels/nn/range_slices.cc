// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/range_slices.h"

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::StatusOr<RangeSlices> RangeSlices::Of(const TensorShape& shape, int axis) {
  RangeSlices slices;
  if (axis >= shape.dims()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Axis requested is larger than input dimensions. Axis: ", axis,
                     " Input Dimensions: ", shape.dims()));
  }
  if (axis == -1) {
    slices.inner = shape.num_elements();
    return slices;
  }
  slices.has_axis = true;
  slices.count = shape.dim_size(axis);
  for (int d = 0; d < shape.dims(); ++d) {
    if (d < axis) slices.outer *= shape.dim_size(d);
    if (d > axis) slices.inner *= shape.dim_size(d);
  }
  return slices;
}

absl::Status RangeSlices::CheckEnd(const char* what, const Tensor& end) const {
  if (!has_axis && end.NumElements() == 1) return absl::OkStatus();
  if (has_axis && end.dims() == 1 && end.dim_size(0) == count) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(what, has_axis ? " must have a number for each slice" : " must be a scalar",
                   ", not shape ", end.shape().DebugString()));
}

}  // namespace opgraft_internal
