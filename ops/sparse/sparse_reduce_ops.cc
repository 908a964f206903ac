// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Reductions of sparse tensors.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "ops/sparse/sparse_shapes.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The shape of a reduction of a shape whose sizes are known as a value.
absl::Status SparseReduceShape(InferenceContext* c) {
  bool keep_dims = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("keep_dims", &keep_dims));
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &shape));
  const Tensor* const axes = c->input_tensor(3);
  if (!c->RankKnown(shape)) return shape_inference::UnknownShape(c);
  const int32_t rank = c->Rank(shape);
  if (axes == nullptr) {
    c->set_output(0, keep_dims ? c->UnknownShapeOfRank(rank) : c->UnknownShape());
    return absl::OkStatus();
  }
  std::vector<bool> reduced(static_cast<size_t>(rank), false);
  for (const int64_t axis : IndicesOf(*axes)) {
    if (axis < -rank || axis >= rank) {
      return absl::InvalidArgumentError(absl::StrCat("Invalid reduction dimension ", axis,
                                                     ", for input with ", rank, " dimensions."));
    }
    reduced[static_cast<size_t>(axis < 0 ? axis + rank : axis)] = true;
  }
  std::vector<DimensionHandle> dims;
  for (int32_t d = 0; d < rank; ++d) {
    if (!reduced[static_cast<size_t>(d)]) {
      dims.push_back(c->Dim(shape, d));
    } else if (keep_dims) {
      dims.push_back(c->MakeDim(1));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status SparseReduceSparseShape(InferenceContext* c) {
  SparseShapes in;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &in));
  SetSparseOutputs(c, 0, c->UnknownDim(), c->UnknownDim());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("SparseReduceSum")
    .Input("input_indices: int64")
    .Input("input_values: T")
    .Input("input_shape: int64")
    .Input("reduction_axes: int32")
    .Output("output: T")
    .Attr("keep_dims: bool = false")
    .Attr("T: numbertype")
    .SetShapeFn(SparseReduceShape)
    .Doc(R"doc(
Sums along dimensions, as a dense tensor.

input_indices: Of shape [elements, dimensions].
input_values: One for each index.
input_shape: Of the sparse tensor.
reduction_axes: Which dimensions; negative counts from the end.
output: 0 where there is nothing.
keep_dims: The dimensions stay, with size 1.
)doc");

REGISTER_OP("SparseReduceSumSparse")
    .Input("input_indices: int64")
    .Input("input_values: T")
    .Input("input_shape: int64")
    .Input("reduction_axes: int32")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Output("output_shape: int64")
    .Attr("keep_dims: bool = false")
    .Attr("T: numbertype")
    .SetShapeFn(SparseReduceSparseShape)
    .Doc(R"doc(
Sums along dimensions, as a sparse tensor.

input_indices: Of shape [elements, dimensions].
input_values: One for each index.
input_shape: Of the sparse tensor.
reduction_axes: Which dimensions; negative counts from the end.
output_indices: In order.
output_values: One for each index.
output_shape: Of the result.
keep_dims: The dimensions stay, with size 1.
)doc");

REGISTER_OP("SparseReduceMax")
    .Input("input_indices: int64")
    .Input("input_values: T")
    .Input("input_shape: int64")
    .Input("reduction_axes: int32")
    .Output("output: T")
    .Attr("keep_dims: bool = false")
    .Attr("T: realnumbertype")
    .SetShapeFn(SparseReduceShape)
    .Doc(R"doc(
Maxima along dimensions, as a dense tensor.

input_indices: Of shape [elements, dimensions].
input_values: One for each index.
input_shape: Of the sparse tensor.
reduction_axes: Which dimensions; negative counts from the end.
output: 0 where there is nothing.
keep_dims: The dimensions stay, with size 1.
)doc");

REGISTER_OP("SparseReduceMaxSparse")
    .Input("input_indices: int64")
    .Input("input_values: T")
    .Input("input_shape: int64")
    .Input("reduction_axes: int32")
    .Output("output_indices: int64")
    .Output("output_values: T")
    .Output("output_shape: int64")
    .Attr("keep_dims: bool = false")
    .Attr("T: realnumbertype")
    .SetShapeFn(SparseReduceSparseShape)
    .Doc(R"doc(
Maxima along dimensions, as a sparse tensor.

input_indices: Of shape [elements, dimensions].
input_values: One for each index.
input_shape: Of the sparse tensor.
reduction_axes: Which dimensions; negative counts from the end.
output_indices: In order.
output_values: One for each index.
output_shape: Of the result.
keep_dims: The dimensions stay, with size 1.
)doc");

}  // namespace opgraft
