// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_PLANE_CONVOLUTION_H_
#define KERNELS_OPENVINO_NN_PLANE_CONVOLUTION_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/nn/convolution.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// Convolutions of images [batch, channels, spatial...] by a filter [outputs, channels of a group,
// taps], and their transposes, as products of matrices: the filter by panels of what the windows
// see. Where the window is one element the images are that matrix. What is added up in which order
// depends on the sizes alone, not on threads. A value; thread-safe.
//
// It is Convolution for images whose channels come first: the matrices are the other way round.
//
//     filter [outputs, taps * channels]  x  columns [taps * channels, places]
//                                        =  out     [outputs, places]
//
// for each image and group. Columns are made for a block of places at a time, which fits into the
// cache, and multiplied by a block of the filter's rows.
//
// All numbers are of one type, and no size is 0. RESOURCE_EXHAUSTED if there is no memory for
// columns.
class PlaneConvolution {
 public:
  // Writes the columns of these places of an image and group, of taps * channels rows.
  using PackColumns =
      absl::FunctionRef<void(int64_t image, int64_t group, IndexRange places, void* panel)>;

  // `type` must have a MatMulLoop.
  explicit PlaneConvolution(DataType type);

  // Writes `out`, [batch, outputs, places...].
  absl::Status Forward(OpKernelContext* context, const ConvolutionSizes& sizes, const void* images,
                       const void* filter, void* out) const;
  // The same of columns that the caller makes, each element in about `element_ns`.
  absl::Status Multiply(OpKernelContext* context, const ConvolutionSizes& sizes, PackColumns pack,
                        double element_ns, const void* filter, void* out) const;
  // Each number of `places`, [batch, outputs, places...], goes back to where the windows would have
  // seen it; `images` are made.
  absl::Status Backward(OpKernelContext* context, const ConvolutionSizes& sizes, const void* places,
                        const void* filter, void* images) const;

 private:
  struct Blocks;
  // Where the columns come from: each unit of work packs its own, or they are there, panel by
  // panel, or they are images whose window is one element.
  enum class Columns { kPacked, kMade, kImages };

  // What a product is made of.
  struct Factors {
    Columns columns;
    // For kMade the columns, for kImages the images; null for kPacked.
    const void* images;
    PackColumns pack;   // called only for kPacked
    double element_ns;  // of `pack`; else 0
    const void* filter;
  };

  absl::Status Run(OpKernelContext* context, const ConvolutionSizes& sizes, const Blocks& blocks,
                   const Factors& factors, void* out) const;
  // The product of `unit`: of one block of rows by one block of columns.
  loops::MatMulProblem ProblemOf(const ConvolutionSizes& sizes, const Blocks& blocks, int64_t unit,
                                 const Factors& factors, char* scratch, void* out) const;
  // One product; as dot products if there is one column.
  void Product(const loops::MatMulProblem& problem) const;
  // Some channels of one group of one image, which Backward makes at a time.
  struct ChannelBlock {
    int64_t image;
    int64_t group;
    IndexRange channels;
  };
  void BackwardOfPlanes(const ConvolutionSizes& sizes, const ChannelBlock& of, const void* places,
                        const void* turned, char* panel, void* images) const;
  // The filter turned, as Backward multiplies by it.
  absl::Status TurnFilter(OpKernelContext* context, const ConvolutionSizes& sizes,
                          const void* filter, Tensor* turned) const;
  void* At(void* data, int64_t element) const { return static_cast<char*>(data) + element * size_; }
  const void* At(const void* data, int64_t element) const {
    return static_cast<const char*>(data) + element * size_;
  }

  DataType type_;
  int64_t size_;
  loops::MatMulLoop product_;
  // Null where it would not be faster than `product_`.
  loops::MatMulLoop row_product_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_PLANE_CONVOLUTION_H_
