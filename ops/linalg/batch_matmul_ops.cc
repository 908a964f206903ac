// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Products of batches of matrices.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::BroadcastBinaryOpOutputShapeFnHelper;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// [..., rows, inner] times [..., inner, columns]. The dimensions in front are equal, or broadcast.
absl::Status BatchMatMulShape(InferenceContext* c, bool broadcast) {
  ShapeHandle x, y;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 2, &y));
  bool adj_x = false, adj_y = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("adj_x", &adj_x));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("adj_y", &adj_y));
  DimensionHandle inner;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(x, adj_x ? -2 : -1), c->Dim(y, adj_y ? -1 : -2), &inner));
  ShapeHandle batch_x, batch_y, batch, out;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(x, 0, -2, &batch_x));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(y, 0, -2, &batch_y));
  if (broadcast) {
    OPGRAFT_RETURN_IF_ERROR(BroadcastBinaryOpOutputShapeFnHelper(
        c, batch_x, batch_y, /*incompatible_shape_error=*/true, &batch));
  } else {
    OPGRAFT_RETURN_IF_ERROR(c->Merge(batch_x, batch_y, &batch));
  }
  const ShapeHandle matrix = c->Matrix(c->Dim(x, adj_x ? -1 : -2), c->Dim(y, adj_y ? -2 : -1));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, matrix, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status BroadcastingShape(InferenceContext* c) { return BatchMatMulShape(c, true); }

}  // namespace

REGISTER_OP("BatchMatMul")
    .Input("x: T")
    .Input("y: T")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double, int32, int64, complex64, complex128}")
    .Attr("adj_x: bool = false")
    .Attr("adj_y: bool = false")
    .Attr("grad_x: bool = false")
    .Attr("grad_y: bool = false")
    .SetShapeFn([](InferenceContext* c) { return BatchMatMulShape(c, /*broadcast=*/false); })
    .Doc(R"doc(
Multiplies batches of matrices, pair by pair.

x: Matrices [..., rows, inner].
y: As many matrices [..., inner, columns].
output: Matrices [..., rows, columns].
adj_x: Whether each matrix of `x` is transposed first, and conjugated if it is complex.
adj_y: Whether each matrix of `y` is transposed first, and conjugated if it is complex.
grad_x: For gradients; without effect here.
grad_y: For gradients; without effect here.
)doc");

REGISTER_OP("BatchMatMulV2")
    .Input("x: T")
    .Input("y: T")
    .Output("output: T")
    .Attr(
        "T: {bfloat16, half, float, double, int16, int32, int64, uint8, uint16, uint32, uint64, "
        "complex64, complex128}")
    .Attr("adj_x: bool = false")
    .Attr("adj_y: bool = false")
    .Attr("grad_x: bool = false")
    .Attr("grad_y: bool = false")
    .SetShapeFn(BroadcastingShape)
    .Doc(R"doc(
Multiplies batches of matrices, pair by pair; the dimensions before the last two broadcast.

x: Matrices [..., rows, inner].
y: Matrices [..., inner, columns].
output: Matrices [..., rows, columns].
adj_x: Whether each matrix of `x` is transposed first, and conjugated if it is complex.
adj_y: Whether each matrix of `y` is transposed first, and conjugated if it is complex.
grad_x: For gradients; without effect here.
grad_y: For gradients; without effect here.
)doc");

REGISTER_OP("BatchMatMulV3")
    .Input("x: Ta")
    .Input("y: Tb")
    .Output("output: Tout")
    .Attr(
        "Ta: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, "
        "complex128}")
    .Attr(
        "Tb: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, "
        "complex128}")
    .Attr("Tout: {bfloat16, half, float, double, int16, int32, int64, complex64, complex128}")
    .Attr("adj_x: bool = false")
    .Attr("adj_y: bool = false")
    .Attr("grad_x: bool = false")
    .Attr("grad_y: bool = false")
    .SetShapeFn(BroadcastingShape)
    .Doc(R"doc(
The products of matrices, pair by pair; the dimensions before the last two broadcast. Bytes are
multiplied as int32, or as bfloat16 where the other operand is.

x: Matrices [..., rows, inner].
y: Matrices [..., inner, columns].
output: Matrices [..., rows, columns].
Tout: int32 for bytes; else that of the operands.
adj_x: Whether each matrix of `x` is transposed first, and conjugated if it is complex.
adj_y: Whether each matrix of `y` is transposed first, and conjugated if it is complex.
grad_x: For gradients; without effect here.
grad_y: For gradients; without effect here.
)doc");

}  // namespace opgraft
