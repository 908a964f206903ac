// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic on sparse tensors.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/sparse/sparse_shapes.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Two sparse tensors of one shape.
absl::Status ReadSparsePairShapes(InferenceContext* c, DimensionHandle* rank) {
  SparseShapes a, b;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &a));
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 3, &b));
  return c->Merge(a.rank, b.rank, rank);
}

absl::Status SparseAddShape(InferenceContext* c) {
  DimensionHandle rank;
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(ReadSparsePairShapes(c, &rank));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(6), 0, &unused));
  SetSparseOutputs(c, 0, c->UnknownDim(), rank);
  return absl::OkStatus();
}

absl::Status SparseAddGradShape(InferenceContext* c) {
  ShapeHandle a, b, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &a));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 2, &b));
  c->set_output(0, c->Vector(c->Dim(a, 0)));
  c->set_output(1, c->Vector(c->Dim(b, 0)));
  return absl::OkStatus();
}

absl::Status SparseSparseShape(InferenceContext* c) {
  DimensionHandle rank;
  OPGRAFT_RETURN_IF_ERROR(ReadSparsePairShapes(c, &rank));
  const DimensionHandle count = c->UnknownDim();
  c->set_output(0, c->Matrix(count, rank));
  c->set_output(1, c->Vector(count));
  return absl::OkStatus();
}

// One value for each of the sparse tensor's.
absl::Status ValuesShape(InferenceContext* c) {
  SparseShapes in;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &in));
  c->set_output(0, c->Vector(in.count));
  return absl::OkStatus();
}

absl::Status SparseTensorDenseAddShape(InferenceContext* c) {
  SparseShapes in;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &in));
  c->set_output(0, c->input(3));
  return absl::OkStatus();
}

absl::Status SparseTensorDenseMatMulShape(InferenceContext* c) {
  ShapeHandle a, b, unused;
  DimensionHandle inner;
  bool adjoint_a = false, adjoint_b = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("adjoint_a", &adjoint_a));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("adjoint_b", &adjoint_b));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &a));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(a, 2, &a));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 2, &b));
  OPGRAFT_RETURN_IF_ERROR(
      c->Merge(c->Dim(a, adjoint_a ? 0 : 1), c->Dim(b, adjoint_b ? 1 : 0), &inner));
  c->set_output(0, c->Matrix(c->Dim(a, adjoint_a ? 1 : 0), c->Dim(b, adjoint_b ? 0 : 1)));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("SparseAdd")
    .Input("a_indices: int64")
    .Input("a_values: T")
    .Input("a_shape: int64")
    .Input("b_indices: int64")
    .Input("b_values: T")
    .Input("b_shape: int64")
    .Input("thresh: Treal")
    .Output("sum_indices: int64")
    .Output("sum_values: T")
    .Output("sum_shape: int64")
    .Attr("T: numbertype")
    .Attr("Treal: realnumbertype")
    .SetShapeFn(SparseAddShape)
    .Doc(R"doc(
The sum of two sparse tensors; what is near 0 is left out.

a_indices: Of shape [elements, dimensions], in order.
a_values: One for each index.
a_shape: Of the sparse tensor.
b_indices: Of shape [elements, dimensions], in order.
b_values: One for each index.
b_shape: As `a_shape`.
thresh: Sums of a smaller magnitude are left out.
sum_indices: Of shape [elements, dimensions].
sum_values: One for each index.
sum_shape: As `a_shape`.
)doc");

REGISTER_OP("SparseAddGrad")
    .Input("backprop_val_grad: T")
    .Input("a_indices: int64")
    .Input("b_indices: int64")
    .Input("sum_indices: int64")
    .Output("a_val_grad: T")
    .Output("b_val_grad: T")
    .Attr("T: numbertype")
    .SetShapeFn(SparseAddGradShape)
    .Doc(R"doc(
The gradient of SparseAdd.

backprop_val_grad: Of the sums.
a_indices: Of the op.
b_indices: Of the op.
sum_indices: Of its result.
a_val_grad: Of `a_values`; 0 where the sum was left out.
b_val_grad: Of `b_values`.
)doc");

