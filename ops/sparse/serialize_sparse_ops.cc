// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse tensors as messages or variants.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/sparse/sparse_shapes.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status SerializeShape(InferenceContext* c, bool is_many) {
  ShapeHandle unused;
  for (int i : {0, 1, 2})
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), i == 0 ? 2 : 1, &unused));
  c->set_output(0, is_many ? c->Matrix(InferenceContext::kUnknownDim, 3) : c->Vector(3));
  return absl::OkStatus();
}

absl::Status DeserializeShape(InferenceContext* c) {
  ShapeHandle in;
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &in));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(in, -1), 3, &unused));
  c->set_output(0, c->Matrix(InferenceContext::kUnknownDim, InferenceContext::kUnknownDim));
  c->set_output(1, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(2, c->Vector(InferenceContext::kUnknownDim));
  return absl::OkStatus();
}

}  // namespace

#define SPARSE_INPUT_DOC                               \
  "sparse_indices: Of shape [elements, dimensions].\n" \
  "sparse_values: One for each index.\n"               \
  "sparse_shape: Of the sparse tensor.\n"              \
  "out_type: string: messages of tensors; variant: tensors."
#define SPARSE_OUTPUT_DOC                                                \
  "sparse_indices: Of shape [elements, dimensions].\n"                   \
  "sparse_values: One for each index.\n"                                 \
  "sparse_shape: The largest sizes of all, behind those of the batch.\n" \
  "dtype: Of the values."

REGISTER_OP("SerializeSparse")
    .Input("sparse_indices: int64")
    .Input("sparse_values: T")
    .Input("sparse_shape: int64")
    .Output("serialized_sparse: out_type")
    .Attr("T: type")
    .Attr("out_type: {string, variant} = DT_STRING")
    .SetShapeFn([](InferenceContext* c) { return SerializeShape(c, false); })
    .Doc(
        "Makes three elements of a sparse tensor.\n\n"
        "serialized_sparse: Of its indices, values and shape.\n" SPARSE_INPUT_DOC);

REGISTER_OP("SerializeManySparse")
    .Input("sparse_indices: int64")
    .Input("sparse_values: T")
    .Input("sparse_shape: int64")
    .Output("serialized_sparse: out_type")
    .Attr("T: type")
    .Attr("out_type: {string, variant} = DT_STRING")
    .SetShapeFn([](InferenceContext* c) { return SerializeShape(c, true); })
    .Doc(
        "Makes three elements of each row of a sparse tensor.\n\n"
        "serialized_sparse: For each row, of its indices, values and shape.\n" SPARSE_INPUT_DOC);

REGISTER_OP("DeserializeSparse")
    .Input("serialized_sparse: Tserialized")
    .Output("sparse_indices: int64")
    .Output("sparse_values: dtype")
    .Output("sparse_shape: int64")
    .Attr("dtype: type")
    .Attr("Tserialized: {string, variant} = DT_STRING")
    .SetShapeFn(DeserializeShape)
    .Doc(
        "Makes a sparse tensor of those that were serialised.\n\n"
        "serialized_sparse: Three elements of each, in the last dimension; those before it become\n"
        "  dimensions of the sparse tensor.\n" SPARSE_OUTPUT_DOC);

REGISTER_OP("DeserializeManySparse")
    .Input("serialized_sparse: string")
    .Output("sparse_indices: int64")
    .Output("sparse_values: dtype")
    .Output("sparse_shape: int64")
    .Attr("dtype: type")
    .SetShapeFn(DeserializeShape)
    .Doc(
        "Makes a sparse tensor whose rows were serialised.\n\n"
        "serialized_sparse: Three strings of each row.\n" SPARSE_OUTPUT_DOC);

}  // namespace opgraft
