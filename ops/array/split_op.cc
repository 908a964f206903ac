// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Split.
#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status SplitShape(InferenceContext* c) {
  ShapeHandle value = c->input(1), out;
  DimensionHandle axis, size;
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInputWithNegativeIndexing(0, c->Rank(value), &axis));
  if (!c->ValueKnown(axis)) {
    out = c->RankKnown(value) ? c->UnknownShapeOfRank(c->Rank(value)) : c->UnknownShape();
  } else {
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(value, c->Value(axis) + 1, &value));
    const absl::Status status =
        c->Divide(c->Dim(value, c->Value(axis)), c->num_outputs(), true, &size);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(),
                       "\n\tNumber of ways to split should evenly divide the split dimension"));
    }
    OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(value, c->Value(axis), size, &out));
  }
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Split")
    .Input("split_dim: int32")
    .Input("value: T")
    .Output("output: num_split * T")
    .Attr("num_split: int >= 1")
    .Attr("T: type")
    .SetShapeFn(SplitShape)
    .Doc(R"doc(
Cuts a tensor into equal parts along the dimension `split_dim`.

split_dim: The dimension that is cut, a scalar; a negative one counts from the last.
value: The tensor that is cut.
output: The parts, in order.
num_split: How many parts.
)doc");

}  // namespace opgraft
