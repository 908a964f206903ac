// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How the windows of convolutions and pools lie in images: one description for all of them.
#ifndef KERNELS_NN_WINDOW_GEOMETRY_H_
#define KERNELS_NN_WINDOW_GEOMETRY_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {

// A range of places or elements; empty if begin >= end.
struct IndexRange {
  int64_t begin = 0;
  int64_t end = 0;
};

// One spatial dimension: place p sees the elements p * stride - before + tap * dilation.
//
// Example: in 7, window 3, stride 2, dilation 1, before 1 has out 4; place 0 sees the elements -1,
// 0 and 1, of which -1 is padding, so that TapsInside(0) is [1, 3).
struct WindowDim {
  int64_t in = 1;
  int64_t window = 1;
  int64_t out = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t before = 0;

  // The element that a tap sees at a place; outside of [0, in) it is padding.
  int64_t Element(int64_t place, int64_t tap) const {
    return place * stride - before + tap * dilation;
  }
  // The taps at a place that see an element and not padding.
  IndexRange TapsInside(int64_t place) const {
    const int64_t start = place * stride - before;
    const int64_t end = std::min(window, (in - start - 1 + dilation) / dilation);
    return {start < 0 ? (-start + dilation - 1) / dilation : 0, start >= in ? 0 : end};
  }
  // The places with a tap that sees one of the elements [begin, end), and maybe some others.
  IndexRange PlacesThatSee(IndexRange elements) const {
    const int64_t first = elements.begin + before - (window - 1) * dilation;
    return {first <= 0 ? 0 : (first + stride - 1) / stride,
            std::min(out, (elements.end - 1 + before) / stride + 1)};
  }
};

// A batch of images [batch, spatial..., channels] and the windows in it. There are always three
// spatial dimensions: rows and columns of flat images are the first and the last.
//
// Places, elements and taps are numbered in row-major order of the three dimensions. Plain data.
struct WindowGeometry {
  int64_t batch = 0;
  int64_t channels = 0;
  WindowDim dims[3];

  // Of one image.
  int64_t places() const { return dims[0].out * dims[1].out * dims[2].out; }
  int64_t elements() const { return dims[0].in * dims[1].in * dims[2].in; }
  int64_t taps() const { return dims[0].window * dims[1].window * dims[2].window; }
  // How many taps see an element and not padding.
  int64_t TapsInside(int64_t p0, int64_t p1, int64_t p2) const {
    const int64_t places[3] = {p0, p1, p2};
    int64_t count = 1;
    for (int d = 0; d < 3; ++d) {
      const IndexRange taps = dims[d].TapsInside(places[d]);
      count *= taps.end - taps.begin;
    }
    return count;
  }
  // Where a pixel of one image starts, in pixels.
  int64_t PixelAt(int64_t i0, int64_t i1, int64_t i2) const {
    return (i0 * dims[1].in + i1) * dims[2].in + i2;
  }
  // A window of one element at every element.
  bool IsPointwise() const;
};

// INVALID_ARGUMENT unless the numbers of taps and of places of all images can be computed with.
absl::Status CheckWindowProducts(const WindowGeometry& geometry);

// What the attrs of a node say of its windows, for images of `spatial` (2 or 3) dimensions. A
// value.
class WindowAttrs {
 public:
  // Reads strides, padding and, where the op has them, ksize, dilations (or rates),
  // explicit_paddings and data_format. `unsupported` is the code for strides and dilations along
  // batch and channels.
  absl::Status Read(OpKernelConstruction* context, int spatial, absl::StatusCode unsupported);

  // How many dimensions of space images have, and where the channels are.
  int spatial() const { return spatial_; }
  bool channels_first() const { return channels_first_; }
  int channel_dim() const { return channels_first_ ? 1 : spatial_ + 1; }
  // The dimension of a tensor of images that spatial dimension i is.
  int SpatialDim(int i) const { return i + (channels_first_ ? 2 : 1); }
  // Of the tensor's dimensions; empty if the op has no such attr.
  absl::Span<const int64_t> ksize() const { return ksize_; }
  absl::Span<const int64_t> strides() const { return strides_; }
  const std::string& padding() const { return padding_; }
  const std::vector<int64_t>& explicit_paddings() const { return paddings_; }
  // For ops that are told by inputs: of the tensor's dimensions.
  void SetWindows(std::vector<int64_t> ksize, std::vector<int64_t> strides) {
    ksize_ = std::move(ksize);
    strides_ = std::move(strides);
  }

  // The windows of `window` elements (one number a spatial dimension) in images of this shape.
  absl::Status Place(const TensorShape& images, absl::Span<const int64_t> window,
                     WindowGeometry* geometry) const;
  // The shape of what has `channels` numbers at each place.
  absl::Status OutputShape(const WindowGeometry& geometry, int64_t channels,
                           TensorShape* shape) const;

 private:
  absl::Status ReadPerDim(OpKernelConstruction* context, const char* name, size_t size,
                          std::vector<int64_t>* values) const;
  // The error `unsupported` for strides and dilations along batch and channels.
  absl::Status CheckUnitSteps(absl::StatusCode unsupported) const;

  int spatial_ = 2;
  bool channels_first_ = false;
  std::string padding_;
  std::vector<int64_t> ksize_;
  std::vector<int64_t> strides_;
  std::vector<int64_t> dilations_;
  // Elements before and after, for each dimension.
  std::vector<int64_t> paddings_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_WINDOW_GEOMETRY_H_
