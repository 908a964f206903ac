// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/parsing/example_shapes.h"

#include <vector>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

using opgraft::DataTypeVector;
using opgraft::PartialTensorShape;
using opgraft::shape_inference::DimensionHandle;

namespace {

// Only the first dimension may be open.
absl::Status CheckDenseShape(const PartialTensorShape& shape) {
  bool is_known = !shape.unknown_rank();
  for (int d = 1; d < shape.dims(); ++d) is_known = is_known && shape.dim_size(d) >= 0;
  if (is_known) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "a dense shape has unknown rank or unknown inner dimensions: ", shape.DebugString()));
}

}  // namespace

absl::Status LengthOf(InferenceContext* c, absl::string_view attr, int* length) {
  DataTypeVector types;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(attr, &types));
  *length = static_cast<int>(types.size());
  return absl::OkStatus();
}

void SparseShape(InferenceContext* c, int num_sparse, ShapeHandle batch, int more_dims,
                 int* output) {
  const DimensionHandle rank =
      c->RankKnown(batch) ? c->MakeDim(c->Rank(batch) + more_dims) : c->UnknownDim();
  for (int i = 0; i < num_sparse; ++i)
    c->set_output((*output)++, c->Matrix(InferenceContext::kUnknownDim, rank));
  for (int i = 0; i < num_sparse; ++i)
    c->set_output((*output)++, c->Vector(InferenceContext::kUnknownDim));
  for (int i = 0; i < num_sparse; ++i) c->set_output((*output)++, c->Vector(rank));
}

absl::Status ExampleShape(InferenceContext* c, int num_sparse, absl::string_view dense_shapes_attr,
                          ShapeHandle batch, int* output) {
  SparseShape(c, num_sparse, batch, 1, output);
  std::vector<PartialTensorShape> dense_shapes;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(dense_shapes_attr, &dense_shapes));
  for (const PartialTensorShape& shape : dense_shapes) {
    OPGRAFT_RETURN_IF_ERROR(CheckDenseShape(shape));
    ShapeHandle dense;
    OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &dense));
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, dense, &dense));
    c->set_output((*output)++, dense);
  }
  return absl::OkStatus();
}

absl::Status RaggedExampleShape(InferenceContext* c, int num_ragged, ShapeHandle batch,
                                int* output) {
  for (int i = 0; i < num_ragged; ++i)
    c->set_output((*output)++, c->Vector(InferenceContext::kUnknownDim));
  return SplitsShape(c, num_ragged, batch, output);
}

absl::Status SplitsShape(InferenceContext* c, int num_ragged, ShapeHandle batch, int* output) {
  DimensionHandle num_splits = c->UnknownDim();
  if (c->Rank(batch) == 0) num_splits = c->MakeDim(0);
  if (c->Rank(batch) == 1) OPGRAFT_RETURN_IF_ERROR(c->Add(c->Dim(batch, 0), 1, &num_splits));
  for (int i = 0; i < num_ragged; ++i) c->set_output((*output)++, c->Vector(num_splits));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
