// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Decompositions of matrices, and what they solve.
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/linalg/matrix_shapes.h"

namespace opgraft {
namespace {

using opgraft_internal::DeterminantShape;
using opgraft_internal::EigShape;
using opgraft_internal::LeastSquaresShape;
using opgraft_internal::Matrices;
using opgraft_internal::MatricesOf;
using opgraft_internal::SetBatch;
using opgraft_internal::SolveShape;
using opgraft_internal::SquareMatricesOf;
using opgraft_internal::SquareShape;
using opgraft_internal::SvdShape;
using opgraft_internal::TriangularSolveShape;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;

absl::Status LuShape(InferenceContext* c) {
  Matrices in;
  OPGRAFT_RETURN_IF_ERROR(SquareMatricesOf(c, 0, &in));
  OPGRAFT_RETURN_IF_ERROR(SetBatch(c, 0, in.batch, c->Matrix(in.rows, in.cols)));
  return SetBatch(c, 1, in.batch, c->Vector(in.rows));
}

absl::Status QrShape(InferenceContext* c) {
  Matrices in;
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 0, &in));
  bool full = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("full_matrices", &full));
  DimensionHandle inner = in.rows;
  if (!full) OPGRAFT_RETURN_IF_ERROR(c->Min(in.rows, in.cols, &inner));
  OPGRAFT_RETURN_IF_ERROR(SetBatch(c, 0, in.batch, c->Matrix(in.rows, inner)));
  return SetBatch(c, 1, in.batch, c->Matrix(inner, in.cols));
}

absl::Status TridiagonalProductShape(InferenceContext* c) {
  Matrices rhs;
  OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, 3, &rhs));
  for (int i = 0; i < 3; ++i) {
    Matrices band;
    OPGRAFT_RETURN_IF_ERROR(MatricesOf(c, i, &band));
    DimensionHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithValue(band.rows, 1, &unused));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(rhs.batch, band.batch, &rhs.batch));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(rhs.rows, band.cols, &rhs.rows));
  }
  return SetBatch(c, 0, rhs.batch, c->Matrix(rhs.rows, rhs.cols));
}

}  // namespace

REGISTER_OP("Cholesky")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(SquareShape)
    .Doc(R"doc(
The Cholesky decomposition: lower triangular matrices L with input = L L^H.

input: Positive definite matrices [..., n, n], of which the lower triangles are looked at.
output: The matrices L; NaNs for a matrix that is not positive definite.
)doc");

REGISTER_OP("CholeskyGrad")
    .Input("l: T")
    .Input("grad: T")
    .Output("output: T")
    .Attr("T: {half, float, double}")
    .SetShapeFn(SquareShape)
    .Doc(R"doc(
The gradient of Cholesky.

l: What Cholesky gave, [..., n, n].
grad: The gradient of what it gave.
output: The gradient of what it was given.
)doc");

REGISTER_OP("MatrixInverse")
    .Input("input: T")
    .Output("output: T")
    .Attr("adjoint: bool = false")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(SquareShape)
    .Doc(R"doc(
The inverses of matrices.

input: Matrices [..., n, n].
output: Their inverses.
adjoint: Whether the adjoint of each is inverted.
)doc");

REGISTER_OP("MatrixDeterminant")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: {half, float, double, complex64, complex128}")
    .SetShapeFn(DeterminantShape)
    .Doc(R"doc(
The determinants of matrices.

input: Matrices [..., n, n].
output: A number for each.
)doc");

REGISTER_OP("LogMatrixDeterminant")
    .Input("input: T")
    .Output("sign: T")
    .Output("log_abs_determinant: T")
    .Attr("T: {half, float, double, complex64, complex128}")
    .SetShapeFn(DeterminantShape)
    .Doc(R"doc(
The determinants of matrices as sign * exp(log_abs_determinant), which is in range for large ones too.

input: Matrices [..., n, n].
sign: A number of absolute value 1 for each, or 0.
log_abs_determinant: The logarithm of the absolute value for each.
)doc");

