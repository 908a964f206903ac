// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_DEPTHWISE_CONVOLUTION_H_
#define KERNELS_NN_DEPTHWISE_CONVOLUTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/nn/conv_sizes.h"

namespace opgraft_internal {

// Convolutions in which each channel is convolved alone, by `multiplier` filters, and their
// gradients: float and double, channels last, loops along the channels. Images are first repeated
// `multiplier` times where that is more than one, so that all loops see as many channels as there
// are outputs. Results do not depend on the number of threads. A value; thread-safe. No size is 0.
//
// One place of the output is a sum over the taps, of rows as long as there are outputs:
//
//     out[place] = image[pixel seen by tap 0] . filter[tap 0] + ... + image[pixel seen by tap t]
//     ...
//
// where . multiplies element by element. The gradient by the images is the same sum over the places
// that saw a pixel, that by the filter over the places of each tap.
//
// Shapes: images [batch, spatial..., channels], filter [taps, outputs], out [batch, places...,
// outputs]. RESOURCE_EXHAUSTED if there is no memory for repeated images.
class DepthwiseConvolution {
 public:
  // Of images and filters of `type`.
  explicit DepthwiseConvolution(DataType type);
  // Is the type one of those above? Else nothing below may be called.
  bool is_supported() const { return weigh_ != nullptr; }

  // Writes `out`; and the gradients by the images and by the filter, each of which is overwritten.
  absl::Status Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                       const Tensor& images, const void* filter, void* out) const;
  absl::Status InputGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                             const void* filter, const void* out_gradient, Tensor* images) const;
  absl::Status FilterGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                              const Tensor& images, const void* out_gradient, void* filter) const;

 private:
  // The rows that a sum is made of: what a tap saw, and what that is multiplied by.
  struct Terms;

  // `*repeated` is `images` with each channel as often as it has filters; `images` itself if that
  // is once.
  absl::Status Repeat(OpKernelContext* context, const ConvolutionSizes& sizes, const Tensor& images,
                      Tensor* repeated) const;
  // The way back: sums of the repetitions of each channel.
  void AddUpRepeats(OpKernelContext* context, const ConvolutionSizes& sizes, const void* repeated,
                    void* images) const;
  // The gradient by one line of the repeated images; `terms` is scratch.
  void GradientOfLine(const ConvolutionSizes& sizes, int64_t line, const void* filter,
                      const void* out_gradient, Terms* terms, char* repeated) const;
  // The gradient by one tap of the filter, `outputs` numbers at `sum`; `row` is scratch of as many.
  void FilterTap(const ConvolutionSizes& sizes, const char* images, const char* out_gradient,
                 int64_t tap, char* row, void* sum) const;

  DataType type_;
  int64_t size_;
  loops::WeightedTapLoop weigh_;
  loops::BinaryLoop add_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_DEPTHWISE_CONVOLUTION_H_
