// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ragged tensors as elements of a tensor of variants.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ToVariantShape(InferenceContext* c) {
  int rank = 0;
  bool is_batch = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("RAGGED_RANK", &rank));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("batched_input", &is_batch));
  ShapeHandle splits, values;
  for (int i = 0; i < rank; ++i) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &splits));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(rank), is_batch ? 1 : 0, &values));
  if (!is_batch) return shape_inference::ScalarShape(c);
  DimensionHandle rows = c->Dim(values, 0);
  if (rank > 0) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &splits));
    OPGRAFT_RETURN_IF_ERROR(c->Subtract(c->Dim(splits, 0), 1, &rows));
  }
  c->set_output(0, c->Vector(rows));
  return absl::OkStatus();
}

absl::Status FromVariantShape(InferenceContext* c) {
  int input_rank = 0, output_rank = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("input_ragged_rank", &input_rank));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("output_ragged_rank", &output_rank));
  ShapeHandle encoded = c->input(0);
  if (input_rank >= 0 && output_rank >= input_rank)
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(encoded, output_rank - input_rank, &encoded));
  for (int i = 0; i < output_rank; ++i) c->set_output(i, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(output_rank, c->UnknownShape());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("RaggedTensorToVariant")
    .Input("rt_nested_splits: RAGGED_RANK * Tsplits")
    .Input("rt_dense_values: Tvalues")
    .Output("encoded_ragged: variant")
    .Attr("RAGGED_RANK: int >= 0")
    .Attr("Tvalues: type")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .Attr("batched_input: bool")
    .SetShapeFn(ToVariantShape)
    .Doc(R"doc(
Makes variants of a ragged tensor.

rt_nested_splits: Where rows begin and end, the outermost dimension first.
rt_dense_values: The elements of all rows.
encoded_ragged: A variant of all; or a vector, of each row one.
RAGGED_RANK: How many dimensions are ragged.
Tvalues: Of the elements.
Tsplits: Of the splits.
batched_input: Whether each row becomes a variant of its own.
)doc");

REGISTER_OP("RaggedTensorFromVariant")
    .Input("encoded_ragged: variant")
    .Output("output_nested_splits: output_ragged_rank * Tsplits")
    .Output("output_dense_values: Tvalues")
    .Attr("input_ragged_rank: int >= -1")
    .Attr("output_ragged_rank: int >= 0")
    .Attr("Tvalues: type")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(FromVariantShape)
    .Doc(R"doc(
Makes a ragged tensor of variants, each of which is one: its rows. The inverse of RaggedTensorToVariant.

encoded_ragged: The variants, of any shape; their dimensions become outer dimensions of the ragged tensor.
output_nested_splits: Where rows begin and end, the outermost dimension first.
output_dense_values: The elements of all rows.
input_ragged_rank: How many dimensions of each variant are ragged; -1: as many as there must be.
output_ragged_rank: How many dimensions of the output are: those and the dimensions of `encoded_ragged`.
Tvalues: Of the elements.
Tsplits: Of the splits.
)doc");

REGISTER_OP("RaggedTensorToVariantGradient")
    .Input("encoded_ragged_grad: variant")
    .Input("row_splits: Tsplits")
    .Input("dense_values_shape: int32")
    .Output("dense_values_grad: Tvalues")
    .Attr("Tvalues: type")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(shape_inference::UnknownShape)  // that of a single gradient is its own
    .Doc(R"doc(
The gradient of RaggedTensorToVariant by its values.

encoded_ragged_grad: The gradients of the variants.
row_splits: The outermost splits of the ragged tensor; a scalar if it was made one variant.
dense_values_shape: The shape of its values.
dense_values_grad: The gradients of the values.
Tvalues: Of the values.
Tsplits: Of the splits.
)doc");

}  // namespace opgraft