REGISTER_OP("MatrixSolve")
    .Input("matrix: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("adjoint: bool = false")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(SolveShape)
    .Doc(R"doc(
The solutions X of matrix X = rhs.

matrix: Matrices [..., n, n].
rhs: Right-hand sides [..., n, k].
output: The solutions [..., n, k].
adjoint: Whether the adjoint of each matrix is meant.
)doc");

REGISTER_OP("MatrixSolveLs")
    .Input("matrix: T")
    .Input("rhs: T")
    .Input("l2_regularizer: double")
    .Output("output: T")
    .Attr("T: {double, float, half, complex64, complex128}")
    .Attr("fast: bool = true")
    .SetShapeFn(LeastSquaresShape)
    .Doc(R"doc(
Least squares: the X for which matrix X is nearest to rhs; of several the smallest.

matrix: Matrices [..., m, n].
rhs: Right-hand sides [..., m, k].
l2_regularizer: How much the squares of X count beside those of the difference; a scalar. Only where `fast` is true.
output: The solutions [..., n, k].
fast: By the normal equations, which a matrix of less than full rank does not have; else by singular values.
)doc");

REGISTER_OP("MatrixTriangularSolve")
    .Input("matrix: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("lower: bool = true")
    .Attr("adjoint: bool = false")
    .Attr("T: {bfloat16, double, float, half, complex64, complex128}")
    .SetShapeFn([](InferenceContext* c) { return TriangularSolveShape(c, /*banded=*/false); })
    .Doc(R"doc(
The solutions X of matrix X = rhs, for triangular matrices. The dimensions before the last two
broadcast.

matrix: Matrices [..., n, n].
rhs: Right-hand sides [..., n, k].
output: The solutions [..., n, k].
lower: Whether the lower triangles are looked at, else the upper ones.
adjoint: Whether the adjoint of each matrix is meant.
)doc");

REGISTER_OP("BandedTriangularSolve")
    .Input("matrix: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("lower: bool = true")
    .Attr("adjoint: bool = false")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn([](InferenceContext* c) { return TriangularSolveShape(c, /*banded=*/true); })
    .Doc(R"doc(
The solutions X of matrix X = rhs, for triangular matrices that are 0 but for some diagonals. The
dimensions before the last two broadcast.

matrix: The diagonals as rows [..., bands, n], the highest first. An element stands in the column that
  is its row of the matrix.
rhs: Right-hand sides [..., n, k].
output: The solutions [..., n, k].
lower: Whether the matrices are lower triangular, so that the first of the diagonals is the main one;
  else it is the last.
adjoint: Whether the adjoint of each matrix is meant.
)doc");

REGISTER_OP("TridiagonalMatMul")
    .Input("superdiag: T")
    .Input("maindiag: T")
    .Input("subdiag: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("T: {double, float, complex64, complex128}")
    .SetShapeFn(TridiagonalProductShape)
    .Doc(R"doc(
Multiplies tridiagonal matrices by dense ones.

superdiag: What is above the main diagonals, [..., 1, n]; the last element is not looked at.
maindiag: The main diagonals, [..., 1, n].
subdiag: What is below them, [..., 1, n]; the first element is not looked at.
rhs: Matrices [..., n, k].
output: The products [..., n, k].
)doc");

REGISTER_OP("SelfAdjointEigV2")
    .Input("input: T")
    .Output("e: T")
    .Output("v: T")
    .Attr("compute_v: bool = true")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(EigShape)
    .Doc(R"doc(
Eigenvalues and eigenvectors of symmetric and Hermitian matrices.

input: Matrices [..., n, n], of which the lower triangles are looked at.
e: The eigenvalues [..., n], the least first.
v: The eigenvectors, columns of [..., n, n].
compute_v: Whether there are eigenvectors; else `v` is [0].
)doc");

REGISTER_OP("Eig")
    .Input("input: T")
    .Output("e: Tout")
    .Output("v: Tout")
    .Attr("compute_v: bool = true")
    .Attr("T: {float, double, complex64, complex128}")
    .Attr("Tout: {complex64, complex128}")
    .SetShapeFn(EigShape)
    .Doc(R"doc(
Eigenvalues and eigenvectors of any square matrices.

input: Matrices [..., n, n].
e: The eigenvalues [..., n], in no order.
v: The eigenvectors, columns of [..., n, n].
compute_v: Whether there are eigenvectors; else `v` is [0].
Tout: The complex type of the precision of `T`.
)doc");

REGISTER_OP("Svd")
    .Input("input: T")
    .Output("s: T")
    .Output("u: T")
    .Output("v: T")
    .Attr("compute_uv: bool = true")
    .Attr("full_matrices: bool = false")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(SvdShape)
    .Doc(R"doc(
The singular value decomposition: input = u diag(s) v^H.

input: Matrices [..., m, n].
s: The singular values, as many as the least of m and n, the largest first.
u: The left vectors, columns of [..., m, least] or, in full, [..., m, m].
v: The right vectors, columns of [..., n, least] or, in full, [..., n, n].
compute_uv: Whether there are vectors; else `u` and `v` are [0].
full_matrices: Whether vectors are added until they are a basis.
)doc");

REGISTER_OP("Qr")
    .Input("input: T")
    .Output("q: T")
    .Output("r: T")
    .Attr("full_matrices: bool = false")
    .Attr("T: {double, float, half, complex64, complex128}")
    .SetShapeFn(QrShape)
    .Doc(R"doc(
The QR decomposition: input = q r, with orthonormal q and upper triangular r.

input: Matrices [..., m, n].
q: Orthonormal columns, [..., m, least of m and n] or, in full, [..., m, m].
r: Upper triangles, [..., least, n] or, in full, [..., m, n].
full_matrices: Whether columns are added to `q` until they are a basis.
)doc");

REGISTER_OP("Lu")
    .Input("input: T")
    .Output("lu: T")
    .Output("p: output_idx_type")
    .Attr("T: {double, float, half, complex64, complex128}")
    .Attr("output_idx_type: {int32, int64} = DT_INT32")
    .SetShapeFn(LuShape)
    .Doc(R"doc(
The LU decomposition with row exchanges: lower and upper triangular matrices and a permutation.

input: Matrices [..., n, n].
lu: The lower triangle, whose diagonal is 1, below the diagonal, and the upper one from it on.
p: Which row of the input each row of the product is, [..., n].
output_idx_type: The type of `p`.
)doc");

}  // namespace opgraft
