// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops on batches of matrices that old graphs have: each does what the op does that took its
// place.
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/linalg/matrix_shapes.h"

namespace opgraft {
namespace {

using opgraft_internal::DeterminantShape;
using opgraft_internal::EigShape;
using opgraft_internal::LeastSquaresShape;
using opgraft_internal::Matrices;
using opgraft_internal::SetBatch;
using opgraft_internal::SolveShape;
using opgraft_internal::SquareMatricesOf;
using opgraft_internal::SquareShape;
using opgraft_internal::SvdShape;
using opgraft_internal::TriangularSolveShape;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;

// The eigenvalues are a row above the eigenvectors.
absl::Status RowAboveShape(InferenceContext* c) {
  Matrices in;
  DimensionHandle rows;
  OPGRAFT_RETURN_IF_ERROR(SquareMatricesOf(c, 0, &in));
  OPGRAFT_RETURN_IF_ERROR(c->Add(in.rows, 1, &rows));
  return SetBatch(c, 0, in.batch, c->Matrix(rows, in.cols));
}

}  // namespace

#define REGISTER_OF_ONE(op, types, version, now, shape) \
  REGISTER_OP(op)                                       \
      .Input("input: T")                                \
      .Output("output: T")                              \
      .Attr("T: {" types "}")                           \
      .SetShapeFn(shape)                                \
      .Deprecated(version, "Use " now " instead.")      \
      .Doc("What " now                                  \
           " gives.\n\ninput: Matrices [..., n, n].\n"  \
           "output: What " now " gives.\n")
REGISTER_OF_ONE("BatchCholesky", "double, float", 13, "Cholesky", SquareShape);
REGISTER_OF_ONE("BatchMatrixDeterminant", "float, double, complex64, complex128", 13,
                "MatrixDeterminant", DeterminantShape);
REGISTER_OF_ONE("SelfAdjointEig", "double, float, half", 11, "SelfAdjointEigV2", RowAboveShape);
REGISTER_OF_ONE("BatchSelfAdjointEig", "double, float", 11, "SelfAdjointEigV2", RowAboveShape);
#undef REGISTER_OF_ONE

REGISTER_OP("BatchCholeskyGrad")
    .Input("l: T")
    .Input("grad: T")
    .Output("output: T")
    .Attr("T: {float, double}")
    .SetShapeFn(SquareShape)
    .Deprecated(13, "Use CholeskyGrad instead.")
    .Doc(R"doc(
The gradient of BatchCholesky.

l: What BatchCholesky gave, [..., n, n].
grad: The gradient of what it gave.
output: The gradient of what it was given.
)doc");

REGISTER_OP("BatchMatrixInverse")
    .Input("input: T")
    .Output("output: T")
    .Attr("adjoint: bool = false")
    .Attr("T: {double, float}")
    .SetShapeFn(SquareShape)
    .Deprecated(13, "Use MatrixInverse instead.")
    .Doc(R"doc(
The inverses of matrices.

input: Matrices [..., n, n].
output: Their inverses.
adjoint: Whether the adjoint of each is inverted.
)doc");

REGISTER_OP("BatchMatrixSolve")
    .Input("matrix: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("adjoint: bool = false")
    .Attr("T: {double, float}")
    .SetShapeFn(SolveShape)
    .Deprecated(13, "Use MatrixSolve instead.")
    .Doc(R"doc(
The solutions X of matrix X = rhs.

matrix: Matrices [..., n, n].
rhs: Right-hand sides [..., n, k].
output: The solutions [..., n, k].
adjoint: Whether the adjoint of each matrix is meant.
)doc");

REGISTER_OP("BatchMatrixSolveLs")
    .Input("matrix: T")
    .Input("rhs: T")
    .Input("l2_regularizer: double")
    .Output("output: T")
    .Attr("T: {double, float}")
    .Attr("fast: bool = true")
    .SetShapeFn(LeastSquaresShape)
    .Deprecated(13, "Use MatrixSolveLs instead.")
    .Doc(R"doc(
Least squares: the X for which matrix X is nearest to rhs; of several the smallest.

matrix: Matrices [..., m, n].
rhs: Right-hand sides [..., m, k].
l2_regularizer: How much the squares of X count beside those of the difference; a scalar.
output: The solutions [..., n, k].
fast: By the normal equations; else by singular values.
)doc");

REGISTER_OP("BatchMatrixTriangularSolve")
    .Input("matrix: T")
    .Input("rhs: T")
    .Output("output: T")
    .Attr("lower: bool = true")
    .Attr("adjoint: bool = false")
    .Attr("T: {double, float}")
    .SetShapeFn([](InferenceContext* c) { return TriangularSolveShape(c, /*banded=*/false); })
    .Deprecated(13, "Use MatrixTriangularSolve instead.")
    .Doc(R"doc(
The solutions X of matrix X = rhs, for triangular matrices.

matrix: Matrices [..., n, n].
rhs: Right-hand sides [..., n, k].
output: The solutions [..., n, k].
lower: Whether the lower triangles are looked at, else the upper ones.
adjoint: Whether the adjoint of each matrix is meant.
)doc");

REGISTER_OP("BatchSelfAdjointEigV2")
    .Input("input: T")
    .Output("e: T")
    .Output("v: T")
    .Attr("compute_v: bool = true")
    .Attr("T: {double, float}")
    .SetShapeFn(EigShape)
    .Deprecated(13, "Use SelfAdjointEigV2 instead.")
    .Doc(R"doc(
Eigenvalues and eigenvectors of symmetric matrices.

input: Matrices [..., n, n], of which the lower triangles are looked at.
e: The eigenvalues [..., n], the least first.
v: The eigenvectors, columns of [..., n, n].
compute_v: Whether there are eigenvectors; else `v` is [0].
)doc");

REGISTER_OP("BatchSvd")
    .Input("input: T")
    .Output("s: T")
    .Output("u: T")
    .Output("v: T")
    .Attr("compute_uv: bool = true")
    .Attr("full_matrices: bool = false")
    .Attr("T: {double, float, complex64, complex128}")
    .SetShapeFn(SvdShape)
    .Deprecated(13, "Use Svd instead.")
    .Doc(R"doc(
The singular value decomposition: input = u diag(s) v^H.

input: Matrices [..., m, n].
s: The singular values, the largest first.
u: The left vectors, columns of [..., m, least of m and n] or, in full, [..., m, m].
v: The right vectors, columns of [..., n, least of m and n] or, in full, [..., n, n].
compute_uv: Whether there are vectors; else `u` and `v` are [0].
full_matrices: Whether vectors are added until they are a basis.
)doc");

}  // namespace opgraft
