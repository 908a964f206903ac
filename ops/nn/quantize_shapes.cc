// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/nn/quantize_shapes.h"

#include <string>

#include "framework/types/status_macros.h"

namespace opgraft_internal {

using opgraft::shape_inference::DimensionHandle;
using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

absl::Status CheckScalars(InferenceContext* c, int first, int last) {
  ShapeHandle scalar;
  for (int i = first; i <= last; ++i) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &scalar));
  return absl::OkStatus();
}

absl::Status EndShape(InferenceContext* c, int images_input, int first_end, ShapeHandle* end) {
  int64_t axis = -1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", &axis));
  if (axis < -1) {
    return absl::InvalidArgumentError("axis should be at least -1, not " + std::to_string(axis));
  }
  const int rank = axis == -1 ? 0 : 1;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(first_end), rank, end));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(*end, c->input(first_end + 1), end));
  if (axis == -1) return absl::OkStatus();
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(images_input), axis + 1, &images));
  if (!c->RankKnown(images)) return absl::OkStatus();
  DimensionHandle slices;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(images, axis), c->Dim(*end, 0), &slices));
  *end = c->Vector(slices);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
