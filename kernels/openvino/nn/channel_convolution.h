// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_CHANNEL_CONVOLUTION_H_
#define KERNELS_OPENVINO_NN_CHANNEL_CONVOLUTION_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/channel_window_loops.h"
#include "kernels/nn/convolution.h"

namespace opgraft_internal {

// Convolutions of each channel alone over small images, as the last layers of MobileNets have them:
// 7 x 7 pixels of a thousand channels. The lines of one channel are too short to fill a register,
// so those of a few channels are turned and done together (channel_window_loops.h), with the
// padding written out. Images [batch, channels, spatial...], filter [channels, outputs of each,
// taps]. It adds up what TapConvolution does, in the same order. A value; thread-safe.
class ChannelConvolution {
 public:
  // Of images and filters of `type`. Only float and double suit.
  explicit ChannelConvolution(DataType type);

  // These sizes are better off here.
  bool Suits(const ConvolutionSizes& sizes) const;

  // REQUIRES: Suits(sizes), and no size is 0.
  absl::Status Forward(OpKernelContext* context, const ConvolutionSizes& sizes, const void* images,
                       const void* filter, void* out) const;

 private:
  class Job;

  int64_t size_;
  loops::ChannelWindowLoops loops_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_CHANNEL_CONVOLUTION_H_
