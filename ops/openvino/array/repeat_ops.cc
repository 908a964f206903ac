// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that are written several times, or moved along their dimensions: OpenVINO's Broadcast,
// Tile, OneHot, Roll, ReverseSequence and Reverse.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// `target` where it is known, else what a dimension of `input` that is not 1 must become; the
// dimensions of the input are those of the target named by `sources`.
absl::Status BroadcastTo(InferenceContext* c, ShapeHandle input, ShapeHandle target,
                         const Integers& sources) {
  std::vector<DimensionHandle> dims;
  for (int32_t d = 0; d < c->Rank(target); ++d) dims.push_back(c->Dim(target, d));
  for (size_t i = 0; i < sources.size(); ++i) {
    const DimensionHandle dim = c->Dim(input, static_cast<int64_t>(i));
    if (c->Bounds(dim).Contains(DimRange(1))) continue;
    DimensionHandle& to = dims[static_cast<size_t>(sources[i])];
    if (!c->Merge(dim, to, &to).ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "cannot broadcast shape ", c->DebugString(input), " to ", c->DebugString(target)));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// The dimensions of the target that those of the input become: the last ones, or those of input 2.
absl::Status FindSources(InferenceContext* c, const std::string& mode, int64_t rank,
                         int64_t target_rank, Integers* sources, bool* known) {
  *known = true;
  if (rank > target_rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot broadcast a tensor of rank ", rank, " to one of rank ", target_rank));
  }
  if (mode == "numpy") {
    for (int64_t d = 0; d < rank; ++d) sources->push_back(target_rank - rank + d);
    return absl::OkStatus();
  }
  if (c->num_inputs() < 3)
    return absl::InvalidArgumentError("mode 'explicit' needs an input axes_mapping");
  const auto mapping = KnownIntegers(c, 2);
  *known = mapping.has_value();
  if (!mapping) return absl::OkStatus();
  *sources = *mapping;
  bool fits = static_cast<int64_t>(sources->size()) == rank;
  for (size_t i = 0; fits && i < sources->size(); ++i) {
    fits = (*sources)[i] >= 0 && (*sources)[i] < target_rank &&
           (i == 0 || (*sources)[i] > (*sources)[i - 1]);
  }
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("axes_mapping must name ", rank, " of ",
                                                 target_rank, " dimensions, in their order"));
}

absl::Status BroadcastShape(InferenceContext* c) {
  std::string mode;
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 3));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("mode", &mode));
  ShapeHandle target;
  OPGRAFT_RETURN_IF_ERROR(KnownSizes(c, 1, &target));
  const ShapeHandle input = c->input(0);
  if (mode == "bidirectional") {
    ShapeHandle out;
    OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
        c, input, target, /*incompatible_shape_error=*/true, &out));
    c->set_output(0, out);
    return absl::OkStatus();
  }
  c->set_output(0, target);
  if (!c->RankKnown(input) || !c->RankKnown(target)) return absl::OkStatus();
  Integers sources;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(FindSources(c, mode, c->Rank(input), c->Rank(target), &sources, &known));
  return known ? BroadcastTo(c, input, target, sources) : absl::OkStatus();
}

// The elements of a scalar or of a vector of one element, as often as the output has them.
void BroadcastValue(ValueContext* c) {
  const auto elements = c->input_elements(0);
  const int64_t count = c->output_shape(0).num_elements();
  if (!elements || c->output_shape(0).dims() > 1 || count < 0 ||
      count > ValueContext::kMaxElements) {
    return;
  }
  if (elements->size() == 1) {
    c->set_output(0, ValueContext::Elements(static_cast<size_t>(count), (*elements)[0]));
  } else if (static_cast<int64_t>(elements->size()) == count) {
    c->set_output(0, *elements);
  }
}

// The shorter of the two is filled with ones before its first.
absl::Status TileShape(InferenceContext* c) {
  ShapeHandle repeats;
  OPGRAFT_RETURN_IF_ERROR(KnownSizes(c, 1, &repeats));
  const auto values = KnownIntegers(c, 1);
  const ShapeHandle input = c->input(0);
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(input) || !c->RankKnown(repeats)) return absl::OkStatus();
  const int64_t of_input = c->Rank(input), of_repeats = c->Rank(repeats);
  const int64_t rank = std::max(of_input, of_repeats);
  std::vector<DimensionHandle> dims;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t from = d - (rank - of_input), at = d - (rank - of_repeats);
    DimensionHandle dim = from < 0 ? c->MakeDim(1) : c->Dim(input, from);
    DimensionHandle times = at < 0 ? c->MakeDim(1) : c->Dim(repeats, at);
    // Less than once is not at all.
    if (values && at >= 0 && (*values)[static_cast<size_t>(at)] < 0) times = c->MakeDim(0);
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(dim, times, &dim));
    dims.push_back(dim);
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// A vector of elements that are known, as often as it is repeated.
void TileValue(ValueContext* c) {
  const auto elements = c->input_elements(0);
  const int64_t count = c->output_shape(0).num_elements();
  if (!elements || elements->empty() || c->output_shape(0).dims() > 1 || count < 0 ||
      count > ValueContext::kMaxElements) {
    return;
  }
  ValueContext::Elements tiled;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i)
    tiled.push_back((*elements)[i % elements->size()]);
  c->set_output(0, tiled);
}

