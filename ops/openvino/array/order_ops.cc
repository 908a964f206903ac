// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements by their values: OpenVINO's TopK, Unique and NonZero.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status TopKShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  std::string sort;
  bool stable = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("sort", &sort));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("stable", &stable));
  if (stable && sort == "none")
    return absl::InvalidArgumentError("a stable TopK must sort, but sort is 'none'");
  const auto k = KnownInteger(c, 1);
  if (k && *k < 0) return absl::InvalidArgumentError(absl::StrCat("k must not be ", *k));
  for (const int i : {0, 1}) c->set_output(i, c->UnknownShape());
  const ShapeHandle data = c->input(0);
  if (!c->RankKnown(data)) return absl::OkStatus();
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(AxisAttr(c, "axis", data, &axis));
  const DimRange size = c->Bounds(c->Dim(data, axis));
  if (k && size.max() < *k) {
    return absl::InvalidArgumentError(
        absl::StrCat("k is ", *k, ", but dimension ", axis, " is ", size.DebugString()));
  }
  ShapeHandle out;
  // How many there are at most is known.
  const DimensionHandle many = k ? c->MakeDim(*k) : c->MakeBoundedDim(DimRange(0, size.max()));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(data, axis, many, &out));
  for (const int i : {0, 1}) c->set_output(i, out);
  return absl::OkStatus();
}

// There is at least one of a kind if there is anything, and at most as many as elements.
DimensionHandle KindsOf(InferenceContext* c, DimensionHandle elements) {
  const DimRange all = c->Bounds(elements);
  return c->MakeBoundedDim(DimRange(std::min<int64_t>(all.min(), 1), all.max()));
}

absl::Status UniqueShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 2));
  const ShapeHandle data = c->input(0);
  const bool whole = c->num_inputs() < 2;
  const auto wanted = KnownInteger(c, 1);
  for (const int i : {1, 2, 3}) c->set_output(i, c->Vector(c->UnknownDim()));
  c->set_output(0, whole ? c->Vector(c->UnknownDim()) : c->UnknownShape());
  if (!c->RankKnown(data) || (!whole && !wanted)) {
    if (!whole && c->RankKnown(data)) c->set_output(0, c->UnknownShapeOfRank(c->Rank(data)));
    return absl::OkStatus();
  }
  int64_t axis = 0;
  if (!whole) OPGRAFT_RETURN_IF_ERROR(FindAxis(*wanted, c->Rank(data), &axis));
  const DimensionHandle all = whole ? c->NumElements(data) : c->Dim(data, axis);
  const DimensionHandle kinds = KindsOf(c, all);
  ShapeHandle out = c->Vector(kinds);
  for (const int i : {1, 3}) c->set_output(i, out);
  c->set_output(2, c->Vector(all));
  if (!whole) OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(data, axis, kinds, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status NonZeroShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0);
  if (!c->RankKnown(data)) {
    c->set_output(0, c->UnknownShapeOfRank(2));
    return absl::OkStatus();
  }
  const DimRange all = c->Bounds(c->NumElements(data));
  c->set_output(0,
                c->Matrix(std::max(c->Rank(data), 1), c->MakeBoundedDim(DimRange(0, all.max()))));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>TopK")
    .Input("data: T")
    .Input("k: Tk")
    .Output("values: T")
    .Output("indices: index_element_type")
    .Attr("axis: int")
    .Attr("mode: {'min', 'max'}")
    .Attr("sort: {'none', 'index', 'value'}")
    .Attr("stable: bool = false")
    .Attr("index_element_type: {int32, int64} = DT_INT32")
    .Attr(
        "T: {bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, "
        "float, "
        "double}")
    .Attr("Tk: " OPGRAFT_INTEGERS)
    .SetShapeFn(TopKShape)
    .Doc(R"doc(
The largest or smallest elements along a dimension.

data: Any tensor with dimensions.
k: How many, a scalar.
values: The elements; of equal ones those that come first.
indices: Where each of them stands.
axis: The dimension; negative counts from the last.
mode: Which are taken.
sort: Their order: by value the best first, or by index; none leaves it open.
stable: Equal elements are in the order in which they come. They always are.
index_element_type: Of `indices`.
)doc");

REGISTER_OP("OpenVINO>Unique")
    .Input("data: T")
    .Input("axis: Taxis")
    .Output("output: T")
    .Output("indices: index_element_type")
    .Output("reverse_indices: index_element_type")
    .Output("counts: count_element_type")
    .Attr("sorted: bool = true")
    .Attr("index_element_type: {int32, int64} = DT_INT64")
    .Attr("count_element_type: {int32, int64} = DT_INT64")
    .Attr(
        "T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, float, "
        "double, bool, string}")
    .Attr("Taxis: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(UniqueShape)
    .Doc(R"doc(
Each element, or each slice along a dimension, once.

data: What is searched. Without `axis` its elements are one vector.
axis: The dimension along which slices lie, one number.
output: The elements or slices.
indices: Where each of them comes first.
reverse_indices: For each element or slice of data its place in `output`.
counts: How often each of them is there.
sorted: They are in ascending order, else in that of their first.
index_element_type: Of the indices.
count_element_type: Of `counts`.
)doc");

REGISTER_OP("OpenVINO>NonZero")
    .Input("data: T")
    .Output("output: output_type")
    .Attr("output_type: {int32, int64} = DT_INT64")
    .Attr(
        "T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, float, "
        "double, bool}")
    .SetShapeFn(NonZeroShape)
    .Doc(R"doc(
The indices of the elements that are not zero.

data: Any tensor; a scalar counts as a vector.
output: Column i is the index of the i-th such element: [dimensions of data, number of elements].
output_type: Of the indices.
)doc");

}  // namespace opgraft
