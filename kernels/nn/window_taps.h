// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Which pixels a window sees, and which windows see a pixel.
#ifndef KERNELS_NN_WINDOW_TAPS_H_
#define KERNELS_NN_WINDOW_TAPS_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// Calls visit(pixel, tap) for the pixels of one image that the window sees at place (p0, p1, p2),
// in the order of the taps.
//
// Example: a window of 2 x 2 at the corner of an image of 3 columns, without padding: the pixels 0,
// 1, 3 and 4 with the taps 0, 1, 2 and 3.
template <typename Visit>
void ForEachSeenPixel(const WindowGeometry& geometry, int64_t p0, int64_t p1, int64_t p2,
                      const Visit& visit) {
  const WindowDim* dims = geometry.dims;
  const IndexRange taps0 = dims[0].TapsInside(p0);
  const IndexRange taps1 = dims[1].TapsInside(p1);
  const IndexRange taps2 = dims[2].TapsInside(p2);
  for (int64_t t0 = taps0.begin; t0 < taps0.end; ++t0) {
    for (int64_t t1 = taps1.begin; t1 < taps1.end; ++t1) {
      const int64_t row = geometry.PixelAt(dims[0].Element(p0, t0), dims[1].Element(p1, t1),
                                           dims[2].Element(p2, 0));
      const int64_t tap = (t0 * dims[1].window + t1) * dims[2].window;
      for (int64_t t2 = taps2.begin; t2 < taps2.end; ++t2)
        visit(row + t2 * dims[2].dilation, tap + t2);
    }
  }
}

// Calls visit(place, tap) for the places that see `element` of one dimension, from the first on.
template <typename Visit>
void ForEachSeeingPlace(const WindowDim& dim, int64_t element, const Visit& visit) {
  const IndexRange places = dim.PlacesThatSee({element, element + 1});
  for (int64_t place = places.begin; place < places.end; ++place) {
    const int64_t distance = element + dim.before - place * dim.stride;
    if (dim.dilation == 1) {
      visit(place, distance);
    } else if (distance % dim.dilation == 0) {
      visit(place, distance / dim.dilation);
    }
  }
}

// Calls visit(place, tap) for the places of one image that see pixel (i0, i1, i2), in the order of
// the places.
template <typename Visit>
void ForEachSeeingPlace(const WindowGeometry& geometry, int64_t i0, int64_t i1, int64_t i2,
                        const Visit& visit) {
  const WindowDim* dims = geometry.dims;
  ForEachSeeingPlace(dims[0], i0, [&](int64_t p0, int64_t t0) {
    ForEachSeeingPlace(dims[1], i1, [&](int64_t p1, int64_t t1) {
      const int64_t place = (p0 * dims[1].out + p1) * dims[2].out;
      const int64_t tap = (t0 * dims[1].window + t1) * dims[2].window;
      ForEachSeeingPlace(dims[2], i2, [&](int64_t p2, int64_t t2) { visit(place + p2, tap + t2); });
    });
  });
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_WINDOW_TAPS_H_
