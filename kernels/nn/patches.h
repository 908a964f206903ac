// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_PATCHES_H_
#define KERNELS_NN_PATCHES_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// What windows see, laid out in rows: a row is one place, in it the taps, in each the channels of
// one group. A convolution is such a matrix times the filter. Only the panel of rows that is worked
// on is ever made. A value; thread-safe.
//
// Example: windows of 2 in the image [1 2 3] of one channel make the rows [1 2] and [2 3].
class Patches {
 public:
  // `channels` of the images' belong to a group.
  Patches(const WindowGeometry& geometry, int64_t channels, int64_t element_size)
      : geometry_(geometry), channels_(channels), element_size_(element_size) {}

  // Elements in a row.
  int64_t width() const { return geometry_.taps() * channels_; }

  // Rows [rows.begin, rows.end) of all images' places, of the group at `first_channel`.
  void Pack(const void* images, IndexRange rows, int64_t first_channel, void* panel) const;

  // Adds rows of places of one image back to the elements that they were seen at, as far as these
  // are in the range of the first spatial dimension. `add` adds vectors.
  void AddBack(const void* panel, IndexRange rows, IndexRange elements, int64_t first_channel,
               loops::BinaryLoop add, void* image) const;

 private:
  // One row.
  void PackPlace(const char* image, int64_t place, char* row) const;
  // Rows of places side by side along the last dimension, of the line of that number.
  void PackLine(const char* image, int64_t line, IndexRange places, char* row) const;
  // The same for places whose windows do not reach over the line's ends.
  void PackInside(const char* image, int64_t line, IndexRange places, char* row) const;
  // Calls run(tap, plane, pixel, count) for the stretches of one place's taps that see pixels side
  // by side in memory, and padding(tap, count) for those that see none.
  template <typename Run, typename Padding>
  void ForEachRun(int64_t place, const Run& run, const Padding& padding) const;

  WindowGeometry geometry_;
  int64_t channels_;
  int64_t element_size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_PATCHES_H_
