// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// From places to values and back.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status WhereShape(InferenceContext* c) {
  c->set_output(0, c->Matrix(InferenceContext::kUnknownDim, c->Rank(c->input(0))));
  return absl::OkStatus();
}

absl::Status OneHotShape(InferenceContext* c) {
  int64_t axis = -1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", &axis));
  if (axis < -1) return absl::InvalidArgumentError(absl::StrCat("axis must be >= -1, not ", axis));
  DimensionHandle depth;
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &depth));
  ShapeHandle indices = c->input(0), unused, before, after, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  if (!c->RankKnown(indices)) return shape_inference::UnknownShape(c);
  const int64_t at = axis == -1 ? c->Rank(indices) : axis;
  if (at > c->Rank(indices)) {
    return absl::InvalidArgumentError(absl::StrCat("Expected axis to be -1 or between [0, ",
                                                   c->Rank(indices) + 1, "), but it is ", axis));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, at, &before));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, at, &after));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(before, c->Vector(depth), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, after, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Where")
    .Input("input: T")
    .Output("index: int64")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool} = DT_BOOL")
    .SetShapeFn(WhereShape)
    .Doc(R"doc(
The indices of the elements that are not zero.

input: Numbers or booleans; NaN is not zero.
index: A row for each such element, in the order of the elements, with its index in each dimension.
)doc");

REGISTER_OP("OneHot")
    .Input("indices: TI")
    .Input("depth: int32")
    .Input("on_value: T")
    .Input("off_value: T")
    .Output("output: T")
    .Attr("axis: int = -1")
    .Attr("T: type")
    .Attr("TI: {uint8, int8, int32, int64} = DT_INT64")
    .SetShapeFn(OneHotShape)
    .Doc(R"doc(
One-hot vectors: one value at the given index, another everywhere else.

indices: Places along the new dimension; one out of range is nowhere.
depth: The size of the new dimension, a scalar.
on_value: What is put at the places, a scalar.
off_value: What is put elsewhere, a scalar.
output: Of the shape of `indices` with one dimension more.
axis: Before which dimension of `indices` the new one stands; -1: behind the last.
)doc");

}  // namespace opgraft
