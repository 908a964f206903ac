// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_POOLING_H_
#define KERNELS_NN_POOLING_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/window_geometry.h"
#include "kernels/nn/window_taps.h"

namespace opgraft_internal {

// The windows of one call.
//
// With a depth d, d channels that follow each other are pooled into one.
struct PoolWindows {
  WindowAttrs attrs;
  WindowGeometry geometry;
  // Channels that are pooled together.
  int64_t depth = 1;

  absl::Status PooledShape(TensorShape* shape) const {
    return attrs.OutputShape(geometry, geometry.channels / depth, shape);
  }
};

// What the ops of pooling and their gradients have in common: ksize and strides, from attrs or, in
// the second versions, from inputs.
class PoolOpBase : public OpKernel {
 public:
  // `type`: what is pooled.
  PoolOpBase(OpKernelConstruction* context, int spatial, DataType type);

 protected:
  // Windows over images of this shape. `first_told` is the input that tells ksize where no attr
  // does; strides follow it. Windows along the batch are UNIMPLEMENTED, and along the channels
  // unless `over_depth`; INVALID_ARGUMENT for what cannot be.
  absl::Status Windows(OpKernelContext* context, const TensorShape& images, int first_told,
                       bool over_depth, PoolWindows* windows) const;
  // INVALID_ARGUMENT unless `shape`, that of input `what`, is that of the result.
  static absl::Status CheckPooledShape(const PoolWindows& windows, const char* what,
                                       const TensorShape& shape);

  bool channels_first() const { return attrs_.channels_first(); }
  // How images are read and written for the loops.
  const LoopView& view() const { return view_; }

 private:
  static absl::Status CheckDepth(bool over_depth, PoolWindows* windows);

  LoopView view_;
  WindowAttrs attrs_;
};

// Calls work(line, begin, end) for lines of places, those that differ in the last dimension only,
// on several threads. `total_lines` are those of all images.
template <typename Work>
void ShardLines(OpKernelContext* context, const WindowGeometry& window, int64_t total_lines,
                int64_t length, const Work& work) {
  const double pixel_ns =
      20 + 0.15 * static_cast<double>(window.taps()) * static_cast<double>(window.channels);
  ShardElements(context, total_lines, static_cast<double>(length) * pixel_ns, work);
}

// Calls visit(image, place of all, p0, p1, p2) for the places on lines [begin, end).
template <typename Visit>
void ForEachPlaceOfLines(const WindowGeometry& window, int64_t begin, int64_t end,
                         const Visit& visit) {
  const WindowDim* dims = window.dims;
  for (int64_t line = begin; line < end; ++line) {
    const int64_t p1 = line % dims[1].out, p0 = line / dims[1].out % dims[0].out;
    const int64_t image = line / dims[1].out / dims[0].out;
    for (int64_t p2 = 0; p2 < dims[2].out; ++p2) visit(image, line * dims[2].out + p2, p0, p1, p2);
  }
}

// The same for pixels: visit(image, pixel of all, i0, i1, i2).
template <typename Visit>
void ForEachPixelOfLines(const WindowGeometry& window, int64_t begin, int64_t end,
                         const Visit& visit) {
  const WindowDim* dims = window.dims;
  for (int64_t line = begin; line < end; ++line) {
    const int64_t i1 = line % dims[1].in, i0 = line / dims[1].in % dims[0].in;
    const int64_t image = line / dims[1].in / dims[0].in;
    for (int64_t i2 = 0; i2 < dims[2].in; ++i2) visit(image, line * dims[2].in + i2, i0, i1, i2);
  }
}

// The lines of places, and of pixels, of all images.
inline int64_t LinesOfPlaces(const WindowGeometry& window) {
  return window.batch * window.dims[0].out * window.dims[1].out;
}
inline int64_t LinesOfPixels(const WindowGeometry& window) {
  return window.batch * window.dims[0].in * window.dims[1].in;
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_POOLING_H_
