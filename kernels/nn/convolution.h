// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_CONVOLUTION_H_
#define KERNELS_NN_CONVOLUTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/nn/patches.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// What is convolved: images with `window.channels` by a filter [taps, channels / groups, outputs].
struct ConvolutionSizes {
  WindowGeometry window;
  int64_t outputs = 0;  // channels of the result, of all groups
  int64_t groups = 1;

  int64_t group_channels() const { return window.channels / groups; }
  int64_t group_outputs() const { return outputs / groups; }
  int64_t rows() const { return window.batch * window.places(); }
  // Is each channel a group of its own? A filter then lies as one of a DepthwiseConvolution does.
  bool is_depthwise() const { return groups > 1 && groups == window.channels; }
};

// Convolutions and their gradients as products of matrices: panels of patches by the filter. Where
// the window is one element the images are the patches. What is added up in which order depends on
// the sizes alone, not on threads. A value; thread-safe.
//
// All numbers are of one type, images have their channels last, and no size is 0.
class Convolution {
 public:
  // `type` must have a MatMulLoop.
  explicit Convolution(DataType type);

  absl::Status Forward(OpKernelContext* context, const ConvolutionSizes& sizes, const void* images,
                       const void* filter, void* out) const;
  // The gradient by the images: each output's gradient goes back to what the window saw there.
  absl::Status InputGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                             const void* filter, const void* out_gradient, void* images) const;
  // The gradient by the filter.
  absl::Status FilterGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                              const void* images, const void* out_gradient, void* filter) const;

 private:
  struct FilterSplits;

  Patches PatchesOf(const ConvolutionSizes& sizes) const {
    return Patches(sizes.window, sizes.group_channels(), size_);
  }
  absl::Status PackAll(OpKernelContext* context, const ConvolutionSizes& sizes, const void* images,
                       Tensor* all) const;
  loops::MatMulProblem ForwardProblem(const ConvolutionSizes& sizes, int64_t group,
                                      IndexRange columns, const void* filter) const;
  void GradientOfPlanes(const ConvolutionSizes& sizes, int64_t image, IndexRange planes,
                        const void* filter, const void* out_gradient, void* panel,
                        void* images) const;
  void AddSplit(const ConvolutionSizes& sizes, const FilterSplits& splits, int64_t split,
                const void* images, const void* turned, char* scratch, void* sum) const;
  void* At(void* data, int64_t element) const { return static_cast<char*>(data) + element * size_; }
  const void* At(const void* data, int64_t element) const {
    return static_cast<const char*>(data) + element * size_;
  }

  DataType type_;
  int64_t size_;
  loops::MatMulLoop product_;
  loops::BinaryLoop add_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_CONVOLUTION_H_
