// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of matrices, and systems with three diagonals.
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/linalg/matrix_shapes.h"

namespace opgraft {
namespace {

using opgraft_internal::Matrices;
using opgraft_internal::MatricesOf;
using opgraft_internal::SetBatch;
using opgraft_internal::SquareShape;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;

absl::Status TridiagonalSolveShape(InferenceContext* c) {
  Matrices diagonals, rhs;
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 0, &diagonals));
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 1, &rhs));
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(diagonals.rows, 3, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(rhs.batch, diagonals.batch, &rhs.batch));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(rhs.rows, diagonals.cols, &rhs.rows));
  return SetBatch(c, 0, rhs.batch, c->Matrix(rhs.rows, rhs.cols));
}

}  // namespace

REGISTER_OP("TridiagonalSolve")
    .Input("diagonals: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("partial_pivoting: bool = true")
    .Attr("perturb_singular: bool = false")
    .Attr("T: {double, float, complex64, complex128}")
    .SetShapeFn(TridiagonalSolveShape)
    .Doc(R"doc(
The solutions X of matrix X = rhs, for matrices that are 0 but for three diagonals.

diagonals: What is above the main diagonals, these, and what is below, [..., 3, n]; the last element above
  and the first below are not looked at.
rhs: Right-hand sides [..., n, k].
output: The solutions [..., n, k]; NaNs where a pivot is 0.
partial_pivoting: Whether rows may be exchanged, for exactness; else no pivot may be 0.
perturb_singular: Whether pivots that are as good as 0 are made larger, so that there is a solution.
)doc");

REGISTER_OP("MatrixLogarithm")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: {complex64, complex128}")
    .SetShapeFn(SquareShape)
    .Doc(R"doc(
The principal logarithms of matrices: exp of them is the input.

input: Matrices [..., n, n] without an eigenvalue that is 0.
output: Their logarithms; NaNs where there is none.
)doc");

REGISTER_OP("MatrixSquareRoot")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(SquareShape)
    .Doc(R"doc(
The principal square roots of matrices: their squares are the input.

input: Matrices [..., n, n]; real ones have no negative eigenvalue.
output: Their roots; NaNs where there is none.
)doc");

}  // namespace opgraft
