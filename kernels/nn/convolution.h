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
  // Channels of the result, of all groups.
  int64_t outputs = 0;
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
// A patch is the row of elements that the window sees at one place, tap by tap. The rows of all
// places are not stored at once: a panel of them, which fits into the cache, is packed and
// multiplied, then the next one.
//
//     image 3x3     window 2x2      patches [places, taps]      filter [taps, outputs]
//      a b c                          a b d e
//      d e f       4 places           b c e f          times      one column an output
//      g h i                          d e g h
//                                     e f h i
//
// With groups, group g multiplies patches of its own channels by its own columns of the filter.
//
// All numbers are of one type, images have their channels last, and no size is 0. Memory is the
// caller's: images [batch, spatial..., channels], filter [taps, channels / groups, outputs], out
// [batch, places..., outputs]. RESOURCE_EXHAUSTED if there is none for patches.
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
  struct ForwardBlocks;
  struct FilterSplits;
  // The memory that Forward works on.
  struct ForwardData {
    const Patches* patches;
    const void* images;
    const void* filter;
    // [groups, rows, width]; null if each panel is packed when it is due.
    const void* all_patches;
    void* out;
  };

  Patches PatchesOf(const ConvolutionSizes& sizes) const {
    return Patches(sizes.window, sizes.group_channels(), size_);
  }
  absl::Status PackAll(OpKernelContext* context, const ConvolutionSizes& sizes, const void* images,
                       Tensor* all) const;
  loops::MatMulProblem ForwardProblem(const ConvolutionSizes& sizes, int64_t group,
                                      IndexRange columns, const void* filter) const;
  void ForwardBlock(const ConvolutionSizes& sizes, const ForwardBlocks& blocks, int64_t unit,
                    const ForwardData& data, char* scratch) const;
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
