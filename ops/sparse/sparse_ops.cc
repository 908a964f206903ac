// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse tensors in other shapes, orders and parts.
#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "ops/sparse/sparse_shapes.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status SparseToDenseShape(InferenceContext* c) {
  ShapeHandle unused, shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 2, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(2), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

absl::Status SparseFillEmptyRowsShape(InferenceContext* c) {
  SparseShapes in;
  ShapeHandle unused, dense;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &in));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &dense));
  const DimensionHandle rows =
      c->RankKnown(dense) && c->Rank(dense) > 0 ? c->Dim(dense, 0) : c->UnknownDim();
  const DimensionHandle count = c->UnknownDim();
  c->set_output(0, c->Matrix(count, in.rank));
  c->set_output(1, c->Vector(count));
  c->set_output(2, c->Vector(rows));
  c->set_output(3, c->Vector(in.count));
  return absl::OkStatus();
}

absl::Status RaggedFillEmptyRowsShape(InferenceContext* c) {
  ShapeHandle rows, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(rows, c->input(1), &rows));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  for (int i = 0; i < 3; ++i) c->set_output(i, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(3, rows);
  return absl::OkStatus();
}

absl::Status SparseFillEmptyRowsGradShape(InferenceContext* c) {
  ShapeHandle map, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &map));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  c->set_output(0, map);
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}

absl::Status SparseReshapeShape(InferenceContext* c) {
  ShapeHandle indices, unused, target;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &target));
  c->set_output(0, c->Matrix(c->Dim(indices, 0), c->Dim(target, 0)));
  c->set_output(1, target);
  return absl::OkStatus();
}

// The new shape is known where it is given; what is left for -1, if both shapes are known.
void SparseReshapeValue(ValueContext* c) {
  auto sizes = c->input_elements(2);
  const auto numbers = c->InputNumbers(2);
  const auto from = c->InputNumbers(1);
  if (!sizes) return;
  if (!numbers || !from) {
    c->set_output(1, *std::move(sizes));
    return;
  }
  int64_t total = 1, known = 1;
  for (int64_t size : *from) {
    if (size < 0 || __builtin_mul_overflow(total, size, &total)) return;
  }
  for (int64_t size : *numbers) {
    if (size < -1 || (size >= 0 && __builtin_mul_overflow(known, size, &known))) return;
  }
  for (size_t i = 0; i < numbers->size(); ++i) {
    if ((*numbers)[i] == -1 && known > 0) (*sizes)[i] = DimRange(total / known);
  }
  c->set_output(1, *std::move(sizes));
}

absl::Status SparseReorderShape(InferenceContext* c) {
  SparseShapes in;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &in));
  c->set_output(0, c->Matrix(in.count, in.rank));
  c->set_output(1, c->Vector(in.count));
  return absl::OkStatus();
}

absl::Status SparseConcatShape(InferenceContext* c) {
  const int n = c->num_inputs() / 3;
  DimensionHandle count = c->MakeDim(0), rank = c->UnknownDim();
  for (int i = 0; i < n; ++i) {
    SparseShapes in;
    OPGRAFT_RETURN_IF_ERROR(
        MergeSparseShapes(c, c->input(i), c->input(n + i), c->input(2 * n + i), &in));
    OPGRAFT_RETURN_IF_ERROR(c->Add(count, in.count, &count));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(rank, in.rank, &rank));
  }
  SetSparseOutputs(c, 0, count, rank);
  return absl::OkStatus();
}

absl::Status SparseSliceShape(InferenceContext* c) {
  SparseShapes in;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &in));
  for (int i : {3, 4}) {
    ShapeHandle part;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &part));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(in.rank, c->Dim(part, 0), &in.rank));
  }
  SetSparseOutputs(c, 0, c->UnknownDim(), in.rank);
  return absl::OkStatus();
}

