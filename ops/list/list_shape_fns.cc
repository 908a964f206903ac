// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/list/list_shape_fns.h"

#include <vector>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

using opgraft::DataType;
using opgraft::DataTypeString;
using opgraft::shape_inference::ShapeAndType;

absl::Status MergeElementShape(InferenceContext* c, int input, ShapeHandle* shape) {
  DataType dtype;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("element_dtype", &dtype));
  const std::vector<ShapeAndType>* known = c->input_handle_shapes_and_types(input);
  if (known == nullptr) return absl::OkStatus();
  if (known->size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Trying to read from list with wrong variant data: ", known->size(), " shapes and types"));
  }
  if ((*known)[0].dtype != dtype) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Trying to read from list with wrong element dtype. List has type ",
        DataTypeString((*known)[0].dtype), " but trying to use type ", DataTypeString(dtype)));
  }
  ShapeHandle merged;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(*shape, (*known)[0].shape, &merged));
  *shape = merged;
  return absl::OkStatus();
}

absl::Status SetList(InferenceContext* c, ShapeHandle shape) {
  DataType dtype;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("element_dtype", &dtype));
  c->set_output(0, c->Scalar());
  c->set_output_handle_shapes_and_types(0, {ShapeAndType(shape, dtype)});
  return absl::OkStatus();
}

absl::Status SameList(InferenceContext* c) {
  c->set_output(0, c->Scalar());
  const std::vector<ShapeAndType>* known = c->input_handle_shapes_and_types(0);
  if (known != nullptr) c->set_output_handle_shapes_and_types(0, *known);
  return absl::OkStatus();
}

absl::Status NewList(InferenceContext* c) {
  ShapeHandle unused, shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(0, &shape));
  return SetList(c, shape);
}

absl::Status RowsOf(InferenceContext* c, int input, ShapeHandle* rows) {
  ShapeHandle tensor;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(input), 1, &tensor));
  return c->Subshape(tensor, 1, rows);
}

}  // namespace opgraft_internal
