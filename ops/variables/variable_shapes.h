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

// Shape functions, by the ops that have them. VarHandleOp: a scalar handle that carries the
// variable's type and shape.
absl::Status VarHandleShape(InferenceContext* c);
// Variable: attr shape, where a scalar means that it is not known.
absl::Status OldVariableShape(InferenceContext* c);
// VariableShape: a vector as long as the variable has dimensions.
absl::Status ShapeOfVariable(InferenceContext* c);
// ReadVariableOp: what is known of the variable.
absl::Status ReadVariableShape(InferenceContext* c);
// ResourceGather: batch dimensions, indices, rest of the variable.
absl::Status ResourceGatherShape(InferenceContext* c);
// ResourceGatherNd: see SetGatheredSlices.
absl::Status ResourceGatherNdShape(InferenceContext* c);
// AssignVariableOp: the value must fit what is known of the variable. AssignAddVariableOp and
// AssignSubVariableOp, below, likewise.
absl::Status AssignVariableShape(InferenceContext* c);
absl::Status UpdateVariableShape(InferenceContext* c);
// Assign: the value's shape, which must be the variable's if attr validate_shape says so.
absl::Status RefAssignShape(InferenceContext* c);
// ResourceCountUpTo: a scalar variable.
absl::Status CountShape(InferenceContext* c);
// The Scatter ops: updates are indices.shape + variable.shape[1:], or a scalar.
absl::Status ResourceScatterShape(InferenceContext* c);
absl::Status RefScatterShape(InferenceContext* c);
// The ScatterNd ops: the last dimension of the indices names positions in the variable.
absl::Status ResourceScatterNdShape(InferenceContext* c);
absl::Status RefScatterNdShape(InferenceContext* c);

}  // namespace opgraft_internal

#endif  // OPS_VARIABLES_VARIABLE_SHAPES_H_
