// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors joined along a new dimension, and cut up along one.
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "ops/array/append_elements.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;

// The attr axis of Pack and Unpack, from the start.
absl::Status ReadAxis(InferenceContext* c, int32_t rank, int32_t* axis) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", axis));
  if (*axis < -rank || *axis >= rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("Invalid axis: ", *axis, "; must be in [", -rank, ",", rank, ")"));
  }
  if (*axis < 0) *axis += rank;
  return absl::OkStatus();
}

absl::Status PackShape(InferenceContext* c) {
  ShapeHandle value = c->input(c->num_inputs() - 1), before, after, out;
  for (int i = c->num_inputs() - 2; i >= 0; --i) {
    const absl::Status status = c->Merge(c->input(i), value, &value);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(), "\n\tFrom merging shape ", i, " with other shapes."));
    }
  }
  if (!c->RankKnown(value)) return shape_inference::UnknownShape(c);
  int32_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadAxis(c, c->Rank(value) + 1, &axis));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, 0, axis, &before));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, axis, &after));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(before, c->Vector(c->num_inputs()), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, after, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status UnpackShape(InferenceContext* c) {
  const ShapeHandle value = c->input(0);
  if (!c->RankKnown(value)) return shape_inference::UnknownShape(c);
  int32_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadAxis(c, c->Rank(value), &axis));
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(value, axis), c->num_outputs(), &unused));
  ShapeHandle before, after, out;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, 0, axis, &before));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, axis + 1, &after));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(before, after, &out));
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, out);
  return absl::OkStatus();
}

// Scalars, or vectors of one element, whose order no axis changes.
void PackValue(ValueContext* c) {
  Elements all;
  for (int i = 0; i < c->num_inputs(); ++i) {
    if (!AppendElements(i, c, &all) || all.size() != static_cast<size_t>(i) + 1) return;
  }
  c->set_output(0, std::move(all));
}

void UnpackValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  if (c->input_shape(0).dims() != 1 || !from) return;
  for (int i = 0; i < c->num_outputs() && static_cast<size_t>(i) < from->size(); ++i)
    c->set_output(i, {(*from)[static_cast<size_t>(i)]});
}

}  // namespace

REGISTER_OP("Pack")
    .Input("values: N * T")
    .Output("output: T")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .Attr("axis: int = 0")
    .SetShapeFn(PackShape)
    .SetValueFn(PackValue)
    .Doc(R"doc(
Stacks tensors of one shape along a new dimension.

values: The tensors, in order.
output: With a dimension more, which is as long as there are tensors.
axis: Where the new dimension is in the output; from the end if it is negative.
)doc");

REGISTER_OP("Unpack")
    .Input("value: T")
    .Output("output: num * T")
    .Attr("num: int >= 0")
    .Attr("T: type")
    .Attr("axis: int = 0")
    .SetShapeFn(UnpackShape)
    .SetValueFn(UnpackValue)
    .Doc(R"doc(
Unstacks a tensor along one dimension, which the outputs do not have.

value: The tensor that is cut up.
output: The parts, in order.
num: The size of that dimension.
axis: Which; from the end if it is negative.
)doc");

}  // namespace opgraft
