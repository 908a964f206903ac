// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_CUBIC_WEIGHTS_H_
#define KERNELS_IMAGE_CUBIC_WEIGHTS_H_

#include <cstdint>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "kernels/image/resize_plan.h"

namespace opgraft_internal {

// The four pixels along an axis that a place is made of, and how much of each.
//
// Example: halfway between pixels 4 and 5 the index is {3, 4, 5, 6}.
struct CubicTaps {
  int64_t index[4];
  float weight[4];
};

// Cubic convolution (R. Keys, "Cubic convolution interpolation for digital image processing",
// 1981). As in TensorFlow the weights come from a table of 1024 places between two pixels. With
// half_pixel_centers Keys' a = -0.5 is taken, and pixels beyond the border have no weight; without,
// a = -0.75, and the pixels at the border stand for them.
CubicTaps CubicTapsAt(const AxisScale& scale, int64_t x, int64_t size);

// The same for the places [0, out_size).
std::vector<CubicTaps> CubicTapsOf(const AxisScale& scale, int64_t out_size, int64_t size);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_CUBIC_WEIGHTS_H_
