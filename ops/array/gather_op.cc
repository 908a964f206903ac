// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Gather and GatherV2.
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;

// Of an unknown axis only the rank of the output is known.
absl::Status GatherAlongUnknownAxis(InferenceContext* c, int64_t batch_dims) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), std::abs(batch_dims), &unused));
  if (!c->RankKnown(c->input(0)) || !c->RankKnown(c->input(1)))
    return shape_inference::UnknownShape(c);
  if (batch_dims < 0) batch_dims += c->Rank(c->input(1));
  const int64_t rank = c->Rank(c->input(0)) + c->Rank(c->input(1)) - 1 - batch_dims;
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->UnknownShape(), rank, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// params[:axis] + indices[batch_dims:] + params[axis + 1:].
absl::Status GatherAlong(InferenceContext* c, int64_t axis, int64_t batch_dims) {
  const ShapeHandle params = c->input(0), indices = c->input(1);
  ShapeHandle unused, out, part;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(params, axis < 0 ? -axis : axis + 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(indices, std::abs(batch_dims), &unused));
  if (batch_dims < 0 && c->RankKnown(indices)) batch_dims += c->Rank(indices);
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(params, batch_dims + 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(params, 0, axis, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, batch_dims, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  if (axis != -1) {
    OPGRAFT_RETURN_IF_ERROR(c->Subshape(params, axis + 1, &part));
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status GatherV2Shape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  int64_t batch_dims = 0, axis = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("batch_dims", &batch_dims));
  if (batch_dims < -InferenceContext::kMaxRank || batch_dims > InferenceContext::kMaxRank) {
    return absl::InvalidArgumentError(absl::StrCat("batch_dims ", batch_dims, " is out of range"));
  }
  const Tensor* axis_value = c->input_tensor(2);
  if (axis_value == nullptr) return GatherAlongUnknownAxis(c, batch_dims);
  OPGRAFT_RETURN_IF_ERROR(c->GetScalarFromTensor(axis_value, &axis));
  if (axis < -InferenceContext::kMaxRank || axis >= InferenceContext::kMaxRank) {
    return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is out of range"));
  }
  return GatherAlong(c, axis, batch_dims);
}

// indices + params[1:].
absl::Status GatherShape(InferenceContext* c) {
  ShapeHandle params, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &params));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(params, 1, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->input(1), out, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

void GatherValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto indices = c->InputNumbers(1);
  if (!from || !indices || c->input_shape(0).dims() != 1) return;
  Elements taken;
  for (int64_t index : *indices) {
    if (index < 0 || index >= static_cast<int64_t>(from->size())) return;
    taken.push_back((*from)[static_cast<size_t>(index)]);
  }
  c->set_output(0, std::move(taken));
}

}  // namespace

REGISTER_OP("Gather")
    .Input("params: Tparams")
    .Input("indices: Tindices")
    .Output("output: Tparams")
    .Attr("validate_indices: bool = true")
    .Attr("Tparams: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(GatherShape)
    .SetValueFn(GatherValue)
    .Doc(R"doc(
Gathers slices of `params` along its first dimension, by index.

params: What is taken from.
indices: Which parts are taken, of any shape.
output: Of the shape of `indices`, followed by that of a part.
validate_indices: Does nothing: indices are always checked.
)doc");

REGISTER_OP("GatherV2")
    .Input("params: Tparams")
    .Input("indices: Tindices")
    .Input("axis: Taxis")
    .Attr("batch_dims: int = 0")
    .Output("output: Tparams")
    .Attr("Tparams: type")
    .Attr("Tindices: {int16, int32, int64}")
    .Attr("Taxis: {int32, int64}")
    .SetShapeFn(GatherV2Shape)
    .SetValueFn(GatherValue)
    .Doc(R"doc(
Gathers slices of `params` along `axis`, by index.

params: What is taken from.
indices: Which parts are taken, of any shape.
axis: The dimension that is indexed, a scalar; a negative one counts from the last.
output: Of the shape of `params`, with that of `indices` in the place of `axis`.
batch_dims: So many dimensions, which params and indices share, are gone through one by one.
)doc");

}  // namespace opgraft
