// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/depthwise_convolution.h"

#include <cstring>
#include <vector>

#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/share_with_scratch.h"
#include "kernels/nn/window_taps.h"

namespace opgraft_internal {
namespace {

constexpr double kTermNs = 0.15;

}  // namespace

// What one place adds up.
struct DepthwiseConvolution::Terms {
  void clear() {
    taps.clear();
    weights.clear();
  }
  void Add(const void* tap, const void* weight) {
    taps.push_back(tap);
    weights.push_back(weight);
  }
  int64_t size() const { return static_cast<int64_t>(taps.size()); }

  std::vector<const void*> taps;
  std::vector<const void*> weights;
};

DepthwiseConvolution::DepthwiseConvolution(DataType type)
    : type_(type),
      size_(DataTypeSize(type)),
      weigh_(loops::FindWeightedTapLoop(type)),
      add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd, type)[loops::kVectorVector]) {}

absl::Status DepthwiseConvolution::Repeat(OpKernelContext* context, const ConvolutionSizes& sizes,
                                          const Tensor& images, Tensor* repeated) const {
  const int64_t multiplier = sizes.group_outputs();
  *repeated = images;
  if (multiplier == 1) return absl::OkStatus();
  const int64_t values = images.NumElements();
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(type_, TensorShape({values, multiplier}), repeated));
  StridedCopy({{values, 1, multiplier}, {multiplier, 0, 1}})
      .Run(type_, images.data(), repeated->data(), context->device());
  return absl::OkStatus();
}

absl::Status DepthwiseConvolution::Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                                           const Tensor& images, const void* filter,
                                           void* out) const {
  const WindowGeometry& window = sizes.window;
  const WindowDim* dims = window.dims;
  Tensor repeated;
  OPGRAFT_RETURN_IF_ERROR(Repeat(context, sizes, images, &repeated));
  const int64_t pixel = sizes.outputs * size_;
  const int64_t lines = dims[0].out * dims[1].out;
  const double line_ns =
      static_cast<double>(dims[2].out) *
      (20 + kTermNs * static_cast<double>(window.taps()) * static_cast<double>(sizes.outputs));
  const auto* const taps = static_cast<const char*>(filter);
  ShardElements(context, window.batch * lines, line_ns, [&](int64_t begin, int64_t end) {
    Terms terms;
    for (int64_t line = begin; line < end; ++line) {
      const char* image =
          static_cast<const char*>(repeated.data()) + line / lines * window.elements() * pixel;
      for (int64_t p2 = 0; p2 < dims[2].out; ++p2) {
        terms.clear();
        ForEachSeenPixel(window, line % lines / dims[1].out, line % dims[1].out, p2,
                         [&](int64_t seen, int64_t tap) {
                           terms.Add(image + seen * pixel, taps + tap * pixel);
                         });
        weigh_(terms.taps.data(), terms.weights.data(), terms.size(), sizes.outputs,
               static_cast<char*>(out) + (line * dims[2].out + p2) * pixel);
      }
    }
  });
  return absl::OkStatus();
}

void DepthwiseConvolution::AddUpRepeats(OpKernelContext* context, const ConvolutionSizes& sizes,
                                        const void* repeated, void* images) const {
  const int64_t multiplier = sizes.group_outputs();
  const int64_t values = sizes.window.batch * sizes.window.elements() * sizes.window.channels;
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    const T* from = static_cast<const T*>(repeated);
    T* to = static_cast<T*>(images);
    ShardElements(context, values, static_cast<double>(multiplier),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t i = begin; i < end; ++i) {
                      T sum = zero;
                      for (int64_t m = 0; m < multiplier; ++m) sum += from[i * multiplier + m];
                      to[i] = sum;
                    }
                  });
  };
  type_ == DT_FLOAT ? add(0.f) : add(0.);
}

