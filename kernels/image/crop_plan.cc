// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/crop_plan.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::Status ReadCropBoxes(const Tensor& boxes, const Tensor& box_index, int64_t batch,
                           CropBoxes* crops) {
  crops->count = 0;
  if (boxes.NumElements() == 0 && box_index.NumElements() == 0) return absl::OkStatus();
  if (boxes.dims() != 2 || boxes.dim_size(1) != 4) {
    return absl::InvalidArgumentError(absl::StrCat(
        "boxes must be 2-D and have 4 columns, got shape ", boxes.shape().DebugString()));
  }
  if (box_index.dims() != 1 || box_index.dim_size(0) != boxes.dim_size(0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("box_ind must be a vector with an element for each of the ", boxes.dim_size(0),
                     " boxes, got shape ", box_index.shape().DebugString()));
  }
  crops->edges = static_cast<const float*>(boxes.data());
  crops->images = static_cast<const int32_t*>(box_index.data());
  crops->count = boxes.dim_size(0);
  if (!std::all_of(crops->edges, crops->edges + 4 * crops->count,
                   [](float edge) { return std::isfinite(edge); }))
    return absl::InvalidArgumentError("boxes has an element that is not finite");
  for (int64_t i = 0; i < crops->count; ++i) {
    if (crops->images[i] >= 0 && crops->images[i] < batch) continue;
    return absl::OutOfRangeError(
        absl::StrCat("box_ind[", i, "] = ", crops->images[i], " is outside of [0, ", batch, ")"));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
