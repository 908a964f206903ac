// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that count numbers.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// The number of bins, which input `i` tells.
absl::Status SizeOfBins(InferenceContext* c, int i, DimensionHandle* size) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  const Tensor* value = c->input_tensor(i);
  if (value == nullptr) {
    *size = c->UnknownDim();
    return absl::OkStatus();
  }
  if (!IsIndexTensor(*value) || value->NumElements() != 1)
    return absl::InvalidArgumentError("size must be a single integer");
  const int64_t number = IndexAt(*value, 0);
  if (number < 0) {
    return absl::InvalidArgumentError(absl::StrCat("size (", number, ") must be non-negative"));
  }
  *size = c->MakeDim(number);
  return absl::OkStatus();
}

absl::Status BincountShape(InferenceContext* c) {
  DimensionHandle size;
  OPGRAFT_RETURN_IF_ERROR(SizeOfBins(c, 1, &size));
  c->set_output(0, c->Vector(size));
  return absl::OkStatus();
}

// A row of bins for each row of numbers.
absl::Status DenseBincountShape(InferenceContext* c) {
  ShapeHandle numbers;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 2, &numbers));
  DimensionHandle size;
  OPGRAFT_RETURN_IF_ERROR(SizeOfBins(c, 1, &size));
  if (!c->RankKnown(numbers)) {
    c->set_output(0, c->UnknownShape());
  } else {
    c->set_output(0, c->Rank(numbers) == 2 ? c->Matrix(c->Dim(numbers, 0), size) : c->Vector(size));
  }
  return absl::OkStatus();
}

absl::Status HistogramShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  const Tensor* value = c->input_tensor(2);
  const bool known = value != nullptr && IsIndexTensor(*value) && value->NumElements() == 1;
  if (known && IndexAt(*value, 0) <= 0) {
    return absl::InvalidArgumentError(absl::StrCat("Requires nbins > 0: ", IndexAt(*value, 0)));
  }
  c->set_output(0, c->Vector(known ? c->MakeDim(IndexAt(*value, 0)) : c->UnknownDim()));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Bincount")
    .Input("arr: int32")
    .Input("size: int32")
    .Input("weights: T")
    .Attr("T: {int32, int64, float32, float64}")
    .Output("bins: T")
    .SetShapeFn(BincountShape)
    .Doc(R"doc(
Counts the occurrences of each number from 0 to size - 1, or sums their weights.

arr: The numbers, of any shape; those that are not below `size` are left out.
size: How many bins there are, a scalar.
weights: As many as there are numbers, or none: then each counts as 1.
bins: A vector.
)doc");

REGISTER_OP("DenseBincount")
    .Input("input: Tidx")
    .Input("size: Tidx")
    .Input("weights: T")
    .Attr("Tidx: {int32, int64}")
    .Attr("T: {int32, int64, float32, float64}")
    .Attr("binary_output: bool = false")
    .Output("output: T")
    .SetShapeFn(DenseBincountShape)
    .Doc(R"doc(
Counts the occurrences of each number from 0 to size - 1, or sums their weights, in each row of a matrix.

input: The numbers, a vector or a matrix; those that are not below `size` are left out.
size: How many bins there are, a scalar.
weights: Of the shape of `input`, or empty: then each counts as 1.
output: A vector, or a row of bins for each row.
binary_output: Whether to tell only if a number is there: 1 or 0.
)doc");

REGISTER_OP("Bucketize")
    .Input("input: T")
    .Output("output: int32")
    .Attr("T: {int32, int64, float, double}")
    .Attr("boundaries: list(float)")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The bucket of each number: how many boundaries are not above it.

input: The numbers, of any shape.
output: Of the same shape.
boundaries: Sorted.
)doc");

REGISTER_OP("HistogramFixedWidth")
    .Input("values: T")
    .Input("value_range: T")
    .Input("nbins: int32")
    .Output("out: dtype")
    .Attr("T: {int32, int64, float32, float64}")
    .Attr("dtype: {int32, int64} = DT_INT32")
    .SetShapeFn(HistogramShape)
    .Doc(R"doc(
A histogram: how many values fall into each of several bins of equal width.

values: Of any shape; those outside of the range count for the first interval or the last.
value_range: Where the first interval begins and the last ends.
nbins: How many intervals there are, a scalar.
out: A vector of `nbins` numbers.
dtype: Of the counts.
)doc");

}  // namespace opgraft
