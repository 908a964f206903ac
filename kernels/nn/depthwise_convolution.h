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
class DepthwiseConvolution {
 public:
  explicit DepthwiseConvolution(DataType type);
  // Is the type one of those above? Else nothing below may be called.
  bool is_supported() const { return weigh_ != nullptr; }

  absl::Status Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                       const Tensor& images, const void* filter, void* out) const;
  absl::Status InputGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                             const void* filter, const void* out_gradient, Tensor* images) const;
  absl::Status FilterGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                              const Tensor& images, const void* out_gradient, void* filter) const;

 private:
  absl::Status Repeat(OpKernelContext* context, const ConvolutionSizes& sizes, const Tensor& images,
                      Tensor* repeated) const;
  void AddUpRepeats(OpKernelContext* context, const ConvolutionSizes& sizes, const void* repeated,
                    void* images) const;
  void FilterTap(const ConvolutionSizes& sizes, const char* images, const char* out_gradient,
                 int64_t tap, char* row, void* sum) const;

  DataType type_;
  int64_t size_;
  loops::WeightedTapLoop weigh_;
  loops::BinaryLoop add_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_DEPTHWISE_CONVOLUTION_H_
