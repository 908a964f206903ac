// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sets: the rows along the last dimension of tensors.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/sparse/sparse_shapes.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The rank of a dense input as a size.
absl::Status DenseRank(InferenceContext* c, int input, DimensionHandle* rank) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(input), 2, &shape));
  *rank = c->RankKnown(shape) ? c->MakeDim(c->Rank(shape)) : c->UnknownDim();
  return absl::OkStatus();
}

// Of two inputs, of which the first `dense` are dense tensors and the others sparse ones.
absl::Status SetOperationShape(InferenceContext* c, int dense) {
  DimensionHandle ranks[2], rank;
  for (int i = 0, input = 0; i < 2; ++i) {
    if (i < dense) {
      OPGRAFT_RETURN_IF_ERROR(DenseRank(c, input++, &ranks[i]));
    } else {
      SparseShapes set;
      OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, input, &set));
      ranks[i] = set.rank;
      input += 3;
    }
  }
  OPGRAFT_RETURN_IF_ERROR(c->Merge(ranks[0], ranks[1], &rank));
  SetSparseOutputs(c, 0, c->UnknownDim(), rank);
  return absl::OkStatus();
}

absl::Status DenseToDenseShape(InferenceContext* c) { return SetOperationShape(c, 2); }
absl::Status DenseToSparseShape(InferenceContext* c) { return SetOperationShape(c, 1); }
absl::Status SparseToSparseShape(InferenceContext* c) { return SetOperationShape(c, 0); }

absl::Status SetSizeShape(InferenceContext* c) {
  SparseShapes set;
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &set));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(shape, 2, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(shape, 0, -1, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("DenseToDenseSetOperation")
    .Input("set1: T")
    .Input("set2: T")
    .Output("result_indices: int64")
    .Output("result_values: T")
    .Output("result_shape: int64")
    .Attr("set_operation: string")
    .Attr("validate_indices: bool = true")
    .Attr("T: {int8, int16, int32, int64, uint8, uint16, string}")
    .SetShapeFn(DenseToDenseShape)
    .Doc(R"doc(
An operation on the sets of two tensors.

set1: Sets are its rows along the last dimension.
set2: As many sets.
result_indices: In order.
result_values: One for each index; those of a set are sorted.
result_shape: The last dimension is the size of the largest set.
set_operation: a-b, b-a, intersection or union.
validate_indices: Indices of sparse tensors must be in order, and none twice.
)doc");

REGISTER_OP("DenseToSparseSetOperation")
    .Input("set1: T")
    .Input("set2_indices: int64")
    .Input("set2_values: T")
    .Input("set2_shape: int64")
    .Output("result_indices: int64")
    .Output("result_values: T")
    .Output("result_shape: int64")
    .Attr("set_operation: string")
    .Attr("validate_indices: bool = true")
    .Attr("T: {int8, int16, int32, int64, uint8, uint16, string}")
    .SetShapeFn(DenseToSparseShape)
    .Doc(R"doc(
An operation on the sets of a tensor and of a sparse one.

set1: Sets are its rows along the last dimension.
set2_indices: Of shape [elements, dimensions].
set2_values: One for each index.
set2_shape: Of the sparse tensor.
result_indices: In order.
result_values: One for each index; those of a set are sorted.
result_shape: The last dimension is the size of the largest set.
set_operation: a-b, b-a, intersection or union.
validate_indices: Indices of sparse tensors must be in order, and none twice.
)doc");

REGISTER_OP("SparseToSparseSetOperation")
    .Input("set1_indices: int64")
    .Input("set1_values: T")
    .Input("set1_shape: int64")
    .Input("set2_indices: int64")
    .Input("set2_values: T")
    .Input("set2_shape: int64")
    .Output("result_indices: int64")
    .Output("result_values: T")
    .Output("result_shape: int64")
    .Attr("set_operation: string")
    .Attr("validate_indices: bool = true")
    .Attr("T: {int8, int16, int32, int64, uint8, uint16, string}")
    .SetShapeFn(SparseToSparseShape)
    .Doc(R"doc(
An operation on the sets of two sparse tensors.

set1_indices: Of shape [elements, dimensions].
set1_values: One for each index.
set1_shape: Of the sparse tensor.
set2_indices: Of shape [elements, dimensions].
set2_values: One for each index.
set2_shape: Of the sparse tensor.
result_indices: In order.
result_values: One for each index; those of a set are sorted.
result_shape: The last dimension is the size of the largest set.
set_operation: a-b, b-a, intersection or union.
validate_indices: Indices of sparse tensors must be in order, and none twice.
)doc");

REGISTER_OP("SetSize")
    .Input("set_indices: int64")
    .Input("set_values: T")
    .Input("set_shape: int64")
    .Output("size: int32")
    .Attr("validate_indices: bool = true")
    .Attr("T: {int8, int16, int32, int64, uint8, uint16, string}")
    .SetShapeFn(SetSizeShape)
    .Doc(R"doc(
How many different elements each set has.

set_indices: Of shape [elements, dimensions].
set_values: One for each index.
set_shape: Of the sparse tensor; sets are its rows along the last dimension.
size: Of shape `set_shape` without the last dimension.
validate_indices: Indices must be in order, and none twice.
)doc");

}  // namespace opgraft
