// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/images.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::Status ReadImageDims(const Tensor& images, absl::string_view name, ImageDims* dims) {
  if (images.dims() != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " must be 4-dimensional: [batch, height, width, channels], got shape ",
                     images.shape().DebugString()));
  }
  *dims = {images.dim_size(0), images.dim_size(1), images.dim_size(2), images.dim_size(3)};
  return absl::OkStatus();
}

absl::Status ReadImageSize(const Tensor& size, absl::string_view name, int64_t* height,
                           int64_t* width) {
  if (size.dims() != 1 || size.NumElements() != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        name, " must be a vector of height and width, got shape ", size.shape().DebugString()));
  }
  const int32_t* const values = static_cast<const int32_t*>(size.data());
  if (values[0] <= 0 || values[1] <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " must be positive, got ", values[0], " and ", values[1]));
  }
  *height = values[0];
  *width = values[1];
  return absl::OkStatus();
}

absl::Status ReadFloatScalar(const Tensor& tensor, absl::string_view name, float* value) {
  if (tensor.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " must be scalar, got shape ", tensor.shape().DebugString()));
  }
  *value = *static_cast<const float*>(tensor.data());
  return absl::OkStatus();
}

const float* RowCache::Row(int64_t row, absl::FunctionRef<void(float*)> make) {
  ++uses_;
  Slot* oldest = &slots_.front();
  for (Slot& slot : slots_) {
    if (slot.row == row) {
      slot.last_use = uses_;
      return slot.values.data();
    }
    if (slot.last_use < oldest->last_use) oldest = &slot;
  }
  oldest->values.resize(row_size_);
  make(oldest->values.data());
  oldest->row = row;
  oldest->last_use = uses_;
  return oldest->values.data();
}

}  // namespace opgraft_internal