REGISTER_OP("SparseSparseMaximum")
    .Input("a_indices: int64")
    .Input("a_values: T")
    .Input("a_shape: int64")
    .Input("b_indices: int64")
    .Input("b_values: T")
    .Input("b_shape: int64")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Attr("T: realnumbertype")
    .SetShapeFn(SparseSparseShape)
    .Doc(R"doc(
The larger of both at each place; what is not there is 0.

a_indices: Of shape [elements, dimensions], in order.
a_values: One for each index.
a_shape: Of the sparse tensor.
b_indices: Of shape [elements, dimensions], in order.
b_values: One for each index.
b_shape: As `a_shape`.
output_indices: All places of both.
output_values: One for each index.
)doc");

REGISTER_OP("SparseSparseMinimum")
    .Input("a_indices: int64")
    .Input("a_values: T")
    .Input("a_shape: int64")
    .Input("b_indices: int64")
    .Input("b_values: T")
    .Input("b_shape: int64")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Attr("T: numbertype")
    .SetShapeFn(SparseSparseShape)
    .Doc(R"doc(
The smaller of both at each place; what is not there is 0.

a_indices: Of shape [elements, dimensions], in order.
a_values: One for each index.
a_shape: Of the sparse tensor.
b_indices: Of shape [elements, dimensions], in order.
b_values: One for each index.
b_shape: As `a_shape`.
output_indices: All places of both.
output_values: One for each index.
)doc");

REGISTER_OP("SparseDenseCwiseMul")
    .Input("sp_indices: int64")
    .Input("sp_values: T")
    .Input("sp_shape: int64")
    .Input("dense: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .SetShapeFn(ValuesShape)
    .Doc(R"doc(
Multiplies each element by that of a dense tensor at its place.

sp_indices: Of shape [elements, dimensions], in order.
sp_values: One for each index.
sp_shape: Of the sparse tensor.
dense: Is stretched to `sp_shape`.
output: One for each index.
)doc");

REGISTER_OP("SparseDenseCwiseAdd")
    .Input("sp_indices: int64")
    .Input("sp_values: T")
    .Input("sp_shape: int64")
    .Input("dense: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .SetShapeFn(ValuesShape)
    .Doc(R"doc(
Adds that of a dense tensor at its place to each element.

sp_indices: Of shape [elements, dimensions], in order.
sp_values: One for each index.
sp_shape: Of the sparse tensor.
dense: Is stretched to `sp_shape`.
output: One for each index.
)doc");

REGISTER_OP("SparseDenseCwiseDiv")
    .Input("sp_indices: int64")
    .Input("sp_values: T")
    .Input("sp_shape: int64")
    .Input("dense: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .SetShapeFn(ValuesShape)
    .Doc(R"doc(
Divides each element by that of a dense tensor at its place.

sp_indices: Of shape [elements, dimensions], in order.
sp_values: One for each index.
sp_shape: Of the sparse tensor.
dense: Is stretched to `sp_shape`.
output: One for each index.
)doc");

REGISTER_OP("SparseSoftmax")
    .Input("sp_indices: int64")
    .Input("sp_values: T")
    .Input("sp_shape: int64")
    .Output("output: T")
    .Attr("T: {half, float, double}")
    .SetShapeFn(ValuesShape)
    .Doc(R"doc(
Softmax along the last dimension, of the elements that are there.

sp_indices: Of shape [elements, dimensions], in order.
sp_values: One for each index.
sp_shape: Of the sparse tensor.
output: One for each index.
)doc");

REGISTER_OP("SparseTensorDenseAdd")
    .Input("a_indices: Tindices")
    .Input("a_values: T")
    .Input("a_shape: Tindices")
    .Input("b: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SparseTensorDenseAddShape)
    .Doc(R"doc(
A dense tensor with a sparse one added.

a_indices: Of shape [elements, dimensions], in order.
a_values: One for each index.
a_shape: Of the sparse tensor.
b: Of shape `a_shape`.
output: Of the shape of `b`.
)doc");

REGISTER_OP("SparseTensorDenseMatMul")
    .Input("a_indices: Tindices")
    .Input("a_values: T")
    .Input("a_shape: int64")
    .Input("b: T")
    .Output("product: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64} = DT_INT64")
    .Attr("adjoint_a: bool = false")
    .Attr("adjoint_b: bool = false")
    .SetShapeFn(SparseTensorDenseMatMulShape)
    .Doc(R"doc(
The product of a sparse matrix and a dense one.

a_indices: Of shape [elements, 2].
a_values: One for each index.
a_shape: Rows and columns.
b: A matrix.
product: A matrix.
adjoint_a: a is transposed, and conjugated if it is complex.
adjoint_b: b is.
)doc");

}  // namespace opgraft
