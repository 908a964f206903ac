// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/training/update_shape.h"

#include "framework/types/status_macros.h"
#include "ops/variables/variable_shapes.h"

namespace opgraft_internal {
namespace {

// A row of the gradient for each index.
absl::Status MergeRows(InferenceContext* c, const UpdateInputPlaces& places, ShapeHandle variable) {
  ShapeHandle indices;
  ShapeHandle rows;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(places.indices), 1, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(variable, 1, &variable));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(variable, 1, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(indices, rows, &rows));
  return c->Merge(rows, c->input(places.grad), &rows);
}

}  // namespace

absl::Status CheckUpdateShapes(InferenceContext* c, const UpdateInputPlaces& places) {
  DataType dtype = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("T", &dtype));
  ShapeHandle variable = c->UnknownShape();
  ShapeHandle unused;
  const bool takes_references = c->num_outputs() > 0;
  for (int i = 0; i < c->num_inputs(); ++i) {
    if (i < places.num_slots) {
      ShapeHandle slot = c->input(i);
      if (!takes_references) OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, i, dtype, &slot));
      OPGRAFT_RETURN_IF_ERROR(c->Merge(variable, slot, &variable));
    } else if (i != places.grad && i != places.indices) {
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
    }
  }
  if (places.indices >= 0) {
    OPGRAFT_RETURN_IF_ERROR(MergeRows(c, places, variable));
  } else {
    OPGRAFT_RETURN_IF_ERROR(c->Merge(variable, c->input(places.grad), &variable));
  }
  if (takes_references) c->set_output(0, variable);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
