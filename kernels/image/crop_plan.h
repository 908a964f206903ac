// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_CROP_PLAN_H_
#define KERNELS_IMAGE_CROP_PLAN_H_

#include <cmath>
#include <cstdint>

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Crops [num_boxes] from images: where an axis of a crop lies on one of its image. Box edges are in
// parts of the image, whose first pixel has its centre at 0 and the last at 1.
struct CropAxis {
  // For the edges of a box along one axis; both sizes are in pixels.
  CropAxis(float begin, float end, int64_t image_size, int64_t crop_size)
      : last(static_cast<float>(image_size - 1)), several(crop_size > 1), begin_edge(begin) {
    ratio = several ? last / static_cast<float>(crop_size - 1) : 0.0f;
    scale = several ? (end - begin) * last / static_cast<float>(crop_size - 1) : 0.0f;
    middle = static_cast<float>(0.5 * static_cast<double>(begin + end) * static_cast<double>(last));
  }

  // False for a place outside of the image.
  bool PlaceOf(int64_t i, float* place) const {
    *place = several ? begin_edge * last + static_cast<float>(i) * scale : middle;
    return *place >= 0 && *place <= last;
  }
  // The pixels before and after a place inside, and how far it is from the first.
  static void Split(float place, int64_t* before, int64_t* after, float* lerp) {
    const float floor = std::floor(place);
    *before = static_cast<int64_t>(floor);
    *after = static_cast<int64_t>(std::ceil(place));
    *lerp = place - floor;
  }

  float last;
  bool several;
  float begin_edge;
  // Pixels of the image for one pixel of the crop, if the box is the whole image.
  float ratio;
  // Pixels of the image for one pixel of the crop.
  float scale;
  // The one place of a crop of one pixel.
  float middle;
};

// Boxes [n, 4] of y1, x1, y2, x2 and the image of each. Borrows the tensors.
struct CropBoxes {
  const float* edges = nullptr;
  const int32_t* images = nullptr;
  int64_t count = 0;

  // The axes of one box.
  CropAxis Rows(int64_t box, int64_t image_size, int64_t crop_size) const {
    return CropAxis(edges[4 * box], edges[4 * box + 2], image_size, crop_size);
  }
  CropAxis Columns(int64_t box, int64_t image_size, int64_t crop_size) const {
    return CropAxis(edges[4 * box + 1], edges[4 * box + 3], image_size, crop_size);
  }
};

// INVALID_ARGUMENT for other shapes and edges that are not finite, OUT_OF_RANGE for images that are
// not there.
absl::Status ReadCropBoxes(const Tensor& boxes, const Tensor& box_index, int64_t batch,
                           CropBoxes* crops);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_CROP_PLAN_H_
