// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_BOX_OVERLAP_H_
#define KERNELS_IMAGE_BOX_OVERLAP_H_

#include <algorithm>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A box by two opposite corners: y1, x1, y2, x2.
struct Box {
  Box() = default;
  // Corners in any order.
  explicit Box(const float* corners)
      : y_min(std::min(corners[0], corners[2])),
        x_min(std::min(corners[1], corners[3])),
        y_max(std::max(corners[0], corners[2])),
        x_max(std::max(corners[1], corners[3])) {}

  float Area() const { return (y_max - y_min) * (x_max - x_min); }

  float y_min = 0;
  float x_min = 0;
  float y_max = 0;
  float x_max = 0;
};

// The area that two boxes share, over the area that they cover; 0 if one has none.
//
// Example: [0,0,2,2] and [1,1,3,3] share an area of 1 and cover 7: the overlap is 1/7.
inline float OverlapOf(const Box& a, const Box& b) {
  const float area_a = a.Area(), area_b = b.Area();
  if (area_a <= 0 || area_b <= 0) return 0;
  const float height =
      std::max<float>(std::min(a.y_max, b.y_max) - std::max(a.y_min, b.y_min), 0.0f);
  const float width =
      std::max<float>(std::min(a.x_max, b.x_max) - std::max(a.x_min, b.x_min), 0.0f);
  const float shared = height * width;
  return shared / (area_a + area_b - shared);
}

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_BOX_OVERLAP_H_
