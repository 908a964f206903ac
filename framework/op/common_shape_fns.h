// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions for SetShapeFn, under TensorFlow's names, and helpers for writing others.
#ifndef FRAMEWORK_OP_COMMON_SHAPE_FNS_H_
#define FRAMEWORK_OP_COMMON_SHAPE_FNS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace shape_inference {

// --- Of any op ---

// Output 0 as input 0, what its handle refers to included.
absl::Status UnchangedShape(InferenceContext* c);
// The same; the rank of input 0 must be `rank`, at least that, at most that.
absl::Status UnchangedShapeWithRank(InferenceContext* c, int32_t rank);
absl::Status UnchangedShapeWithRankAtLeast(InferenceContext* c, int32_t rank);
absl::Status UnchangedShapeWithRankAtMost(InferenceContext* c, int32_t rank);
// For ops without outputs.
inline absl::Status NoOutputs(InferenceContext*) { return absl::OkStatus(); }
// Output 0 is a scalar.
absl::Status ScalarShape(InferenceContext* c);
// All outputs are of unknown shape.
absl::Status UnknownShape(InferenceContext* c);
// Output 0 is of the shape of attr 'shape'.
absl::Status ExplicitShape(InferenceContext* c);
// Inputs 0 and 1 have one shape, and so has output 0.
absl::Status MergeBothInputsShapeFn(InferenceContext* c);
// Output 0 is of the shape that the value of input 0 spells.
absl::Status RandomShape(InferenceContext* c);

// --- Broadcasting ---

// The shape that `x` and `y` broadcast to, by NumPy's rule: dimensions are compared from the last,
// and a 1, or a missing one, is stretched. If they do not fit: INVALID_ARGUMENT, or without
// `incompatible_shape_error` a scalar, so that the shape is unknown where they may or may not.
//
// Example: [2,1,4] and [3,1] give [2,3,4]; [2] and [3] do not fit.
absl::Status BroadcastBinaryOpOutputShapeFnHelper(InferenceContext* c, ShapeHandle x, ShapeHandle y,
                                                  bool incompatible_shape_error, ShapeHandle* out);
// Output `output_index` is what inputs 0 and 1 broadcast to.
absl::Status BroadcastBinaryOpOutputShapeFn(InferenceContext* c, int output_index);
inline absl::Status BroadcastBinaryOpShapeFn(InferenceContext* c) {
  return BroadcastBinaryOpOutputShapeFn(c, 0);
}

// --- Of families of ops ---

// MatMul: two matrices, attrs transpose_a and transpose_b.
absl::Status MatMulShape(InferenceContext* c);
// BiasAdd: attr data_format tells where the channels are.
absl::Status BiasAddShape(InferenceContext* c);
// Sum and its kin: input, axes, attr keep_dims. With unknown axes only the rank is known, and only
// if keep_dims is set.
absl::Status ReductionShape(InferenceContext* c);
// Concat: axis, then `num_inputs_to_concat` values; ConcatV2: values, then axis.
absl::Status ConcatShape(InferenceContext* c, int num_inputs_to_concat);
absl::Status ConcatV2Shape(InferenceContext* c);
// Slice: input, begin, size.
absl::Status SliceShape(InferenceContext* c);
// StridedSlice: input, begin, end, strides, and the masks.
absl::Status StridedSliceShape(InferenceContext* c);

// --- Of windows that slide over images; attrs strides, padding, data_format (NHWC, NCHW, NDHWC,
// NCDHW), dilations, ksize ---

// Input [batch, spatial..., channels], filter [spatial..., channels, output channels]. Conv2DShape
// knows padding SAME and VALID.
absl::Status Conv2DShape(InferenceContext* c);
absl::Status Conv2DShapeWithExplicitPadding(InferenceContext* c);
absl::Status Conv3DShape(InferenceContext* c);
// Filter [rows, columns, channels, multiplier].
absl::Status DepthwiseConv2DNativeShape(InferenceContext* c);
// Input [batch, rows, columns, channels] in the order of data_format; windows of `ksize`. MaxPool
// may also pool over channels.
absl::Status AvgPoolShape(InferenceContext* c);
absl::Status MaxPoolShape(InferenceContext* c);

}  // namespace shape_inference
}  // namespace opgraft

#endif  // FRAMEWORK_OP_COMMON_SHAPE_FNS_H_
