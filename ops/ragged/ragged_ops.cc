// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ragged tensors: values, and where the rows begin and end.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The inputs [0, count) are vectors of row splits.
absl::Status CheckSplits(InferenceContext* c, int count) {
  for (int i = 0; i < count; ++i) {
    ShapeHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &unused));
  }
  return absl::OkStatus();
}

// How many rows the splits have.
absl::Status RowsOf(InferenceContext* c, ShapeHandle splits, DimensionHandle* rows) {
  return c->Subtract(c->Dim(splits, 0), 1, rows);
}

// `leading` and the dimensions of `values` but the first.
absl::Status WithInnerDims(InferenceContext* c, ShapeHandle leading, ShapeHandle values,
                           ShapeHandle* out) {
  ShapeHandle inner;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(values, 1, &values));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(values, 1, &inner));
  return c->Concatenate(leading, inner, out);
}

// What input 0 asks for; a scalar asks for nothing.
absl::Status WantedShape(InferenceContext* c, ShapeHandle* shape) {
  *shape = c->UnknownShape();
  ShapeHandle unused;
  if (c->Rank(c->input(0)) != 1) return c->WithRankAtMost(c->input(0), 1, &unused);
  return c->MakeShapeFromShapeTensor(0, shape);
}

absl::Status RaggedTensorToTensorShape(InferenceContext* c) {
  std::vector<std::string> partitions;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("row_partition_types", &partitions));
  const bool has_size = !partitions.empty() && partitions[0] == "FIRST_DIM_SIZE";
  const int64_t levels = static_cast<int64_t>(partitions.size()) - (has_size ? 1 : 0);
  ShapeHandle shape, own;
  OPGRAFT_RETURN_IF_ERROR(WantedShape(c, &shape));
  OPGRAFT_RETURN_IF_ERROR(WithInnerDims(c, c->UnknownShapeOfRank(levels + 1), c->input(1), &own));
  if (c->RankKnown(own) && !has_size && c->num_inputs() > 3) {
    DimensionHandle rows;
    OPGRAFT_RETURN_IF_ERROR(RowsOf(c, c->input(3), &rows));
    // A size that is wanted wins over that of the rows.
    if (!c->RankKnown(shape)) OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(own, 0, rows, &own));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Merge(shape, own, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

absl::Status RaggedTensorToSparseShape(InferenceContext* c) {
  const int levels = c->num_inputs() - 1;
  ShapeHandle values;
  OPGRAFT_RETURN_IF_ERROR(CheckSplits(c, levels));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(levels), 1, &values));
  const DimensionHandle count = c->NumElements(values);
  const DimensionHandle rank =
      c->RankKnown(values) ? c->MakeDim(c->Rank(values) + levels) : c->UnknownDim();
  c->set_output(0, c->Matrix(count, rank));
  c->set_output(1, c->Vector(count));
  c->set_output(2, c->Vector(rank));
  return absl::OkStatus();
}

absl::Status RaggedGatherShape(InferenceContext* c) {
  const int levels = c->num_inputs() - 2;
  const int outputs = c->num_outputs() - 1;
  OPGRAFT_RETURN_IF_ERROR(CheckSplits(c, levels));
  ShapeHandle indices, values;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(levels + 1), outputs - levels + 1, &indices));
  OPGRAFT_RETURN_IF_ERROR(WithInnerDims(c, c->Vector(c->UnknownDim()), c->input(levels), &values));
  DimensionHandle rows = c->MakeDim(1);
  for (int i = 0; i < outputs; ++i) {
    DimensionHandle splits = c->UnknownDim();
    if (i < c->Rank(indices)) {
      OPGRAFT_RETURN_IF_ERROR(c->Multiply(rows, c->Dim(indices, i), &rows));
      OPGRAFT_RETURN_IF_ERROR(c->Add(rows, 1, &splits));
    }
    c->set_output(i, c->Vector(splits));
  }
  c->set_output(outputs, values);
  return absl::OkStatus();
}

absl::Status RaggedRangeShape(InferenceContext* c) {
  DimensionHandle rows = c->UnknownDim();
  bool has_vector = false, all_known = true;
  for (int i = 0; i < 3; ++i) {
    ShapeHandle input;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &input));
    all_known = all_known && c->RankKnown(input);
    if (c->Rank(input) != 1) continue;
    has_vector = true;
    OPGRAFT_RETURN_IF_ERROR(c->Merge(rows, c->Dim(input, 0), &rows));
  }
  if (!has_vector && all_known) rows = c->MakeDim(1);
  OPGRAFT_RETURN_IF_ERROR(c->Add(rows, 1, &rows));
  c->set_output(0, c->Vector(rows));
  c->set_output(1, c->Vector(c->UnknownDim()));
  return absl::OkStatus();
}

