// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Crosses of features: all combinations of a feature of each column, row by row.

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;

absl::Status SparseCrossShape(InferenceContext* c) {
  const DimensionHandle count = c->UnknownDim();
  c->set_output(0, c->Matrix(count, 2));
  c->set_output(1, c->Vector(count));
  c->set_output(2, c->Vector(2));
  return absl::OkStatus();
}

absl::Status RaggedCrossShape(InferenceContext* c) {
  c->set_output(0, c->Vector(c->UnknownDim()));
  c->set_output(1, c->Vector(c->UnknownDim()));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("SparseCross")
    .Input("indices: N * int64")
    .Input("values: sparse_types")
    .Input("shapes: N * int64")
    .Input("dense_inputs: dense_types")
    .Output("output_indices: int64")
    .Output("output_values: out_type")
    .Output("output_shape: int64")
    .Attr("N: int >= 0")
    .Attr("hashed_output: bool")
    .Attr("num_buckets: int >= 0")
    .Attr("hash_key: int")
    .Attr("sparse_types: list({int64, string}) >= 0")
    .Attr("dense_types: list({int64, string}) >= 0")
    .Attr("out_type: {int64, string}")
    .Attr("internal_type: {int64, string}")
    .SetShapeFn(SparseCrossShape)
    .Doc(R"doc(
All combinations of a feature of each column, with _X_ between them or hashed.

indices: Of the sparse columns, in order.
values: Of the sparse columns: the features.
shapes: Of the sparse columns.
dense_inputs: The dense columns: a row of features for each row.
output_indices: Row and number of each cross.
output_values: The crosses; the last column changes fastest.
output_shape: Rows, and the most crosses of a row.
hashed_output: Crosses are hashes.
num_buckets: Hashes are below; 0 sets no bound.
hash_key: What the hash begins with.
out_type: string, or int64 for hashes.
internal_type: If string, all features must be strings.
)doc");

REGISTER_OP("SparseCrossV2")
    .Input("indices: N * int64")
    .Input("values: sparse_types")
    .Input("shapes: N * int64")
    .Input("dense_inputs: dense_types")
    .Input("sep: string")
    .Output("output_indices: int64")
    .Output("output_values: string")
    .Output("output_shape: int64")
    .Attr("N: int >= 0")
    .Attr("sparse_types: list({int64, string}) >= 0")
    .Attr("dense_types: list({int64, string}) >= 0")
    .SetShapeFn(SparseCrossShape)
    .Doc(R"doc(
All combinations of a feature of each column, with a separator between them.

indices: Of the sparse columns, in order.
values: Of the sparse columns: the features.
shapes: Of the sparse columns.
dense_inputs: The dense columns: a row of features for each row.
sep: The separator.
output_indices: Row and number of each cross.
output_values: The crosses; the last column changes fastest.
output_shape: Rows, and the most crosses of a row.
)doc");

REGISTER_OP("SparseCrossHashed")
    .Input("indices: N * int64")
    .Input("values: sparse_types")
    .Input("shapes: N * int64")
    .Input("dense_inputs: dense_types")
    .Input("num_buckets: int64")
    .Input("strong_hash: bool")
    .Input("salt: int64")
    .Output("output_indices: int64")
    .Output("output_values: int64")
    .Output("output_shape: int64")
    .Attr("N: int >= 0")
    .Attr("sparse_types: list({int64, string}) >= 0")
    .Attr("dense_types: list({int64, string}) >= 0")
    .SetShapeFn(SparseCrossShape)
    .Doc(R"doc(
The hashes of all combinations of a feature of each column.

indices: Of the sparse columns, in order.
values: Of the sparse columns: the features.
shapes: Of the sparse columns.
dense_inputs: The dense columns: a row of features for each row.
num_buckets: Hashes are below; 0 sets no bound.
strong_hash: Features are hashed with the salt.
salt: Two numbers that nobody knows.
output_indices: Row and number of each cross.
output_values: The crosses; the last column changes fastest.
output_shape: Rows, and the most crosses of a row.
)doc");

REGISTER_OP("RaggedCross")
    .Input("ragged_values: ragged_values_types")
    .Input("ragged_row_splits: ragged_splits_types")
    .Input("sparse_indices: Nsparse * int64")
    .Input("sparse_values: sparse_values_types")
    .Input("sparse_shape: Nsparse * int64")
    .Input("dense_inputs: dense_types")
    .Output("output_values: out_values_type")
    .Output("output_row_splits: out_row_splits_type")
    .Attr("Nsparse: int >= 0")
    .Attr("input_order: string")
    .Attr("hashed_output: bool")
    .Attr("num_buckets: int >= 0")
    .Attr("hash_key: int")
    .Attr("ragged_values_types: list({int64, string}) >= 0")
    .Attr("ragged_splits_types: list({int32, int64}) >= 0")
    .Attr("sparse_values_types: list({int64, string}) >= 0")
    .Attr("dense_types: list({int64, string}) >= 0")
    .Attr("out_values_type: {int64, string}")
    .Attr("out_row_splits_type: {int32, int64}")
    .SetShapeFn(RaggedCrossShape)
    .Doc(R"doc(
All combinations of a feature of each column as a ragged tensor, with _X_ between them or hashed.

ragged_values: Of the ragged columns: the features.
ragged_row_splits: Of the ragged columns.
sparse_indices: Of the sparse columns, in order.
sparse_values: Of the sparse columns.
sparse_shape: Of the sparse columns.
dense_inputs: The dense columns: a row of features for each row.
output_values: The crosses; the last column changes fastest.
output_row_splits: Where the rows begin and end.
input_order: A letter for each column: R for the next ragged, S for the next sparse, D for the next
  dense one.
hashed_output: Crosses are hashes.
num_buckets: Hashes are below; 0 sets no bound.
hash_key: What the hash begins with.
out_values_type: string, or int64 for hashes.
out_row_splits_type: Of the splits.
)doc");

}  // namespace opgraft
