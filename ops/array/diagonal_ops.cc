// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Diagonals of matrices, which are the last two dimensions of a tensor. MatrixBandPart is
// in band_part_ops.cc; Diag and DiagPart, of whole tensors, are in tensor_diagonal_ops.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The diagonals that input `k` names, [lower, upper]: 0 is the main one, those above are positive.
struct Diagonals {
  int64_t lower = 0;
  int64_t upper = 0;
  int64_t count() const { return upper - lower + 1; }
};

// False if `k` is not known.
absl::Status ReadDiagonals(InferenceContext* c, int input, bool* known, Diagonals* diagonals) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(input), 1, &unused));
  const Tensor* k = c->input_tensor(input);
  *known = k != nullptr && IsIndexTensor(*k);
  if (!*known) return absl::OkStatus();
  const int64_t n = k->NumElements();
  if (n < 1 || n > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("diag_index must have only one or two elements, received ", n, " elements."));
  }
  *diagonals = {IndexAt(*k, 0), IndexAt(*k, n - 1)};
  if (diagonals->lower <= diagonals->upper) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("lower_diag_index must not be larger than upper_diag_index: ", diagonals->lower,
                   " > ", diagonals->upper));
}

absl::Status MatrixDiagShape(InferenceContext* c) {
  ShapeHandle in, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &in));
  if (!c->RankKnown(in)) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(in, c->Vector(c->Dim(in, -1)), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status MatrixDiagPartShape(InferenceContext* c) {
  ShapeHandle in, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &in));
  if (!c->RankKnown(in)) return shape_inference::UnknownShape(c);
  DimensionHandle length;
  OPGRAFT_RETURN_IF_ERROR(c->Min(c->Dim(in, -2), c->Dim(in, -1), &length));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(in, 0, -2, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->Vector(length), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status MatrixSetDiagShape(InferenceContext* c) {
  ShapeHandle in, diagonal, batch, diagonal_batch, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &in));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &diagonal));
  c->set_output(0, in);
  if (!c->RankKnown(in) || !c->RankKnown(diagonal)) return absl::OkStatus();
  DimensionHandle length;
  OPGRAFT_RETURN_IF_ERROR(c->Min(c->Dim(in, -2), c->Dim(in, -1), &length));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(length, c->Dim(diagonal, -1), &length));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(in, 0, -2, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(diagonal, 0, -1, &diagonal_batch));
  return c->Merge(batch, diagonal_batch, &unused);
}

// The size that input `i` asks for; `smallest` if it asks for none. Unknown if it is not known.
DimensionHandle WantedSize(InferenceContext* c, int i, int64_t smallest) {
  const Tensor* size = c->input_tensor(i);
  if (size == nullptr || !IsIndexTensor(*size) || size->NumElements() != 1) return c->UnknownDim();
  const int64_t wanted = IndexAt(*size, 0);
  if (wanted < -1) return c->UnknownDim();  // the kernel says that it is wrong
  return c->MakeDim(wanted == -1 ? smallest : wanted);
}

bool AsksForNone(InferenceContext* c, int i) {
  const Tensor* size = c->input_tensor(i);
  return size != nullptr && IndexAt(*size, 0) == -1;
}

// Sizes of matrices with diagonals, the longest of which has `length` elements.
void FindMatrixSizes(InferenceContext* c, const Diagonals& diagonals, int64_t length,
                     DimensionHandle* rows, DimensionHandle* columns) {
  const int64_t least_rows = length - std::min<int64_t>(diagonals.upper, 0);
  const int64_t least_columns = length + std::max<int64_t>(diagonals.lower, 0);
  *rows = WantedSize(c, 2, least_rows);
  *columns = WantedSize(c, 3, least_columns);
  // A square one if nothing is asked for.
  if (c->ValueKnown(*rows) && c->ValueKnown(*columns) && AsksForNone(c, 2) && AsksForNone(c, 3))
    *rows = *columns = c->MakeDim(std::max(least_rows, least_columns));
}

