// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/linalg/matrix_shapes.h"

#include "framework/op/common_shape_fns.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

using opgraft::shape_inference::BroadcastBinaryOpOutputShapeFnHelper;
using opgraft::shape_inference::DimensionHandle;
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

absl::Status DeterminantShape(InferenceContext* c) {
  Matrices in;
  OPGRAFT_RETURN_IF_ERROR(SquareMatricesOf(c, 0, &in));
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, in.batch);
  return absl::OkStatus();
}

absl::Status SolveShape(InferenceContext* c) {
  Matrices matrix, rhs;
  ShapeHandle batch;
  DimensionHandle rows;
  OPGRAFT_RETURN_IF_ERROR(SquareMatricesOf(c, 0, &matrix));
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 1, &rhs));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(matrix.batch, rhs.batch, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(matrix.rows, rhs.rows, &rows));
  return SetBatch(c, 0, batch, c->Matrix(rows, rhs.cols));
}

absl::Status LeastSquaresShape(InferenceContext* c) {
  Matrices matrix, rhs;
  ShapeHandle batch, unused;
  DimensionHandle rows;
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 0, &matrix));
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 1, &rhs));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(matrix.batch, rhs.batch, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(matrix.rows, rhs.rows, &rows));
  return SetBatch(c, 0, batch, c->Matrix(matrix.cols, rhs.cols));
}

absl::Status EigShape(InferenceContext* c) {
  Matrices in;
  OPGRAFT_RETURN_IF_ERROR(SquareMatricesOf(c, 0, &in));
  OPGRAFT_RETURN_IF_ERROR(SetBatch(c, 0, in.batch, c->Vector(in.rows)));
  bool vectors = true;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("compute_v", &vectors));
  if (vectors) return SetBatch(c, 1, in.batch, c->Matrix(in.rows, in.cols));
  c->set_output(1, c->Vector(int64_t{0}));
  return absl::OkStatus();
}

absl::Status SvdShape(InferenceContext* c) {
  Matrices in;
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 0, &in));
  bool full = false, vectors = true;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("full_matrices", &full));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("compute_uv", &vectors));
  DimensionHandle inner;
  OPGRAFT_RETURN_IF_ERROR(c->Min(in.rows, in.cols, &inner));
  OPGRAFT_RETURN_IF_ERROR(SetBatch(c, 0, in.batch, c->Vector(inner)));
  if (!vectors) {
    c->set_output(1, c->Vector(int64_t{0}));
    c->set_output(2, c->Vector(int64_t{0}));
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(SetBatch(c, 1, in.batch, c->Matrix(in.rows, full ? in.rows : inner)));
  return SetBatch(c, 2, in.batch, c->Matrix(in.cols, full ? in.cols : inner));
}

absl::Status TriangularSolveShape(InferenceContext* c, bool banded) {
  Matrices matrix, rhs;
  ShapeHandle batch;
  DimensionHandle rows;
  OPGRAFT_RETURN_IF_ERROR(banded ? MatricesOf(c, 0, &matrix) : SquareMatricesOf(c, 0, &matrix));
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 1, &rhs));
  OPGRAFT_RETURN_IF_ERROR(BroadcastBinaryOpOutputShapeFnHelper(
      c, matrix.batch, rhs.batch, /*incompatible_shape_error=*/true, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(matrix.cols, rhs.rows, &rows));
  return SetBatch(c, 0, batch, c->Matrix(rows, rhs.cols));
}

}  // namespace opgraft_internal
