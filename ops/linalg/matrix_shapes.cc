// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/linalg/matrix_shapes.h"

#include "framework/types/status_macros.h"

namespace opgraft_internal {

using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

absl::Status MatricesOf(InferenceContext* c, int input, Matrices* out) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(input), 2, &shape));
  out->rows = c->Dim(shape, -2);
  out->cols = c->Dim(shape, -1);
  return c->Subshape(shape, 0, -2, &out->batch);
}

absl::Status SquareMatricesOf(InferenceContext* c, int input, Matrices* out) {
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, input, out));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(out->rows, out->cols, &out->rows));
  out->cols = out->rows;
  return absl::OkStatus();
}

absl::Status SetBatch(InferenceContext* c, int index, ShapeHandle batch, ShapeHandle part) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, part, &out));
  c->set_output(index, out);
  return absl::OkStatus();
}

absl::Status SquareShape(InferenceContext* c) {
  Matrices in;
  OPGRAFT_RETURN_IF_ERROR(SquareMatricesOf(c, 0, &in));
  return SetBatch(c, 0, in.batch, c->Matrix(in.rows, in.cols));
}

}  // namespace opgraft_internal
