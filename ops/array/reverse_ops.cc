// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements in another order along dimensions.
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ReverseV2Shape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  return shape_inference::UnchangedShape(c);
}

// A vector, wholly reversed.
void ReverseV2Value(ValueContext* c) {
  auto elements = c->input_elements(0);
  const auto axes = c->InputNumbers(1);
  if (!elements || !axes || c->input_shape(0).dims() != 1 || axes->size() > 1) return;
  if (!axes->empty()) elements = ValueContext::Elements(elements->rbegin(), elements->rend());
  c->set_output(0, *std::move(elements));
}

absl::Status ReverseShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), dims;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &dims));
  const DimensionHandle rank = c->Dim(dims, 0);
  if (c->ValueKnown(rank)) OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, c->Value(rank), &input));
  c->set_output(0, input);
  return absl::OkStatus();
}

absl::Status RollShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(2), 1, &unused));
  return shape_inference::UnchangedShape(c);
}

absl::Status ReverseSequenceShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), lengths;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &lengths));
  int64_t seq_dim = 0, batch_dim = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("seq_dim", &seq_dim));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("batch_dim", &batch_dim));
  if (!c->RankKnown(input)) return shape_inference::UnknownShape(c);
  const int32_t rank = c->Rank(input);
  if (batch_dim < 0 || batch_dim >= rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("batch_dim must be in [0, ", rank, "), but is ", batch_dim));
  }
  if (seq_dim < 0 || seq_dim >= rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("seq_dim must be in [0, ", rank, "), but is ", seq_dim));
  }
  DimensionHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(input, batch_dim), c->Dim(lengths, 0), &batch));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(input, batch_dim, batch, &input));
  c->set_output(0, input);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("ReverseV2")
    .Input("tensor: T")
    .Input("axis: Tidx")
    .Output("output: T")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr(
        "T: {uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, "
        "float, double, complex64, complex128, string}")
    .SetShapeFn(ReverseV2Shape)
    .SetValueFn(ReverseV2Value)
    .Doc(R"doc(
Reverses dimensions.

tensor: Any tensor.
axis: Which dimensions, a vector, none twice; a negative one counts from the last.
output: The same elements; along these dimensions from last to first.
)doc");

REGISTER_OP("Reverse")
    .Input("tensor: T")
    .Input("dims: bool")
    .Output("output: T")
    .Attr(
        "T: {uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, half, "
        "float, double, complex64, complex128, string}")
    .SetShapeFn(ReverseShape)
    .Doc(R"doc(
Reverses dimensions.

tensor: Any tensor.
dims: Whether each dimension is reversed, a vector.
output: The same elements; along these dimensions from last to first.
)doc");

REGISTER_OP("Roll")
    .Input("input: T")
    .Input("shift: Tshift")
    .Input("axis: Taxis")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tshift: {int32, int64}")
    .Attr("Taxis: {int32, int64}")
    .SetShapeFn(RollShape)
    .Doc(R"doc(
Rolls elements along dimensions; those that leave at one end enter at the other.

input: At least a vector.
shift: By how many places, a scalar or a vector; a negative one moves towards the start.
axis: The dimension of each shift; a negative one counts from the last. One that stands there twice is
  moved by both.
output: The same elements, moved.
)doc");

REGISTER_OP("ReverseSequence")
    .Input("input: T")
    .Input("seq_lengths: Tlen")
    .Output("output: T")
    .Attr("seq_dim: int")
    .Attr("batch_dim: int = 0")
    .Attr("T: type")
    .Attr("Tlen: {int32, int64} = DT_INT64")
    .SetShapeFn(ReverseSequenceShape)
    .Doc(R"doc(
Reverses the beginning of each of several sequences.

input: The sequences.
seq_lengths: How many of each are reversed, a vector.
output: The same elements; of each sequence so many from last to first, the others as they are.
seq_dim: The dimension along which a sequence goes.
batch_dim: The dimension that counts the sequences.
)doc");

}  // namespace opgraft