absl::Status SparseSliceGradShape(InferenceContext* c) {
  ShapeHandle indices, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 2, &unused));
  c->set_output(0, c->Vector(c->Dim(indices, 0)));
  return absl::OkStatus();
}

absl::Status SparseSplitShape(InferenceContext* c) {
  SparseShapes in;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 1, &in));
  const int n = c->num_outputs() / 3;
  for (int i = 0; i < n; ++i) {
    const DimensionHandle count = c->UnknownDim();
    c->set_output(i, c->Matrix(count, in.rank));
    c->set_output(n + i, c->Vector(count));
    c->set_output(2 * n + i, c->Vector(in.rank));
  }
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("SparseToDense")
    .Input("sparse_indices: Tindices")
    .Input("output_shape: Tindices")
    .Input("sparse_values: T")
    .Input("default_value: T")
    .Output("dense: T")
    .Attr("validate_indices: bool = true")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SparseToDenseShape)
    .Doc(R"doc(
A dense tensor of one default value, with others at the given indices.

sparse_indices: Of shape [elements, dimensions]; the indices of a vector may be a vector, one of
  them a scalar.
output_shape: Of the result.
sparse_values: One for each index, or a scalar for all.
default_value: What stands at the other places.
dense: Of shape `output_shape`.
validate_indices: Indices must be in order, and none twice.
)doc");

REGISTER_OP("SparseFillEmptyRows")
    .Input("indices: int64")
    .Input("values: T")
    .Input("dense_shape: int64")
    .Input("default_value: T")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Output("empty_row_indicator: bool")
    .Output("reverse_index_map: int64")
    .Attr("T: type")
    .SetShapeFn(SparseFillEmptyRowsShape)
    .Doc(R"doc(
Gives each row without elements one in column 0.

indices: Of shape [elements, dimensions].
values: One for each index.
dense_shape: Of the sparse tensor.
default_value: What empty rows get.
output_indices: By rows.
output_values: One for each index.
empty_row_indicator: Which rows were empty.
reverse_index_map: Where each element of the input is in the output.
)doc");

REGISTER_OP("SparseFillEmptyRowsGrad")
    .Input("reverse_index_map: int64")
    .Input("grad_values: T")
    .Output("d_values: T")
    .Output("d_default_value: T")
    .Attr("T: type")
    .SetShapeFn(SparseFillEmptyRowsGradShape)
    .Doc(R"doc(
The gradient of SparseFillEmptyRows.

reverse_index_map: Of the op.
grad_values: Of its output values.
d_values: Of its values.
d_default_value: Of its default value: the sum of what rows got that were empty.
)doc");

REGISTER_OP("RaggedFillEmptyRows")
    .Input("value_rowids: int64")
    .Input("values: T")
    .Input("nrows: int64")
    .Input("default_value: T")
    .Output("output_value_rowids: int64")
    .Output("output_values: T")
    .Output("empty_row_indicator: bool")
    .Output("reverse_index_map: int64")
    .Attr("T: type")
    .SetShapeFn(RaggedFillEmptyRowsShape)
    .Doc(R"doc(
Gives each row of a ragged tensor without elements one.

value_rowids: The row of each element.
values: The elements.
nrows: How many rows there are.
default_value: What empty rows get.
output_value_rowids: By rows.
output_values: One for each of them.
empty_row_indicator: Which rows were empty.
reverse_index_map: Where each element of the input is in the output.
)doc");

REGISTER_OP("RaggedFillEmptyRowsGrad")
    .Input("reverse_index_map: int64")
    .Input("grad_values: T")
    .Output("d_values: T")
    .Output("d_default_value: T")
    .Attr("T: type")
    .SetShapeFn(SparseFillEmptyRowsGradShape)
    .Doc(R"doc(
The gradient of RaggedFillEmptyRows.

reverse_index_map: Of the op.
grad_values: Of its output values.
d_values: Of its values.
d_default_value: Of its default value: the sum of what rows got that were empty.
)doc");

