// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_PLANE_PATCHES_H_
#define KERNELS_OPENVINO_NN_PLANE_PATCHES_H_

#include <algorithm>
#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// What windows over images [channels, spatial...] see, laid out as a matrix with a row for each
// channel and tap and a column for each place: a convolution is the filter times such a matrix.
// Only the panel of columns that is worked on is ever made. A value; thread-safe.
//
// Example: windows of 2 in the image [1 2 3] of one channel make the rows [1 2] and [2 3].
class PlanePatches {
 public:
  // `channels` of the images' belong to a group.
  PlanePatches(const WindowGeometry& geometry, int64_t channels, DataType type)
      : geometry_(geometry), channels_(channels), type_(type) {}

  // Rows of the matrix.
  int64_t height() const { return geometry_.taps() * channels_; }

  // The columns of these places of one image, whose group's first channel is at `planes`.
  void Pack(const void* planes, IndexRange places, void* panel) const;

  // Adds columns back to the elements that they were seen at.
  void AddBack(const void* panel, IndexRange places, void* planes) const;

 private:
  template <typename Visit>
  void ForEachTap(const Visit& visit) const;
  template <typename Run, typename Padding>
  void ForEachRun(int64_t t0, int64_t t1, int64_t t2, IndexRange places, const Run& run,
                  const Padding& padding) const;
  // Pack and AddBack for elements of the size of T.
  template <typename T>
  void PackAs(const T* planes, IndexRange places, T* panel) const;
  template <typename T>
  void AddBackAs(const T* panel, IndexRange places, T* planes) const;

  WindowGeometry geometry_;
  int64_t channels_;
  DataType type_;
};

// The places of one dimension that see an element, and not padding, with tap `tap`.
//
// Example: with stride 1 and 1 element before, tap 0 of a window of 3 in 4 elements sees elements
// at the places [1, 4), tap 2 at [0, 3).
inline IndexRange PlacesInside(const WindowDim& dim, int64_t tap) {
  const int64_t start = dim.before - tap * dim.dilation;
  const auto first_from = [&](int64_t distance) {
    return distance <= 0 ? 0 : (distance - 1) / dim.stride + 1;
  };
  return {std::min(dim.out, first_from(start)), std::min(dim.out, first_from(start + dim.in))};
}

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_PLANE_PATCHES_H_
