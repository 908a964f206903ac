// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions of ops with windows, beside those of framework/op/common_shape_fns.h.
#ifndef OPS_NN_WINDOW_SHAPES_H_
#define OPS_NN_WINDOW_SHAPES_H_

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The value of input `input` spells the shape of the output, of this rank.
absl::Status ShapeOfSizesInput(opgraft::shape_inference::InferenceContext* c, int input,
                               int64_t rank);

// Conv2DBackpropInput: input_sizes may be rows and columns alone.
absl::Status Conv2DBackpropInputShape(opgraft::shape_inference::InferenceContext* c);

// A depthwise convolution, with padding EXPLICIT too.
absl::Status DepthwiseConvolutionShape(opgraft::shape_inference::InferenceContext* c);

// Pools of images with rows, columns and depth; attrs ksize, strides, padding, data_format.
absl::Status Pool3DShape(opgraft::shape_inference::InferenceContext* c);

// Pools whose ksize and strides are inputs 1 and 2.
//
// Spatial sizes are unknown where the values of these inputs are not known.
absl::Status MaxPoolV2Shape(opgraft::shape_inference::InferenceContext* c);

// Dilation2D: images and a filter [rows, columns, channels]; attrs strides, rates, padding.
absl::Status Dilation2DShape(opgraft::shape_inference::InferenceContext* c);

}  // namespace opgraft_internal

#endif  // OPS_NN_WINDOW_SHAPES_H_
