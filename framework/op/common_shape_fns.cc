// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/common_shape_fns.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace opgraft {
namespace shape_inference {
namespace {

// Output 0 and its handle data as input 0, whose shape is now known to be `shape`.
absl::Status PassOn(InferenceContext* c, ShapeHandle shape) {
  c->set_output(0, shape);
  if (const auto* handles = c->input_handle_shapes_and_types(0))
    c->set_output_handle_shapes_and_types(0, *handles);
  return absl::OkStatus();
}

// The sizes that `x` and `y` may broadcast to: that of the one where the other is 1, else what both
// are.
absl::Status BroadcastDims(InferenceContext* c, DimensionHandle x, DimensionHandle y,
                           DimensionHandle* out) {
  const DimRange a = c->Bounds(x), b = c->Bounds(y), one(1);
  const bool x_may_be_one = a.Contains(one), y_may_be_one = b.Contains(one);
  if (a == one || b == one || x.SameHandle(y)) {
    *out = a == one ? y : x;
  } else if (!x_may_be_one && !y_may_be_one) {
    return c->Merge(x, y, out);
  } else if (x_may_be_one && y_may_be_one) {
    *out = c->MakeBoundedDim(DimRange(std::min(a.min(), b.min()), std::max(a.max(), b.max())));
  } else {
    // The one that cannot be 1 is the size.
    *out = x_may_be_one ? y : x;
  }
  return absl::OkStatus();
}

// True if two dimensions broadcast whatever is still unknown of them.
bool SurelyBroadcast(InferenceContext* c, DimensionHandle x, DimensionHandle y) {
  if (c->Value(x) == 1 || c->Value(y) == 1 || x.SameHandle(y)) return true;
  return c->ValueKnown(x) && c->Value(x) == c->Value(y);
}

}  // namespace

absl::Status UnchangedShape(InferenceContext* c) { return PassOn(c, c->input(0)); }

absl::Status UnchangedShapeWithRank(InferenceContext* c, int32_t rank) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), rank, &out));
  return PassOn(c, out);
}

absl::Status UnchangedShapeWithRankAtLeast(InferenceContext* c, int32_t rank) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), rank, &out));
  return PassOn(c, out);
}

absl::Status UnchangedShapeWithRankAtMost(InferenceContext* c, int32_t rank) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), rank, &out));
  return PassOn(c, out);
}

absl::Status ScalarShape(InferenceContext* c) {
  c->set_output(0, c->Scalar());
  return absl::OkStatus();
}

absl::Status UnknownShape(InferenceContext* c) {
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, c->UnknownShape());
  return absl::OkStatus();
}

absl::Status ExplicitShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status MergeBothInputsShapeFn(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status RandomShape(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status BroadcastBinaryOpOutputShapeFnHelper(InferenceContext* c, ShapeHandle x, ShapeHandle y,
                                                  bool incompatible_shape_error, ShapeHandle* out) {
  *out = c->UnknownShape();
  if (!c->RankKnown(x) || !c->RankKnown(y)) return absl::OkStatus();
  const int32_t rank_x = c->Rank(x), rank_y = c->Rank(y), rank = std::max(rank_x, rank_y);
  const DimensionHandle one = c->MakeDim(1);
  std::vector<DimensionHandle> dims(static_cast<size_t>(rank));
  bool sure = true;  // that they match
  for (int32_t i = 0; i < rank; ++i) {
    // The shorter shape has ones in front.
    const DimensionHandle dim_x = i < rank - rank_x ? one : c->Dim(x, i - (rank - rank_x));
    const DimensionHandle dim_y = i < rank - rank_y ? one : c->Dim(y, i - (rank - rank_y));
    const absl::Status status = BroadcastDims(c, dim_x, dim_y, &dims[static_cast<size_t>(i)]);
    if (!status.ok() && incompatible_shape_error) return status;
    if (!status.ok()) {
      *out = c->Scalar();
      return absl::OkStatus();
    }
    sure = sure && SurelyBroadcast(c, dim_x, dim_y);
  }
  if (sure || incompatible_shape_error) *out = c->MakeShape(dims);
  return absl::OkStatus();
}

absl::Status BroadcastBinaryOpOutputShapeFn(InferenceContext* c, int output_index) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(BroadcastBinaryOpOutputShapeFnHelper(
      c, c->input(0), c->input(1), /*incompatible_shape_error=*/true, &out));
  c->set_output(output_index, out);
  return absl::OkStatus();
}

}  // namespace shape_inference
}  // namespace opgraft