absl::Status MatrixDiagV2Shape(InferenceContext* c) {
  ShapeHandle in, unused, out;
  Diagonals diagonals;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &in));
  for (int i : {2, 3, 4}) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(ReadDiagonals(c, 1, &known, &diagonals));
  if (!known || !c->RankKnown(in)) return shape_inference::UnknownShape(c);
  const int diagonal_dims = diagonals.count() > 1 ? 2 : 1;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(in, diagonal_dims, &in));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(in, 0, -diagonal_dims, &out));
  DimensionHandle rows = c->UnknownDim(), columns = c->UnknownDim();
  const int64_t length = c->Value(c->Dim(in, -1));
  if (length >= 0) FindMatrixSizes(c, diagonals, length, &rows, &columns);
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->Matrix(rows, columns), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status MatrixDiagPartV2Shape(InferenceContext* c) {
  ShapeHandle in, unused, out;
  Diagonals diagonals;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &in));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(ReadDiagonals(c, 1, &known, &diagonals));
  if (!known || !c->RankKnown(in)) return shape_inference::UnknownShape(c);
  const int64_t rows = c->Value(c->Dim(in, -2)), columns = c->Value(c->Dim(in, -1));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(in, 0, -2, &out));
  if (diagonals.count() > 1)
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->Vector(diagonals.count()), &out));
  DimensionHandle length = c->UnknownDim();
  if (rows >= 0 && columns >= 0) {
    const int64_t longest = std::min(rows + std::min<int64_t>(diagonals.upper, 0),
                                     columns - std::max<int64_t>(diagonals.lower, 0));
    if (longest >= 0) length = c->MakeDim(longest);
  }
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->Vector(length), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status MatrixSetDiagV2Shape(InferenceContext* c) {
  ShapeHandle unused;
  Diagonals diagonals;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(ReadDiagonals(c, 2, &known, &diagonals));
  return shape_inference::UnchangedShapeWithRankAtLeast(c, 2);
}

}  // namespace

