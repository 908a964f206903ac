// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The largest elements, and where elements stand in an order.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Outputs 0 and 1 are of the shape of the input with `k` in the place of its last dimension.
absl::Status TopShape(InferenceContext* c, DimensionHandle k) {
  ShapeHandle input, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &input));
  if (!c->RankKnown(input)) return shape_inference::UnknownShape(c);
  const DimensionHandle last = c->Dim(input, -1);
  if (c->ValueKnown(last) && c->ValueKnown(k) && c->Value(last) < c->Value(k)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "input must have last dimension >= k = ", c->Value(k), " but is ", c->Value(last)));
  }
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(input, -1, k, &out));
  c->set_output(0, out);
  c->set_output(1, out);
  return absl::OkStatus();
}

absl::Status TopKShape(InferenceContext* c) {
  int64_t k = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("k", &k));
  if (k < 0) return absl::InvalidArgumentError(absl::StrCat("Need k >= 0, got ", k));
  return TopShape(c, c->MakeDim(k));
}

absl::Status TopKV2Shape(InferenceContext* c) {
  DataType type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("Tk", &type));
  DimensionHandle k = c->UnknownDim();
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  if (type != DT_INT16) OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &k));
  return TopShape(c, k);
}

absl::Status NthElementShape(InferenceContext* c) {
  ShapeHandle input, unused, out;
  DimensionHandle n;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &n));
  const DimensionHandle last = c->Dim(input, -1);
  if (c->ValueKnown(last) && c->ValueKnown(n) && c->Value(last) <= c->Value(n)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Input must have last dimension > n = ", c->Value(n), " but is ", c->Value(last)));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(input, 0, -1, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status BoundShape(InferenceContext* c) {
  ShapeHandle sorted, values;
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &sorted));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &values));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(sorted, 0), c->Dim(values, 0), &unused));
  c->set_output(0, values);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("TopK")
    .Input("input: T")
    .Output("values: T")
    .Output("indices: int32")
    .Attr("k: int >= 0")
    .Attr("sorted: bool = true")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .SetShapeFn(TopKShape)
    .Deprecated(7, "Use TopKV2 instead")
    .Doc(R"doc(
The largest elements along the last dimension.

input: At least a vector.
values: The `k` largest elements of each row; of equal ones those that come first.
indices: Where each of them stands in its row.
k: How many.
sorted: Whether they are in descending order.
)doc");

REGISTER_OP("TopKV2")
    .Input("input: T")
    .Input("k: Tk")
    .Output("values: T")
    .Output("indices: index_type")
    .Attr("sorted: bool = true")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .Attr("Tk: {int16, int32, int64} = DT_INT32")
    .Attr("index_type: {int16, int32, int64} = DT_INT32")
    .SetShapeFn(TopKV2Shape)
    .Doc(R"doc(
The largest elements along the last dimension.

input: At least a vector.
k: How many, a scalar.
values: The `k` largest elements of each row; of equal ones those that come first.
indices: Where each of them stands in its row.
sorted: Whether they are in descending order.
index_type: Of `indices`.
)doc");

REGISTER_OP("ApproxTopK")
    .Input("input: T")
    .Output("values: T")
    .Output("indices: int32")
    .Attr("k: int >= 0")
    .Attr("reduction_dimension: int = -1")
    .Attr("recall_target: float = 0.95")
    .Attr("is_max_k: bool = true")
    .Attr("reduction_input_size_override: int = -1")
    .Attr("aggregate_to_topk: bool = true")
    .Attr("T: {half, bfloat16, float}")
    .SetShapeFn(TopKShape)
    .Doc(R"doc(
The largest elements along the last dimension: on a CPU all of them, as TopKV2 finds them.

input: At least a vector.
values: The `k` largest elements of each row, in descending order; of equal ones those that come first.
indices: Where each of them stands in its row.
k: How many.
reduction_dimension: -1, the last.
recall_target: How many of them have to be found; not looked at.
is_max_k: True: the largest.
reduction_input_size_override: For other devices; not looked at.
aggregate_to_topk: For other devices; not looked at.
)doc");

REGISTER_OP("NthElement")
    .Input("input: T")
    .Input("n: int32")
    .Output("values: T")
    .Attr("reverse: bool = false")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .SetShapeFn(NthElementShape)
    .Doc(R"doc(
The element at index `n` of each row once it is sorted.

input: Rows along the last dimension.
n: Which element, a scalar; 0 is the smallest.
values: One for each row.
reverse: Counts from the largest instead.
)doc");

REGISTER_OP("LowerBound")
    .Input("sorted_inputs: T")
    .Input("values: T")
    .Output("output: out_type")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(BoundShape)
    .Doc(R"doc(
The index of the first element of a sorted row that is not less than a value.

sorted_inputs: Sorted rows, a matrix.
values: Values for each row, a matrix.
output: For each value its place in the row of the same number; the row's length if there is none.
out_type: Of the places.
)doc");

REGISTER_OP("UpperBound")
    .Input("sorted_inputs: T")
    .Input("values: T")
    .Output("output: out_type")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(BoundShape)
    .Doc(R"doc(
The index of the first element of a sorted row that is greater than a value.

sorted_inputs: Sorted rows, a matrix.
values: Values for each row, a matrix.
output: For each value its place in the row of the same number; the row's length if there is none.
out_type: Of the places.
)doc");

}  // namespace opgraft
