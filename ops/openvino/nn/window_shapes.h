// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions of OpenVINO's ops with windows. Images are [batch, channels, spatial...].
#ifndef OPS_OPENVINO_NN_WINDOW_SHAPES_H_
#define OPS_OPENVINO_NN_WINDOW_SHAPES_H_

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Filter [outputs, channels, window...].
absl::Status ConvolutionShape(opgraft::shape_inference::InferenceContext* c);
// Filter [groups, outputs, channels, window...].
absl::Status GroupConvolutionShape(opgraft::shape_inference::InferenceContext* c);
// Filter [channels, outputs, window...]; the spatial sizes may be told by input 2.
absl::Status ConvolutionBackpropDataShape(opgraft::shape_inference::InferenceContext* c);
// Filter [groups, channels, outputs, window...].
absl::Status GroupConvolutionBackpropDataShape(opgraft::shape_inference::InferenceContext* c);
// Images, offsets, filter, and maybe a mask.
absl::Status DeformableConvolutionShape(opgraft::shape_inference::InferenceContext* c);
// Windows of attr kernel; all outputs.
absl::Status PoolShape(opgraft::shape_inference::InferenceContext* c);
// Input 1 tells the spatial sizes of all outputs.
absl::Status AdaptivePoolShape(opgraft::shape_inference::InferenceContext* c);

}  // namespace opgraft_internal

#endif  // OPS_OPENVINO_NN_WINDOW_SHAPES_H_
