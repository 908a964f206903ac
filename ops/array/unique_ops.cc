// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that differ from each other.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Each element once; for each element the number of its like; and perhaps how often it is there.
absl::Status UniqueShape(InferenceContext* c) {
  ShapeHandle x;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &x));
  c->set_output(0, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(1, x);
  if (c->num_outputs() > 2) c->set_output(2, c->output(0));
  return absl::OkStatus();
}

// Along an axis slices are compared.
absl::Status UniqueV2Shape(InferenceContext* c) {
  ShapeHandle x = c->input(0), axes, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &axes));
  const DimensionHandle unknown = c->UnknownDim();
  if (c->num_outputs() > 2) c->set_output(2, c->Vector(unknown));
  c->set_output(0, c->UnknownShape());
  c->set_output(1, c->Vector(c->UnknownDim()));
  const Tensor* axis_value = c->input_tensor(1);
  if (!c->RankKnown(x) || axis_value == nullptr || !IsIndexTensor(*axis_value))
    return absl::OkStatus();
  if (axis_value->NumElements() == 0) return UniqueShape(c);
  const int64_t axis = IndexAt(*axis_value, 0), rank = c->Rank(x);
  if (axis_value->NumElements() > 1 || axis < -rank || axis >= rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("axis has to be one dimension in [", -rank, ", ", rank, ")"));
  }
  c->set_output(1, c->Vector(c->Dim(x, axis)));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(x, axis, unknown, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status ListDiffShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  const ShapeHandle out = c->Vector(InferenceContext::kUnknownDim);
  c->set_output(0, out);
  c->set_output(1, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Unique")
    .Input("x: T")
    .Output("y: T")
    .Output("idx: out_idx")
    .Attr("T: type")
    .Attr("out_idx: {int32, int64} = DT_INT32")
    .SetShapeFn(UniqueShape)
    .Doc(R"doc(
The unique elements of a vector, in the order of their first occurrence.

x: A vector.
y: The elements in the order in which they are first seen.
idx: For each element of `x` its place in `y`.
out_idx: Of `idx`.
)doc");

REGISTER_OP("UniqueWithCounts")
    .Input("x: T")
    .Output("y: T")
    .Output("idx: out_idx")
    .Output("count: out_idx")
    .Attr("T: type")
    .Attr("out_idx: {int32, int64} = DT_INT32")
    .SetShapeFn(UniqueShape)
    .Doc(R"doc(
The unique elements of a vector, in the order of their first occurrence.

x: A vector.
y: The elements in the order in which they are first seen.
idx: For each element of `x` its place in `y`.
count: How often each is there in `x`.
out_idx: Of `idx` and `count`.
)doc");

REGISTER_OP("UniqueV2")
    .Input("x: T")
    .Input("axis: Taxis")
    .Output("y: T")
    .Output("idx: out_idx")
    .Attr("T: type")
    .Attr("Taxis: {int32, int64} = DT_INT64")
    .Attr("out_idx: {int32, int64} = DT_INT32")
    .SetShapeFn(UniqueV2Shape)
    .Doc(R"doc(
Each slice along a dimension once; without a dimension each element of a vector.

x: Any tensor.
axis: The dimension, a vector of one element; of none for the elements of a vector.
y: The slices in the order in which they are first seen.
idx: For each slice of `x` its place in `y`.
out_idx: Of `idx`.
)doc");

REGISTER_OP("UniqueWithCountsV2")
    .Input("x: T")
    .Input("axis: Taxis")
    .Output("y: T")
    .Output("idx: out_idx")
    .Output("count: out_idx")
    .Attr("T: type")
    .Attr("Taxis: {int32, int64} = DT_INT64")
    .Attr("out_idx: {int32, int64} = DT_INT32")
    .SetShapeFn(UniqueV2Shape)
    .Doc(R"doc(
Each slice along a dimension once; without a dimension each element of a vector.

x: Any tensor.
axis: The dimension, a vector of one element; of none for the elements of a vector.
y: The slices in the order in which they are first seen.
idx: For each slice of `x` its place in `y`.
count: How often each is there in `x`.
out_idx: Of `idx` and `count`.
)doc");

REGISTER_OP("ListDiff")
    .Input("x: T")
    .Input("y: T")
    .Output("out: T")
    .Output("idx: out_idx")
    .Attr("T: type")
    .Attr("out_idx: {int32, int64} = DT_INT32")
    .SetShapeFn(ListDiffShape)
    .Doc(R"doc(
The elements of a vector that are not in another.

x: A vector.
y: What is left out, a vector.
out: The others, in their order.
idx: Their places in `x`.
out_idx: Of `idx`.
)doc");

}  // namespace opgraft
