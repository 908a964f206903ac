// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_TAP_CONVOLUTION_H_
#define KERNELS_OPENVINO_NN_TAP_CONVOLUTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/nn/convolution.h"

namespace opgraft_internal {

// Convolutions with few outputs a group, each channel alone above all, where a product of matrices
// would copy more than it multiplies: an output is a sum of long rows, one a channel and tap
// (phase_planes.h). Images [batch, channels, spatial...], filter [outputs, channels of a group,
// taps]. A value; thread-safe.
//
// Example, one output and windows of 2 in [1 2 3 4]: the row of tap 0 is [1 2 3], that of tap 1 is
// [2 3 4], and the output is w0 [1 2 3] + w1 [2 3 4].
class TapConvolution {
 public:
  // Of images and filters of `type`. Only float and double suit.
  explicit TapConvolution(DataType type);

  // These sizes are better off here.
  bool Suits(const ConvolutionSizes& sizes) const;

  // REQUIRES: Suits(sizes), and no size is 0.
  absl::Status Forward(OpKernelContext* context, const ConvolutionSizes& sizes, const void* images,
                       const void* filter, void* out) const;

 private:
  DataType type_;
  int64_t size_;
  loops::ScaledTapLoop scale_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_TAP_CONVOLUTION_H_
