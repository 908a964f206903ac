// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shapes of batches of matrices.
#ifndef OPS_LINALG_MATRIX_SHAPES_H_
#define OPS_LINALG_MATRIX_SHAPES_H_

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// An input as a batch of matrices.
//
// Example: [2, 5, 3, 4] is a batch [2, 5] of matrices with 3 rows and 4 columns.
struct Matrices {
  opgraft::shape_inference::ShapeHandle batch;
  opgraft::shape_inference::DimensionHandle rows;
  opgraft::shape_inference::DimensionHandle cols;
};

// INVALID_ARGUMENT if the input has fewer than two dimensions.
absl::Status MatricesOf(opgraft::shape_inference::InferenceContext* c, int input, Matrices* out);
// The same, and if they are not square.
absl::Status SquareMatricesOf(opgraft::shape_inference::InferenceContext* c, int input,
                              Matrices* out);

// Output `index` is a batch of `part`.
absl::Status SetBatch(opgraft::shape_inference::InferenceContext* c, int index,
                      opgraft::shape_inference::ShapeHandle batch,
                      opgraft::shape_inference::ShapeHandle part);

// Shape functions: of what makes square matrices of square ones, numbers of square matrices, ...
absl::Status SquareShape(opgraft::shape_inference::InferenceContext* c);
// All outputs are of the shape of the batch.
absl::Status DeterminantShape(opgraft::shape_inference::InferenceContext* c);
// A square matrix and right-hand sides of as many rows; the output has the shape of the right-hand
// sides.
absl::Status SolveShape(opgraft::shape_inference::InferenceContext* c);
// A matrix, right-hand sides of as many rows, and a scalar; the output has a row for each column of
// the matrix.
absl::Status LeastSquaresShape(opgraft::shape_inference::InferenceContext* c);
// The decompositions of an op's attrs: outputs that are left out have no elements.
absl::Status EigShape(opgraft::shape_inference::InferenceContext* c);
absl::Status SvdShape(opgraft::shape_inference::InferenceContext* c);
// Solutions that broadcast; the matrix is square, or, if it is banded, has a column for each row.
absl::Status TriangularSolveShape(opgraft::shape_inference::InferenceContext* c, bool banded);

}  // namespace opgraft_internal

#endif  // OPS_LINALG_MATRIX_SHAPES_H_
