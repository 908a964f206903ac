// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors that get a margin.
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Calls change(c, size, margin, &new_size) for each dimension, where `margin` is the sum of both
// sides.
template <typename Change>
absl::Status ChangeByMargins(InferenceContext* c, const Tensor& paddings, const Change& change) {
  ShapeHandle input;
  const int64_t rank = paddings.NumElements() / 2;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), rank, &input));
  std::vector<DimensionHandle> dims(static_cast<size_t>(rank));
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t before = IndexAt(paddings, 2 * d), after = IndexAt(paddings, 2 * d + 1);
    int64_t margin = 0;
    if (before < 0 || after < 0 || __builtin_add_overflow(before, after, &margin)) {
      return absl::InvalidArgumentError(
          absl::StrCat("Paddings must be non-negative: ", before, ", ", after));
    }
    OPGRAFT_RETURN_IF_ERROR(change(c->Dim(input, d), margin, &dims[static_cast<size_t>(d)]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

template <typename Change>
absl::Status ShapeByMargins(InferenceContext* c, const Change& change) {
  ShapeHandle paddings, input = c->input(0);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &paddings));
  DimensionHandle unused, rank = c->Dim(paddings, 0);
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(paddings, 1), 2, &unused));
  if (c->RankKnown(input)) OPGRAFT_RETURN_IF_ERROR(c->WithValue(rank, c->Rank(input), &rank));
  const Tensor* values = c->input_tensor(1);
  if (values != nullptr && !IsIndexTensor(*values))
    return absl::InvalidArgumentError("paddings must be integers");
  if (values != nullptr) return ChangeByMargins(c, *values, change);
  if (!c->ValueKnown(rank)) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, c->Value(rank), &input));
  c->set_output(0, c->UnknownShapeOfRank(c->Value(rank)));
  return absl::OkStatus();
}

absl::Status PadShape(InferenceContext* c) {
  return ShapeByMargins(c, [c](DimensionHandle dim, int64_t margin, DimensionHandle* out) {
    return c->Add(dim, margin, out);
  });
}

absl::Status PadV2Shape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  return PadShape(c);
}

absl::Status MirrorPadGradShape(InferenceContext* c) {
  return ShapeByMargins(c, [c](DimensionHandle dim, int64_t margin, DimensionHandle* out) {
    return c->Subtract(dim, margin, out);
  });
}

}  // namespace

REGISTER_OP("Pad")
    .Input("input: T")
    .Input("paddings: Tpaddings")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tpaddings: {int32, int64} = DT_INT32")
    .SetShapeFn(PadShape)
    .Doc(R"doc(
Pads a tensor with zeros (false, empty strings).

input: What gets a margin.
paddings: A row [before, after] for each dimension.
output: The tensor with its margin.
)doc");

REGISTER_OP("PadV2")
    .Input("input: T")
    .Input("paddings: Tpaddings")
    .Input("constant_values: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tpaddings: {int32, int64} = DT_INT32")
    .SetShapeFn(PadV2Shape)
    .Doc(R"doc(
Pads a tensor with one value.

input: What gets a margin.
paddings: A row [before, after] for each dimension.
constant_values: What the margin is filled with, a scalar.
output: The tensor with its margin.
)doc");

REGISTER_OP("MirrorPad")
    .Input("input: T")
    .Input("paddings: Tpaddings")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tpaddings: {int32, int64} = DT_INT32")
    .Attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .SetShapeFn(PadShape)
    .Doc(R"doc(
Pads a tensor with mirrored values of its own.

input: What gets a margin.
paddings: A row [before, after] for each dimension.
output: The tensor with its margin.
mode: REFLECT mirrors at the outermost element, SYMMETRIC behind it, so that it is repeated.
)doc");

REGISTER_OP("MirrorPadGrad")
    .Input("input: T")
    .Input("paddings: Tpaddings")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tpaddings: {int32, int64} = DT_INT32")
    .Attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .SetShapeFn(MirrorPadGradShape)
    .Doc(R"doc(
The gradient of MirrorPad: the margin is folded back and added.

input: The gradient of MirrorPad's output.
paddings: That of MirrorPad: a row [before, after] for each dimension.
output: The gradient of MirrorPad's input.
mode: That of MirrorPad.
)doc");

}  // namespace opgraft
