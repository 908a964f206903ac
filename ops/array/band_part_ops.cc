// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices of which the diagonals near the main one are kept.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status BandPartShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  return shape_inference::UnchangedShapeWithRankAtLeast(c, 2);
}

}  // namespace

REGISTER_OP("MatrixBandPart")
    .Input("input: T")
    .Input("num_lower: Tindex")
    .Input("num_upper: Tindex")
    .Output("band: T")
    .Attr("T: type")
    .Attr("Tindex: {int32, int64} = DT_INT64")
    .SetShapeFn(BandPartShape)
    .Doc(R"doc(
Keeps the diagonals of matrices near the main one.

input: Matrices in its last two dimensions.
num_lower: How many diagonals below the main one are kept; a negative number keeps all.
num_upper: How many above it.
band: The matrices with zeros elsewhere.
)doc");

REGISTER_OP("BatchMatrixBandPart")
    .Input("input: T")
    .Input("num_lower: int64")
    .Input("num_upper: int64")
    .Output("band: T")
    .Attr("T: type")
    .SetShapeFn(BandPartShape)
    .Deprecated(14, "Use MatrixBandPart")
    .Doc(R"doc(
Keeps the diagonals of matrices near the main one.

input: Matrices in its last two dimensions.
num_lower: How many diagonals below the main one are kept; a negative number keeps all.
num_upper: How many above it.
band: The matrices with zeros elsewhere.
)doc");

}  // namespace opgraft
