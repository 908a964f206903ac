// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions of the ops on variables.
#ifndef OPS_VARIABLES_VARIABLE_SHAPES_H_
#define OPS_VARIABLES_VARIABLE_SHAPES_H_

#include "framework/op/common_shape_fns.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

// The shape of the variable whose handle input `input` is, as far as known. INVALID_ARGUMENT if it
// is a variable of another type than `dtype`.
absl::Status VariableShapeOf(InferenceContext* c, int input, opgraft::DataType dtype,
                             ShapeHandle* shape);

absl::Status VarHandleShape(InferenceContext* c);
absl::Status OldVariableShape(InferenceContext* c);
absl::Status ShapeOfVariable(InferenceContext* c);
absl::Status ReadVariableShape(InferenceContext* c);
absl::Status ResourceGatherShape(InferenceContext* c);
absl::Status ResourceGatherNdShape(InferenceContext* c);
absl::Status AssignVariableShape(InferenceContext* c);
absl::Status UpdateVariableShape(InferenceContext* c);
absl::Status RefAssignShape(InferenceContext* c);
absl::Status CountShape(InferenceContext* c);
absl::Status ResourceScatterShape(InferenceContext* c);
absl::Status RefScatterShape(InferenceContext* c);
absl::Status ResourceScatterNdShape(InferenceContext* c);
absl::Status RefScatterNdShape(InferenceContext* c);

}  // namespace opgraft_internal

#endif  // OPS_VARIABLES_VARIABLE_SHAPES_H_
