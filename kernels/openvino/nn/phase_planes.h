// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_PHASE_PLANES_H_
#define KERNELS_OPENVINO_NN_PHASE_PLANES_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// Planes [spatial...] laid out so that what one tap sees at places side by side lies side by side:
// the padding is written out, and with a stride s elements are parted into s phases. So a pool, or
// a convolution of each channel alone, is a loop over a few long rows, one a tap. It goes on over
// the ends of lines, and what it makes there is thrown away. Where a plane is so already it is not
// copied. A value; thread-safe.
//
// Example: a window of 3 with stride 2 in [1 2 3 4 5 6 7] has the phases [1 3 5 7] and [2 4 6]. At
// its three places the taps see [1 3 5], [2 4 6] and [3 5 7]: these lie together.
class PhasePlanes {
 public:
  // Places along the first dimension that are worked on at a time.
  struct Block {
    int64_t begin = 0;
    int64_t count = 0;
  };

  // `planes` are laid out together for one block. `type` is of the loops. REQUIRES: no size is 0,
  // and there are so few taps that they may be listed.
  PhasePlanes(const WindowGeometry& window, int64_t planes, DataType type);

  // How many blocks there are, and each of them.
  int64_t blocks() const { return blocks_; }
  Block BlockAt(int64_t index) const;
  // Bytes that laid out planes of a block take; 0 if they are not copied.
  int64_t bytes() const { return bytes_; }
  // Elements of a row that covers all places of a block.
  int64_t row_size(const Block& block) const;
  int64_t row_bytes() const { return row_size({0, block_places_}) * size_; }
  // No element of such a row is thrown away.
  bool is_dense() const { return is_dense_; }

  // Lays out planes that follow each other at `planes`, or leaves them where they are, and makes
  // `taps` point to what each tap of each plane sees at the block's first place. `padding` is one
  // element.
  void LayOut(const void* planes, const Block& block, const void* padding, void* buffer,
              std::vector<const void*>* taps) const;

  // Calls visit(element of the row, place, count) for the block's lines of places.
  template <typename Visit>
  void ForEachLine(const Block& block, const Visit& visit) const {
    const WindowDim* dims = window_.dims;
    for (int64_t p0 = 0; p0 < block.count; ++p0) {
      for (int64_t p1 = 0; p1 < dims[1].out; ++p1) {
        visit((p0 * pitch_[1] + p1) * pitch_[2],
              ((block.begin + p0) * dims[1].out + p1) * dims[2].out, dims[2].out);
      }
    }
  }

  // Calls fold(taps, count, to) so that all places of the block are made, in `out`, the plane of
  // places. `row` has row_bytes().
  template <typename Fold>
  void Run(const std::vector<const void*>& taps, const Block& block, void* row, void* out,
           const Fold& fold) const {
    char* const plane = static_cast<char*>(out);
    const int64_t line_size = window_.dims[1].out * window_.dims[2].out;
    if (is_dense_) {
      fold(taps.data(), block.count * line_size, plane + block.begin * line_size * size_);
      return;
    }
    fold(taps.data(), row_size(block), row);
    ForEachLine(block, [&](int64_t element, int64_t place, int64_t count) {
      std::memcpy(plane + place * size_, static_cast<const char*>(row) + element * size_,
                  static_cast<size_t>(count * size_));
    });
  }

 private:
  // The phases of one dimension that taps see.
  struct Phases {
    // By phase: the numbers of its elements, modulo the stride.
    std::vector<int64_t> rest;
    std::vector<int64_t> of_tap;  // which phase a tap sees,
    std::vector<int64_t> offset;  // and how many elements further on than the place
  };

  // Which phases of a dimension the taps see.
  static Phases PhasesOf(const WindowDim& dim);
  // Lays out the phases of one plane, line by line.
  template <typename T>
  void Copy(const T* plane, const Block& block, T padding, T* to) const;
  template <typename T>
  void CopyLine(const T* line, int64_t phase, T padding, T* to) const;
  // Appends where the first element of each tap of one plane is.
  void PointAtTaps(const char* plane, std::vector<const void*>* taps) const;

  WindowGeometry window_;
  int64_t planes_;
  DataType type_;
  int64_t size_;
  Phases phases_[3];
  // Elements of a phase of a block, by dimension.
  int64_t pitch_[3];
  // Places along the first dimension in a block.
  int64_t block_places_ = 1;
  int64_t blocks_ = 1;
  int64_t bytes_ = 0;
  // Elements of a laid out plane of a block.
  int64_t plane_size_ = 0;
  bool is_view_ = false;
  bool is_dense_ = false;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_PHASE_PLANES_H_
