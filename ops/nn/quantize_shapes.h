// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_NN_QUANTIZE_SHAPES_H_
#define OPS_NN_QUANTIZE_SHAPES_H_

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Inputs [first, last] are scalars, or INVALID_ARGUMENT.
//
// Example: CheckScalars(c, 2, 5) for min and max of two operands.
absl::Status CheckScalars(opgraft::shape_inference::InferenceContext* c, int first, int last);

// Ends of ranges, inputs `first_end` and the next: scalars, or with attr axis as many as input
// `images_input` is long there. INVALID_ARGUMENT if they are not, or there is no such axis.
absl::Status EndShape(opgraft::shape_inference::InferenceContext* c, int images_input,
                      int first_end, opgraft::shape_inference::ShapeHandle* end);

}  // namespace opgraft_internal

#endif  // OPS_NN_QUANTIZE_SHAPES_H_
