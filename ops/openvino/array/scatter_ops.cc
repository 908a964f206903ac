// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A tensor with other elements where indices say: OpenVINO's ScatterUpdate, ScatterElementsUpdate
// and ScatterNDUpdate.
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// updates must be data[:axis] + indices + data[axis + 1:].
absl::Status ScatterUpdateShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0), indices = c->input(1);
  c->set_output(0, data);
  if (!c->RankKnown(data) || !c->RankKnown(indices)) return absl::OkStatus();
  const auto wanted = KnownInteger(c, 3);
  ShapeHandle updates, part, unused;
  OPGRAFT_RETURN_IF_ERROR(
      c->WithRank(c->input(2), int64_t{c->Rank(data)} + c->Rank(indices) - 1, &updates));
  if (!wanted) return absl::OkStatus();
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(FindAxis(*wanted, c->Rank(data), &axis));
  ShapeHandle expected;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, 0, axis, &expected));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(expected, indices, &expected));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, axis + 1, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(expected, part, &expected));
  return c->Merge(updates, expected, &unused);
}

// A vector of sizes of which some are replaced.
void ScatterUpdateValue(ValueContext* c) {
  auto elements = c->input_elements(0);
  const auto indices = c->InputNumbers(1);
  const auto updates = c->input_elements(2);
  if (!elements || !indices || !updates || c->input_shape(0).dims() != 1 ||
      indices->size() != updates->size()) {
    return;
  }
  for (size_t i = 0; i < indices->size(); ++i) {
    const int64_t index = (*indices)[i];
    if (index < 0 || index >= static_cast<int64_t>(elements->size())) return;
    (*elements)[static_cast<size_t>(index)] = (*updates)[i];
  }
  c->set_output(0, *std::move(elements));
}

absl::Status ScatterElementsShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0);
  ShapeHandle indices = c->input(1);
  c->set_output(0, data);
  OPGRAFT_RETURN_IF_ERROR(c->Merge(indices, c->input(2), &indices));
  if (!c->RankKnown(data)) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(indices, c->Rank(data), &indices));
  const auto axis = KnownInteger(c, 3);
  int64_t dim = 0;
  return axis ? FindAxis(*axis, c->Rank(data), &dim) : absl::OkStatus();
}

// updates must be indices[:-1] + data[depth:].
absl::Status ScatterNdShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0), indices = c->input(1);
  c->set_output(0, data);
  ShapeHandle expected, part;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(indices, 1, &part));
  if (!c->RankKnown(data) || !c->RankKnown(indices)) return absl::OkStatus();
  const int64_t depth = c->Value(c->Dim(indices, -1));
  if (depth < 0) return absl::OkStatus();
  if (depth > c->Rank(data)) {
    return absl::InvalidArgumentError(
        absl::StrCat("indices name ", depth, " dimensions, but data has ", c->Rank(data)));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, -1, &expected));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, depth, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(expected, part, &expected));
  return c->Merge(c->input(2), expected, &expected);
}

}  // namespace

REGISTER_OP("OpenVINO>ScatterUpdate")
    .Input("data: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Input("axis: Taxis")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .Attr("Taxis: " OPGRAFT_INTEGERS)
    .SetShapeFn(ScatterUpdateShape)
    .SetValueFn(ScatterUpdateValue)
    .Doc(R"doc(
`data` with other parts along `axis`.

data: What is changed.
indices: Which parts, of any shape, each in [0, size of the dimension).
updates: The new parts, of the shape of data with that of indices in the place of `axis`.
axis: The dimension that is indexed, one number; negative counts from the last.
output: Of the shape of `data`. Where a part is named twice, the later one counts.
)doc");

REGISTER_OP("OpenVINO>ScatterElementsUpdate")
    .Input("data: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Input("axis: Taxis")
    .Output("output: T")
    .Attr("reduction: {'none', 'sum', 'prod', 'min', 'max', 'mean'} = 'none'")
    .Attr("use_init_val: bool = true")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .Attr("Taxis: " OPGRAFT_INTEGERS)
    .SetShapeFn(ScatterElementsShape)
    .Doc(R"doc(
`data` with other elements, each at its own index along `axis`.

data: What is changed.
indices: For each element of `updates` its index; negative ones count from the end.
updates: The new elements.
axis: The dimension that is indexed, one number; negative counts from the last.
output: Of the shape of `data`.
reduction: How elements join those that are there; none: they replace them.
use_init_val: What is there at first takes part in it.
)doc");

REGISTER_OP("OpenVINO>ScatterNDUpdate")
    .Input("data: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr("reduction: {'none', 'sum', 'sub', 'prod', 'min', 'max'} = 'none'")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .SetShapeFn(ScatterNdShape)
    .Doc(R"doc(
`data` with other parts, each named by a row of indices.

data: What is changed.
indices: The last dimension has the indices of one part; negative ones count from the end.
updates: The new parts, of the shape of indices without the last dimension, and of a part.
output: Of the shape of `data`.
reduction: How parts join those that are there; none: they replace them.
)doc");

}  // namespace opgraft
