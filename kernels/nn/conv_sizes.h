// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_CONV_SIZES_H_
#define KERNELS_NN_CONV_SIZES_H_

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/nn/convolution.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// What a convolution of images of one shape by a filter of another is: [spatial..., channels /
// groups, outputs], or with `depthwise` [spatial..., channels, multiplier]. INVALID_ARGUMENT if
// they do not fit each other. A filter without elements is not refused here.
absl::Status ConvolutionSizesOf(const WindowAttrs& attrs, const TensorShape& images,
                                const TensorShape& filter, bool depthwise, ConvolutionSizes* sizes);

// The shape of the result.
absl::Status ConvolvedShape(const WindowAttrs& attrs, const ConvolutionSizes& sizes,
                            TensorShape* shape);

// INVALID_ARGUMENT unless the gradient of the result is of the result's shape.
absl::Status CheckOutGradient(const WindowAttrs& attrs, const ConvolutionSizes& sizes,
                              const TensorShape& gradient);

// The shape that a vector of sizes spells.
absl::Status ShapeFromSizes(const Tensor& sizes, TensorShape* shape);

}  // namespace opgraft_internal

#endif  // KERNELS_NN_CONV_SIZES_H_