REGISTER_OP("MatrixDiag")
    .Input("diagonal: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(MatrixDiagShape)
    .Doc(R"doc(
Builds matrices with the given main diagonals; the rest is zeros.

diagonal: The diagonals along its last dimension.
output: Square matrices; zeros off the diagonal.
)doc");

REGISTER_OP("MatrixDiagPart")
    .Input("input: T")
    .Output("diagonal: T")
    .Attr("T: type")
    .SetShapeFn(MatrixDiagPartShape)
    .Doc(R"doc(
The main diagonals of matrices.

input: Matrices in its last two dimensions.
diagonal: Their diagonals.
)doc");

REGISTER_OP("MatrixSetDiag")
    .Input("input: T")
    .Input("diagonal: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(MatrixSetDiagShape)
    .Doc(R"doc(
Replaces the main diagonals of matrices.

input: Matrices in its last two dimensions.
diagonal: Their new diagonals.
output: The matrices with these.
)doc");

REGISTER_OP("BatchMatrixDiag")
    .Input("diagonal: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(MatrixDiagShape)
    .Deprecated(14, "Use MatrixDiag")
    .Doc(R"doc(
Builds matrices with the given main diagonals; the rest is zeros.

diagonal: The diagonals along its last dimension.
output: Square matrices; zeros off the diagonal.
)doc");

REGISTER_OP("BatchMatrixDiagPart")
    .Input("input: T")
    .Output("diagonal: T")
    .Attr("T: type")
    .SetShapeFn(MatrixDiagPartShape)
    .Deprecated(14, "Use MatrixDiagPart")
    .Doc(R"doc(
The main diagonals of matrices.

input: Matrices in its last two dimensions.
diagonal: Their diagonals.
)doc");

REGISTER_OP("BatchMatrixSetDiag")
    .Input("input: T")
    .Input("diagonal: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(MatrixSetDiagShape)
    .Deprecated(14, "Use MatrixSetDiag")
    .Doc(R"doc(
Replaces the main diagonals of matrices.

input: Matrices in its last two dimensions.
diagonal: Their new diagonals.
output: The matrices with these.
)doc");

REGISTER_OP("MatrixDiagV2")
    .Input("diagonal: T")
    .Input("k: int32")
    .Input("num_rows: int32")
    .Input("num_cols: int32")
    .Input("padding_value: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(MatrixDiagV2Shape)
    .Doc(R"doc(
Builds matrices with the given diagonals.

diagonal: The diagonals along its last dimension; of several each is a row.
k: Which diagonals: one number, or the lowest and the highest; 0 is the main one, those above it are
  positive. Of several, the topmost comes first.
num_rows: Of each matrix; -1: as few as hold the diagonals, or as many as there are columns.
num_cols: Of each matrix, likewise.
padding_value: What stands off the diagonals, a scalar.
output: The matrices.
)doc");

REGISTER_OP("MatrixDiagPartV2")
    .Input("input: T")
    .Input("k: int32")
    .Input("padding_value: T")
    .Output("diagonal: T")
    .Attr("T: type")
    .SetShapeFn(MatrixDiagPartV2Shape)
    .Doc(R"doc(
Diagonals of matrices.

input: Matrices in its last two dimensions.
k: Which diagonals: one number, or the lowest and the highest; 0 is the main one, those above it are
  positive. Of several, the topmost comes first.
padding_value: What fills the rows of diagonals that are shorter than the longest, a scalar.
diagonal: The diagonals; of several each is a row.
)doc");

REGISTER_OP("MatrixSetDiagV2")
    .Input("input: T")
    .Input("diagonal: T")
    .Input("k: int32")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(MatrixSetDiagV2Shape)
    .Doc(R"doc(
Replaces diagonals of matrices.

input: Matrices in its last two dimensions.
diagonal: Their new diagonals; of several each is a row.
k: Which diagonals: one number, or the lowest and the highest; 0 is the main one, those above it are
  positive. Of several, the topmost comes first.
output: The matrices with these.
)doc");

REGISTER_OP("MatrixDiagV3")
    .Input("diagonal: T")
    .Input("k: int32")
    .Input("num_rows: int32")
    .Input("num_cols: int32")
    .Input("padding_value: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT'")
    .SetShapeFn(MatrixDiagV2Shape)
    .Doc(R"doc(
Builds matrices with the given diagonals.

diagonal: The diagonals along its last dimension; of several each is a row.
k: Which diagonals: one number, or the lowest and the highest; 0 is the main one, those above it are
  positive. Of several, the topmost comes first.
num_rows: Of each matrix; -1: as few as hold the diagonals, or as many as there are columns.
num_cols: Of each matrix, likewise.
padding_value: What stands off the diagonals, a scalar.
output: The matrices.
align: Where diagonals that are shorter than the longest lie, those above the main one (first word) and
  below it (second).
)doc");

REGISTER_OP("MatrixDiagPartV3")
    .Input("input: T")
    .Input("k: int32")
    .Input("padding_value: T")
    .Output("diagonal: T")
    .Attr("T: type")
    .Attr("align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT'")
    .SetShapeFn(MatrixDiagPartV2Shape)
    .Doc(R"doc(
Diagonals of matrices.

input: Matrices in its last two dimensions.
k: Which diagonals: one number, or the lowest and the highest; 0 is the main one, those above it are
  positive. Of several, the topmost comes first.
padding_value: What fills the rows of diagonals that are shorter than the longest, a scalar.
diagonal: The diagonals; of several each is a row.
align: Where diagonals that are shorter than the longest lie, those above the main one (first word) and
  below it (second).
)doc");

REGISTER_OP("MatrixSetDiagV3")
    .Input("input: T")
    .Input("diagonal: T")
    .Input("k: int32")
    .Output("output: T")
    .Attr("T: type")
    .Attr("align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT'")
    .SetShapeFn(MatrixSetDiagV2Shape)
    .Doc(R"doc(
Replaces diagonals of matrices.

input: Matrices in its last two dimensions.
diagonal: Their new diagonals; of several each is a row.
k: Which diagonals: one number, or the lowest and the highest; 0 is the main one, those above it are
  positive. Of several, the topmost comes first.
output: The matrices with these.
align: Where diagonals that are shorter than the longest lie, those above the main one (first word) and
  below it (second).
)doc");

}  // namespace opgraft