REGISTER_OP("SparseReshape")
    .Input("input_indices: int64")
    .Input("input_shape: int64")
    .Input("new_shape: int64")
    .Output("output_indices: int64")
    .Output("output_shape: int64")
    .SetShapeFn(SparseReshapeShape)
    .SetValueFn(SparseReshapeValue)
    .Doc(R"doc(
The same elements under the indices of another shape.

input_indices: Of shape [elements, dimensions].
input_shape: Of the sparse tensor.
new_shape: One size may be -1: what is left for it.
output_indices: Of shape [elements, new dimensions].
output_shape: The new shape.
)doc");

REGISTER_OP("SparseReorder")
    .Input("input_indices: int64")
    .Input("input_values: T")
    .Input("input_shape: int64")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Attr("T: type")
    .SetShapeFn(SparseReorderShape)
    .Doc(R"doc(
Sorts the elements of a sparse tensor in row-major order.

input_indices: Of shape [elements, dimensions].
input_values: One for each index.
input_shape: Of the sparse tensor.
output_indices: In order; of equal ones the first comes first.
output_values: One for each index.
)doc");

REGISTER_OP("SparseConcat")
    .Input("indices: N * int64")
    .Input("values: N * T")
    .Input("shapes: N * int64")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Output("output_shape: int64")
    .Attr("concat_dim: int")
    .Attr("N: int >= 2")
    .Attr("T: type")
    .SetShapeFn(SparseConcatShape)
    .Doc(R"doc(
Concatenates sparse tensors along a dimension.

indices: Of each.
values: Of each.
shapes: Of each; only the dimension may differ along which they are joined.
output_indices: Of shape [elements, dimensions].
output_values: One for each row of the indices.
output_shape: Of the result.
concat_dim: Along which dimension; negative counts from the end.
)doc");

REGISTER_OP("SparseSlice")
    .Input("indices: int64")
    .Input("values: T")
    .Input("shape: int64")
    .Input("start: int64")
    .Input("size: int64")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Output("output_shape: int64")
    .Attr("T: type")
    .SetShapeFn(SparseSliceShape)
    .Doc(R"doc(
A slice of a sparse tensor.

indices: Of shape [elements, dimensions].
values: One for each index.
shape: Of the sparse tensor.
start: Where the box begins.
size: How large it is; what is beyond the tensor is left out.
output_indices: Of shape [elements, dimensions].
output_values: One for each row of the indices.
output_shape: Of the result.
)doc");

REGISTER_OP("SparseSliceGrad")
    .Input("backprop_val_grad: T")
    .Input("input_indices: int64")
    .Input("input_start: int64")
    .Input("output_indices: int64")
    .Output("val_grad: T")
    .Attr("T: numbertype")
    .SetShapeFn(SparseSliceGradShape)
    .Doc(R"doc(
The gradient of SparseSlice.

backprop_val_grad: Of the values of the slice.
input_indices: Of the sparse tensor, in order.
input_start: Where the slice begins.
output_indices: Of the slice, in order.
val_grad: Of the values of the sparse tensor; 0 for those outside.
)doc");

REGISTER_OP("SparseSplit")
    .Input("split_dim: int64")
    .Input("indices: int64")
    .Input("values: T")
    .Input("shape: int64")
    .Output("output_indices: num_split * int64")
    .Output("output_values: num_split * T")
    .Output("output_shape: num_split * int64")
    .Attr("num_split: int >= 1")
    .Attr("T: type")
    .SetShapeFn(SparseSplitShape)
    .Doc(R"doc(
Splits a sparse tensor along a dimension.

split_dim: Along which dimension.
indices: Of shape [elements, dimensions].
values: One for each index.
shape: Of the sparse tensor.
output_indices: Of each part.
output_values: Of each part.
output_shape: Of each part.
num_split: How many; the first are larger by one where they do not come out even.
)doc");

}  // namespace opgraft
