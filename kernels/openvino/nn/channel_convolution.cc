// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/channel_convolution.h"

#include <algorithm>
#include <cstring>

#include "framework/types/data_type_info.h"
#include "kernels/nn/share_with_scratch.h"

namespace opgraft_internal {
namespace {

// Nanoseconds of what one instruction does: a multiplication and an addition, or an element that
// is turned, of all channels of a pixel.
constexpr double kTermNs = 1;
constexpr double kTurnNs = 10;
// Of turned images: they stay in the cache.
constexpr int64_t kMaxPixels = 4096;
constexpr int64_t kFewChannels = 8;

// From the first element that a window sees to behind the last one.
int64_t Extent(const WindowDim& dim) {
  return (dim.out - 1) * dim.stride + (dim.window - 1) * dim.dilation + 1;
}

// Beyond the most, one more.
int64_t PixelsSeen(const WindowGeometry& window) {
  int64_t pixels = 1;
  for (const WindowDim& dim : window.dims) {
    const int64_t extent = Extent(dim);
    if (extent > kMaxPixels / pixels) return kMaxPixels + 1;
    pixels *= extent;
  }
  return pixels;
}

}  // namespace

// What all units of a convolution share. A unit is one image and as many channels as a pixel has
// in the loops; its scratch has the planes turned, the pixels with their padding, the weights and
// what comes out.
class ChannelConvolution::Job {
 public:
  Job(const ConvolutionSizes& sizes, const loops::ChannelWindowLoops& loops, int64_t size)
      : window_(sizes.window),
        channels_(sizes.groups),
        outputs_(sizes.group_outputs()),
        loops_(loops),
        size_(size),
        pixel_(loops.channels * size) {
    for (int d = 0; d < 3; ++d) extent_[d] = Extent(window_.dims[d]);
    FindTaps();
  }

  int64_t blocks() const { return (channels_ - 1) / loops_.channels + 1; }
  int64_t scratch_bytes() const {
    return pixel_ * (window_.elements() + PixelsSeen(window_) + window_.taps() + window_.places());
  }
  double unit_ns() const {
    const auto terms = static_cast<double>(window_.taps() * window_.places() * outputs_);
    return kTermNs * terms +
           kTurnNs * static_cast<double>(window_.elements() + window_.places() * outputs_);
  }

  void Run(int64_t unit, const void* images, const void* filter, void* out, char* scratch) const {
    const int64_t first = unit % blocks() * loops_.channels;
    const int64_t planes = std::min(loops_.channels, channels_ - first);
    const int64_t plane = unit / blocks() * channels_ + first;
    char* const turned = scratch;
    char* const pixels = turned + window_.elements() * pixel_;
    char* const weights = pixels + PixelsSeen(window_) * pixel_;
    char* const places = weights + window_.taps() * pixel_;
    loops_.turn(At(images, plane * window_.elements()), window_.elements(), planes,
                window_.elements(), turned);
    Pad(turned, pixels);
    for (int64_t o = 0; o < outputs_; ++o) {
      loops_.turn(At(filter, (first * outputs_ + o) * window_.taps()), outputs_ * window_.taps(),
                  planes, window_.taps(), weights);
      RunLines(pixels, weights, places);
      loops_.turn_back(places, window_.places(),
                       static_cast<char*>(out) + (plane * outputs_ + o) * window_.places() * size_,
                       outputs_ * window_.places(), planes);
    }
  }

 private:
  const void* At(const void* data, int64_t element) const {
    return static_cast<const char*>(data) + element * size_;
  }

  // Where the pixel that each tap sees lies, from the window's first one.
  void FindTaps() {
    const WindowDim* dims = window_.dims;
    for (int64_t t0 = 0; t0 < dims[0].window; ++t0)
      for (int64_t t1 = 0; t1 < dims[1].window; ++t1)
        for (int64_t t2 = 0; t2 < dims[2].window; ++t2)
          taps_.push_back((t0 * dims[0].dilation * extent_[1] + t1 * dims[1].dilation) *
                              extent_[2] +
                          t2 * dims[2].dilation);
  }

  // Calls visit(line, pixel) with the number of each line of the image that is seen, or -1 for one
  // of padding, and with its first pixel among those seen.
  template <typename Visit>
  void ForEachLine(const Visit& visit) const {
    const WindowDim* dims = window_.dims;
    for (int64_t y0 = 0; y0 < extent_[0]; ++y0) {
      const int64_t i0 = y0 - dims[0].before;
      for (int64_t y1 = 0; y1 < extent_[1]; ++y1) {
        const int64_t i1 = y1 - dims[1].before;
        const bool is_there = i0 >= 0 && i0 < dims[0].in && i1 >= 0 && i1 < dims[1].in;
        visit(is_there ? i0 * dims[1].in + i1 : -1, (y0 * extent_[1] + y1) * extent_[2]);
      }
    }
  }

  void Pad(const char* turned, char* pixels) const {
    const WindowDim& last = window_.dims[2];
    const int64_t begin = std::clamp<int64_t>(last.before, 0, extent_[2]);
    const int64_t end = std::clamp<int64_t>(last.before + last.in, begin, extent_[2]);
    const auto clear = [&](int64_t from, int64_t to) {
      std::memset(pixels + from * pixel_, 0, static_cast<size_t>((to - from) * pixel_));
    };
    ForEachLine([&](int64_t line, int64_t pixel) {
      if (line < 0) return clear(pixel, pixel + extent_[2]);
      clear(pixel, pixel + begin);
      std::memcpy(pixels + (pixel + begin) * pixel_,
                  turned + (line * last.in + begin - last.before) * pixel_,
                  static_cast<size_t>((end - begin) * pixel_));
      clear(pixel + end, pixel + extent_[2]);
    });
  }

  void RunLines(const char* pixels, const char* weights, char* places) const {
    const WindowDim* dims = window_.dims;
    for (int64_t p0 = 0; p0 < dims[0].out; ++p0) {
      for (int64_t p1 = 0; p1 < dims[1].out; ++p1) {
        const int64_t pixel = (p0 * dims[0].stride * extent_[1] + p1 * dims[1].stride) * extent_[2];
        loops_.line(pixels + pixel * pixel_, taps_.data(), window_.taps(), dims[2].stride, weights,
                    dims[2].out, places + (p0 * dims[1].out + p1) * dims[2].out * pixel_);
      }
    }
  }

  const WindowGeometry& window_;
  const int64_t channels_;
  const int64_t outputs_;
  const loops::ChannelWindowLoops& loops_;
  const int64_t size_;
  const int64_t pixel_;  // bytes
  int64_t extent_[3];
  std::vector<int64_t> taps_;
};

ChannelConvolution::ChannelConvolution(DataType type)
    : size_(DataTypeSize(type)), loops_(loops::FindChannelWindowLoops(type)) {}

bool ChannelConvolution::Suits(const ConvolutionSizes& sizes) const {
  const WindowGeometry& window = sizes.window;
  return loops_.line != nullptr && sizes.is_depthwise() && sizes.group_outputs() <= 4 &&
         sizes.groups >= kFewChannels && window.taps() <= 1024 && window.elements() <= kMaxPixels &&
         PixelsSeen(window) <= kMaxPixels;
}

absl::Status ChannelConvolution::Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                                         const void* images, const void* filter, void* out) const {
  const Job job(sizes, loops_, size_);
  return ShareWithScratch(
      context, sizes.window.batch * job.blocks(), job.unit_ns(), job.scratch_bytes(),
      [&](int64_t unit, char* scratch) { job.Run(unit, images, filter, out, scratch); });
}

}  // namespace opgraft_internal