absl::Status RaggedBincountShape(InferenceContext* c) {
  DimensionHandle rows, bins;
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(CheckSplits(c, 1));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(RowsOf(c, c->input(0), &rows));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(2, &bins));
  c->set_output(0, c->Matrix(rows, bins));
  return absl::OkStatus();
}

absl::Status SparseBincountShape(InferenceContext* c) {
  DimensionHandle bins;
  ShapeHandle unused, shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(3, &bins));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &shape));
  if (c->Rank(shape) == 1) {
    c->set_output(0, c->Vector(bins));
  } else if (c->Rank(shape) > 1) {
    c->set_output(0, c->Matrix(c->Dim(shape, 0), bins));
  } else {
    c->set_output(0, c->UnknownShape());
  }
  return absl::OkStatus();
}

// A sparse tensor of so many dimensions, -1 for unknown.
absl::Status SetCounts(InferenceContext* c, int32_t rank) {
  const DimensionHandle count = c->UnknownDim();
  const DimensionHandle dims = rank < 0 ? c->UnknownDim() : c->MakeDim(rank);
  c->set_output(0, c->Matrix(count, dims));
  c->set_output(1, c->Vector(count));
  c->set_output(2, c->Vector(dims));
  return absl::OkStatus();
}

absl::Status DenseCountShape(InferenceContext* c) {
  ShapeHandle values;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &values));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(values, 2, &values));
  return SetCounts(c, c->RankKnown(values) ? c->Rank(values) : -1);
}

absl::Status SparseCountShape(InferenceContext* c) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &shape));
  const DimensionHandle rank = c->Dim(shape, 0);
  if (!c->ValueKnown(rank)) return SetCounts(c, -1);
  return SetCounts(c, c->Value(rank) > 1 ? 2 : 1);
}

absl::Status RaggedCountShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckSplits(c, 1));
  return SetCounts(c, 2);
}

}  // namespace

REGISTER_OP("RaggedTensorToTensor")
    .Input("shape: Tshape")
    .Input("values: T")
    .Input("default_value: T")
    .Input("row_partition_tensors: num_row_partition_tensors * Tindex")
    .Output("result: T")
    .Attr("T: type")
    .Attr("Tindex: {int64, int32}")
    .Attr("Tshape: {int64, int32}")
    .Attr("num_row_partition_tensors: int >= 1")
    .Attr("row_partition_types: list(string)")
    .SetShapeFn(RaggedTensorToTensorShape)
    .Doc(R"doc(
A dense tensor of the rows of a ragged one, cut or filled up.

shape: Of the result; a size of -1 is that of the widest row. A scalar -1 leaves all open.
values: Of the innermost rows.
default_value: What rows are filled up with.
row_partition_tensors: How rows are made of what is in the next.
result: A tensor with a dimension for each partition.
row_partition_types: What each tensor is: FIRST_DIM_SIZE, VALUE_ROWIDS or ROW_SPLITS.
)doc");

REGISTER_OP("RaggedTensorToSparse")
    .Input("rt_nested_splits: RAGGED_RANK * Tsplits")
    .Input("rt_dense_values: T")
    .Output("sparse_indices: int64")
    .Output("sparse_values: T")
    .Output("sparse_dense_shape: int64")
    .Attr("RAGGED_RANK: int >= 1")
    .Attr("T: type")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(RaggedTensorToSparseShape)
    .Doc(R"doc(
The values of a ragged tensor with their indices.

rt_nested_splits: Of each level, the outermost first.
rt_dense_values: Of the innermost rows.
sparse_indices: In order.
sparse_values: One for each index.
sparse_dense_shape: Holds the widest row of each level.
)doc");