absl::Status DepthwiseConvolution::InputGradient(OpKernelContext* context,
                                                 const ConvolutionSizes& sizes, const void* filter,
                                                 const void* out_gradient, Tensor* images) const {
  const WindowGeometry& window = sizes.window;
  const WindowDim* dims = window.dims;
  const int64_t lines = dims[0].in * dims[1].in;
  const double line_ns =
      static_cast<double>(dims[2].in) *
      (20 + kTermNs * static_cast<double>(window.taps()) * static_cast<double>(sizes.outputs));
  const bool repeats = sizes.group_outputs() > 1;
  Tensor repeated = *images;
  if (repeats) {
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(
        type_, TensorShape({images->NumElements(), sizes.group_outputs()}), &repeated));
  }
  ShardElements(context, window.batch * lines, line_ns, [&](int64_t begin, int64_t end) {
    Terms terms;
    for (int64_t line = begin; line < end; ++line)
      GradientOfLine(sizes, line, filter, out_gradient, &terms,
                     static_cast<char*>(repeated.data()));
  });
  if (repeats) AddUpRepeats(context, sizes, repeated.data(), images->data());
  return absl::OkStatus();
}

// One line of the images: each of its elements from all places whose windows saw it.
void DepthwiseConvolution::GradientOfLine(const ConvolutionSizes& sizes, int64_t line,
                                          const void* filter, const void* out_gradient,
                                          Terms* terms, char* repeated) const {
  const WindowGeometry& window = sizes.window;
  const WindowDim* dims = window.dims;
  const int64_t pixel = sizes.outputs * size_;
  const int64_t lines = dims[0].in * dims[1].in;
  const auto* const taps = static_cast<const char*>(filter);
  const char* gradient =
      static_cast<const char*>(out_gradient) + line / lines * window.places() * pixel;
  for (int64_t i2 = 0; i2 < dims[2].in; ++i2) {
    terms->clear();
    ForEachSeeingPlace(window, line % lines / dims[1].in, line % dims[1].in, i2,
                       [&](int64_t place, int64_t tap) {
                         terms->Add(gradient + place * pixel, taps + tap * pixel);
                       });
    weigh_(terms->taps.data(), terms->weights.data(), terms->size(), sizes.outputs,
           repeated + (line * dims[2].in + i2) * pixel);
  }
}

// The gradient by one tap of the filter: line by line what it saw times what came out.
void DepthwiseConvolution::FilterTap(const ConvolutionSizes& sizes, const char* images,
                                     const char* out_gradient, int64_t tap, char* row,
                                     void* sum) const {
  const WindowDim* dims = sizes.window.dims;
  const int64_t t2 = tap % dims[2].window, t1 = tap / dims[2].window % dims[1].window;
  const int64_t t0 = tap / dims[2].window / dims[1].window;
  const int64_t pixel = sizes.outputs * size_;
  std::memset(sum, 0, static_cast<size_t>(pixel));
  Terms terms;
  const int64_t lines = dims[0].out * dims[1].out;
  for (int64_t line = 0; line < sizes.window.batch * lines; ++line) {
    const int64_t i0 = dims[0].Element(line % lines / dims[1].out, t0);
    const int64_t i1 = dims[1].Element(line % dims[1].out, t1);
    if (i0 < 0 || i0 >= dims[0].in || i1 < 0 || i1 >= dims[1].in) continue;
    const char* image = images + line / lines * sizes.window.elements() * pixel;
    terms.clear();
    for (int64_t p2 = 0; p2 < dims[2].out; ++p2) {
      const int64_t i2 = dims[2].Element(p2, t2);
      if (i2 < 0 || i2 >= dims[2].in) continue;
      terms.Add(image + sizes.window.PixelAt(i0, i1, i2) * pixel,
                out_gradient + (line * dims[2].out + p2) * pixel);
    }
    weigh_(terms.taps.data(), terms.weights.data(), terms.size(), sizes.outputs, row);
    add_(sum, row, sum, sizes.outputs);
  }
}

absl::Status DepthwiseConvolution::FilterGradient(OpKernelContext* context,
                                                  const ConvolutionSizes& sizes,
                                                  const Tensor& images, const void* out_gradient,
                                                  void* filter) const {
  Tensor repeated;
  OPGRAFT_RETURN_IF_ERROR(Repeat(context, sizes, images, &repeated));
  const int64_t pixel = sizes.outputs * size_;
  const double tap_ns =
      kTermNs * static_cast<double>(sizes.rows()) * static_cast<double>(sizes.outputs);
  return ShareWithScratch(context, sizes.window.taps(), tap_ns, pixel, [&](int64_t tap, char* row) {
    FilterTap(sizes, static_cast<const char*>(repeated.data()),
              static_cast<const char*>(out_gradient), tap, row,
              static_cast<char*>(filter) + tap * pixel);
  });
}

}  // namespace opgraft_internal