absl::Status OneHotShape(InferenceContext* c) {
  const ShapeHandle indices = c->input(0);
  ShapeHandle unused;
  for (const int i : {1, 2, 3}) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(indices)) return absl::OkStatus();
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", &axis));
  OPGRAFT_RETURN_IF_ERROR(FindAxis(axis, int64_t{c->Rank(indices)} + 1, &axis));
  const auto depth = KnownInteger(c, 1);
  if (depth && *depth < 0)
    return absl::InvalidArgumentError(absl::StrCat("depth must not be negative, but is ", *depth));
  ShapeHandle out, rest;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, axis, &out));
  OPGRAFT_RETURN_IF_ERROR(
      c->Concatenate(out, c->Vector(depth ? c->MakeDim(*depth) : c->UnknownDim()), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, axis, &rest));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, rest, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status RollShape(InferenceContext* c) {
  ShapeHandle unused;
  for (const int i : {1, 2}) OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &unused));
  auto axes = KnownIntegers(c, 2);
  if (axes && c->RankKnown(c->input(0)))
    OPGRAFT_RETURN_IF_ERROR(FindAxes(c->Rank(c->input(0)), &*axes));
  return ShapeOfFirstInput(c);
}

absl::Status ReverseSequenceShape(InferenceContext* c) {
  ShapeHandle data, lengths;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &lengths));
  c->set_output(0, data);
  if (!c->RankKnown(data)) return absl::OkStatus();
  int64_t batch = 0, sequence = 0;
  OPGRAFT_RETURN_IF_ERROR(AxisAttr(c, "batch_axis", data, &batch));
  OPGRAFT_RETURN_IF_ERROR(AxisAttr(c, "seq_axis", data, &sequence));
  DimensionHandle size;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(data, batch), c->Dim(lengths, 0), &size));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(data, batch, size, &data));
  c->set_output(0, data);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>Broadcast")
    .Input("data: T")
    .Input("target_shape: Tshape")
    .Input("axes_mapping: Tmapping")
    .Output("output: T")
    .Attr("mode: {'numpy', 'explicit', 'none', 'bidirectional'} = 'numpy'")
    .Attr("T: type")
    .Attr("Tshape: " OPGRAFT_INTEGERS)
    .Attr("Tmapping: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(BroadcastShape)
    .SetValueFn(BroadcastValue)
    .Doc(R"doc(
Repeats a tensor along dimensions of size 1 and new ones.

data: What is repeated.
target_shape: The shape, a vector.
axes_mapping: In mode explicit, of each dimension of data which it is in the output; in order.
output: Of `target_shape`; in mode bidirectional of what that and the shape of data broadcast to.
mode: numpy aligns the last dimensions; none is explicit.
)doc");

REGISTER_OP("OpenVINO>Tile")
    .Input("data: T")
    .Input("repeats: Trepeats")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Trepeats: " OPGRAFT_INTEGERS)
    .SetShapeFn(TileShape)
    .SetValueFn(TileValue)
    .Doc(R"doc(
Repeats a tensor along each dimension.

data: What is repeated.
repeats: How often along each of the last dimensions; those before are there once.
output: As many times as large along each dimension.
)doc");

REGISTER_OP("OpenVINO>OneHot")
    .Input("indices: Tindices")
    .Input("depth: Tdepth")
    .Input("on_value: T")
    .Input("off_value: T")
    .Output("output: T")
    .Attr("axis: int")
    .Attr("negative_indices_mode: {'ignore_negative', 'normalize'} = 'ignore_negative'")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .Attr("Tdepth: " OPGRAFT_INTEGERS)
    .SetShapeFn(OneHotShape)
    .Doc(R"doc(
One-hot vectors: one value at the given index, another everywhere else.

indices: The places; those outside the vector leave it as it is.
depth: How long the vectors are, a scalar.
on_value: What is put at the place, a scalar.
off_value: What is elsewhere, a scalar.
output: The shape of indices, with `depth` put in before dimension `axis`.
axis: Which dimension of the output the vectors are; negative counts from the last.
negative_indices_mode: normalize counts negative places from the end of the vector.
)doc");

REGISTER_OP("OpenVINO>Roll")
    .Input("data: T")
    .Input("shift: Tshift")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tshift: " OPGRAFT_INTEGERS)
    .Attr("Taxes: " OPGRAFT_INTEGERS)
    .SetShapeFn(RollShape)
    .Doc(R"doc(
Rolls elements along dimensions; those that leave at one end enter at the other.

data: Any tensor.
shift: By how many places, towards the end; one number is for all axes.
axes: Along which dimensions; one that is named twice is moved by the sum.
output: Of the shape of `data`.
)doc");

REGISTER_OP("OpenVINO>ReverseSequence")
    .Input("data: T")
    .Input("seq_lengths: Tlengths")
    .Output("output: T")
    .Attr("batch_axis: int = 0")
    .Attr("seq_axis: int = 1")
    .Attr("T: type")
    .Attr(
        "Tlengths: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, "
        "float, double}")
    .SetShapeFn(ReverseSequenceShape)
    .Doc(R"doc(
Reverses the beginning of each sequence.

data: The sequences.
seq_lengths: How much of the sequence of each batch is reversed; whole numbers.
output: Of the shape of `data`.
batch_axis: The dimension of the batch; negative counts from the last.
seq_axis: The dimension along which the sequences lie.
)doc");

REGISTER_OP("OpenVINO>Reverse")
    .Input("data: T")
    .Input("reversed_axes: Taxes")
    .Output("output: T")
    .Attr("mode: {'index', 'mask'}")
    .Attr("T: type")
    .Attr("Taxes: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool}")
    .SetShapeFn(ShapeOfFirstInput)
    .Doc(R"doc(
Reverses dimensions.

data: Any tensor.
reversed_axes: Which dimensions: in mode index their numbers, in mode mask a bool for each.
output: Of the shape of `data`.
mode: What `reversed_axes` has.
)doc");

}  // namespace opgraft