REGISTER_OP("RaggedGather")
    .Input("params_nested_splits: PARAMS_RAGGED_RANK * Tsplits")
    .Input("params_dense_values: Tvalues")
    .Input("indices: Tindices")
    .Output("output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits")
    .Output("output_dense_values: Tvalues")
    .Attr("Tvalues: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .Attr("PARAMS_RAGGED_RANK: int >= 1")
    .Attr("OUTPUT_RAGGED_RANK: int >= 0")
    .SetShapeFn(RaggedGatherShape)
    .Doc(R"doc(
The rows of a ragged tensor that indices name.

params_nested_splits: Of each level, the outermost first.
params_dense_values: Of the innermost rows.
indices: Which rows, in any shape.
output_nested_splits: Of each level of the result.
output_dense_values: Of its innermost rows.
OUTPUT_RAGGED_RANK: One less than PARAMS_RAGGED_RANK plus the rank of indices.
)doc");

REGISTER_OP("RaggedRange")
    .Input("starts: T")
    .Input("limits: T")
    .Input("deltas: T")
    .Output("rt_nested_splits: Tsplits")
    .Output("rt_dense_values: T")
    .Attr("T: {bfloat16, float, double, int32, int64} = DT_INT32")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(RaggedRangeShape)
    .Doc(R"doc(
A row of start, start + delta, ... for each start; what is at limit or beyond is left out.

starts: The first of each row, or of all.
limits: Where each ends.
deltas: The distances; not 0.
rt_nested_splits: Where rows begin and end.
rt_dense_values: All rows.
Tsplits: The type of the row splits.
)doc");

REGISTER_OP("RaggedBincount")
    .Input("splits: int64")
    .Input("values: Tidx")
    .Input("size: Tidx")
    .Input("weights: T")
    .Output("output: T")
    .Attr("Tidx: {int32, int64}")
    .Attr("T: {int32, int64, float, double}")
    .Attr("binary_output: bool = false")
    .SetShapeFn(RaggedBincountShape)
    .Doc(R"doc(
Counts the occurrences of each number in each row.

splits: Where rows begin and end.
values: The numbers; not negative.
size: Numbers from here on are not counted.
weights: One for each value, to be added instead of 1; or none.
output: A row for each row, of `size` counts.
binary_output: What occurs counts once.
)doc");

REGISTER_OP("SparseBincount")
    .Input("indices: int64")
    .Input("values: Tidx")
    .Input("dense_shape: int64")
    .Input("size: Tidx")
    .Input("weights: T")
    .Output("output: T")
    .Attr("Tidx: {int32, int64}")
    .Attr("T: {int32, int64, float, double}")
    .Attr("binary_output: bool = false")
    .SetShapeFn(SparseBincountShape)
    .Doc(R"doc(
Counts the occurrences of each number in each row of a sparse tensor, or in a vector.

indices: Of the sparse tensor.
values: The numbers; not negative.
dense_shape: Of the sparse tensor.
size: Numbers from here on are not counted.
weights: One for each value, to be added instead of 1; or none.
output: A row for each row, of `size` counts.
binary_output: What occurs counts once.
)doc");

REGISTER_OP("DenseCountSparseOutput")
    .Input("values: T")
    .Input("weights: output_type")
    .Output("output_indices: int64")
    .Output("output_values: output_type")
    .Output("output_dense_shape: int64")
    .Attr("T: {int32, int64}")
    .Attr("minlength: int >= -1 = -1")
    .Attr("maxlength: int >= -1 = -1")
    .Attr("binary_output: bool")
    .Attr("output_type: {int32, int64, float, double}")
    .SetShapeFn(DenseCountShape)
    .Doc(R"doc(
How often each number occurs in each row, as a sparse tensor.

values: A vector or a matrix of numbers that are not negative.
weights: One for each value, to be added instead of 1; or none.
output_indices: In order.
output_values: Of each.
output_dense_shape: Of the result.
minlength: The last dimension of the result is not shorter; -1 sets no bound.
maxlength: Numbers from here on are not counted; -1 sets no bound.
binary_output: What occurs counts once.
)doc");

REGISTER_OP("SparseCountSparseOutput")
    .Input("indices: int64")
    .Input("values: T")
    .Input("dense_shape: int64")
    .Input("weights: output_type")
    .Output("output_indices: int64")
    .Output("output_values: output_type")
    .Output("output_dense_shape: int64")
    .Attr("T: {int32, int64}")
    .Attr("minlength: int >= -1 = -1")
    .Attr("maxlength: int >= -1 = -1")
    .Attr("binary_output: bool")
    .Attr("output_type: {int32, int64, float, double}")
    .SetShapeFn(SparseCountShape)
    .Doc(R"doc(
How often each number occurs in each row of a sparse tensor, as a sparse tensor.

indices: Of the sparse tensor.
values: Numbers that are not negative.
dense_shape: Of the sparse tensor.
weights: One for each value, to be added instead of 1; or none.
output_indices: In order.
output_values: Of each.
output_dense_shape: Of the result.
minlength: The last dimension of the result is not shorter; -1 sets no bound.
maxlength: Numbers from here on are not counted; -1 sets no bound.
binary_output: What occurs counts once.
)doc");

REGISTER_OP("RaggedCountSparseOutput")
    .Input("splits: int64")
    .Input("values: T")
    .Input("weights: output_type")
    .Output("output_indices: int64")
    .Output("output_values: output_type")
    .Output("output_dense_shape: int64")
    .Attr("T: {int32, int64}")
    .Attr("minlength: int >= -1 = -1")
    .Attr("maxlength: int >= -1 = -1")
    .Attr("binary_output: bool")
    .Attr("output_type: {int32, int64, float, double}")
    .SetShapeFn(RaggedCountShape)
    .Doc(R"doc(
How often each number occurs in each row of a ragged tensor, as a sparse tensor.

splits: Where rows begin and end.
values: Numbers that are not negative.
weights: One for each value, to be added instead of 1; or none.
output_indices: In order.
output_values: Of each.
output_dense_shape: Of the result.
minlength: The last dimension of the result is not shorter; -1 sets no bound.
maxlength: Numbers from here on are not counted; -1 sets no bound.
binary_output: What occurs counts once.
)doc");

}  // namespace opgraft
