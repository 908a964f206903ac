// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that indices name: OpenVINO's Gather, GatherElements, GatherND and GatherTree.
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;

// How many leading dimensions data and indices have in common; negative: counts from the rank of
// indices, which is known.
absl::Status ReadBatchDims(InferenceContext* c, int64_t* batch) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("batch_dims", batch));
  const auto data = static_cast<int64_t>(c->Rank(c->input(0)));
  const auto rank = static_cast<int64_t>(c->Rank(c->input(1)));
  if (*batch < 0) *batch += rank;
  if (*batch >= 0 && *batch <= rank && *batch <= data) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("batch_dims does not fit data of rank ", data, " and indices of rank ", rank));
}

// The leading dimensions, which both have.
absl::Status MergeBatch(InferenceContext* c, int64_t batch, ShapeHandle* merged) {
  ShapeHandle data, indices;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(c->input(0), 0, batch, &data));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(c->input(1), 0, batch, &indices));
  return c->Merge(data, indices, merged);
}

// data[:axis] + indices[batch:] + data[axis + 1:].
absl::Status GatherShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0), indices = c->input(1);
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(data) || !c->RankKnown(indices)) return absl::OkStatus();
  int64_t batch = 0, axis = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadBatchDims(c, &batch));
  const auto wanted = KnownInteger(c, 2);
  if (!wanted) {
    const int64_t rank = int64_t{c->Rank(data)} + c->Rank(indices) - 1 - batch;
    if (rank >= 0 && rank <= InferenceContext::kMaxRank)
      c->set_output(0, c->UnknownShapeOfRank(rank));
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(FindAxis(*wanted, c->Rank(data), &axis));
  if (batch > axis) {
    return absl::InvalidArgumentError(
        absl::StrCat("batch_dims ", batch, " must not be larger than axis ", axis));
  }
  ShapeHandle out, part;
  OPGRAFT_RETURN_IF_ERROR(MergeBatch(c, batch, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, batch, axis, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, batch, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, axis + 1, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// The elements of a vector that indices name.
void GatherValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto indices = c->InputNumbers(1);
  if (!from || !indices || c->input_shape(0).dims() != 1) return;
  const auto size = static_cast<int64_t>(from->size());
  Elements taken;
  for (const int64_t index : *indices) {
    const int64_t place = index < 0 ? index + size : index;
    // What is beyond is 0.
    const bool inside = place >= 0 && place < size;
    taken.push_back(inside ? (*from)[static_cast<size_t>(place)] : DimRange(0));
  }
  c->set_output(0, std::move(taken));
}

absl::Status GatherElementsShape(InferenceContext* c) {
  ShapeHandle data = c->input(0), indices = c->input(1), unused;
  c->set_output(0, indices);
  if (!c->RankKnown(data)) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(indices, c->Rank(data), &indices));
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(AxisAttr(c, "axis", data, &axis));
  const ShapeHandle others = Forget(c, data, {axis});
  OPGRAFT_RETURN_IF_ERROR(c->Merge(others, Forget(c, indices, {axis}), &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(indices, others, &indices));
  c->set_output(0, indices);
  return absl::OkStatus();
}

// indices[:-1] + data[batch + depth:]; GatherND-5 makes one dimension of those of the batch.
absl::Status GatherNdShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0), indices = c->input(1);
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(data) || !c->RankKnown(indices)) return absl::OkStatus();
  int64_t batch = 0, opset = 8;
  OPGRAFT_RETURN_IF_ERROR(ReadBatchDims(c, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("opset", &opset));
  if (c->Rank(indices) <= batch || c->Rank(data) <= batch) {
    return absl::InvalidArgumentError(
        absl::StrCat("data and indices must have more dimensions than batch_dims = ", batch));
  }
  const int64_t depth = c->Value(c->Dim(indices, -1));
  if (depth < 0) return absl::OkStatus();
  if (depth + batch > c->Rank(data)) {
    return absl::InvalidArgumentError(absl::StrCat("indices name ", depth, " dimensions behind ",
                                                   batch, ", but data has ", c->Rank(data)));
  }
  ShapeHandle out, part;
  OPGRAFT_RETURN_IF_ERROR(MergeBatch(c, batch, &out));
  if (opset < 8 && batch > 1) out = c->Vector(c->NumElements(out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, batch, -1, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, batch + depth, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// [time, batch, beam] of both, [batch], and a scalar.
absl::Status GatherTreeShape(InferenceContext* c) {
  ShapeHandle out, unused;
  DimensionHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(out, c->input(1), &out));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(out, 1), c->Dim(unused, 0), &batch));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(out, 1, batch, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>Gather")
    .Input("data: T")
    .Input("indices: Tindices")
    .Input("axis: Taxis")
    .Output("output: T")
    .Attr("batch_dims: int = 0")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .Attr("Taxis: " OPGRAFT_INTEGERS)
    .SetShapeFn(GatherShape)
    .SetValueFn(GatherValue)
    .Doc(R"doc(
Gathers slices of `data` along `axis`, by index.

data: What is taken from.
indices: Which parts, of any shape; negative ones count from the end. Of what is not there, zeros.
axis: The dimension that is indexed, one number; negative counts from the last.
output: Of the shape of `data`, with that of `indices` in the place of `axis`.
batch_dims: So many dimensions, which data and indices share, are gone through one by one.
)doc");

REGISTER_OP("OpenVINO>GatherElements")
    .Input("data: T")
    .Input("indices: Tindices")
    .Output("output: T")
    .Attr("axis: int")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .SetShapeFn(GatherElementsShape)
    .Doc(R"doc(
Elements of data, each at its own index along `axis`.

data: What is taken from.
indices: For each element of the output its index; negative ones count from the end.
output: Of the shape of `indices`.
axis: The dimension that is indexed; negative counts from the last.
)doc");

REGISTER_OP("OpenVINO>GatherND")
    .Input("data: T")
    .Input("indices: Tindices")
    .Output("output: T")
    .Attr("batch_dims: int = 0")
    .Attr("opset: int = 8")
    .Attr("T: type")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .SetShapeFn(GatherNdShape)
    .Doc(R"doc(
Parts of data, each named by a row of indices.

data: What is taken from.
indices: The last dimension has the indices of one part; negative ones count from the end.
output: A part for each row.
batch_dims: So many dimensions, which data and indices share, are gone through one by one.
opset: Before 8 the dimensions of the batch are one in the output.
)doc");

REGISTER_OP("OpenVINO>GatherTree")
    .Input("step_ids: T")
    .Input("parent_idx: T")
    .Input("max_seq_len: T")
    .Input("end_token: T")
    .Output("final_idx: T")
    .Attr(
        "T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, float, "
        "double}")
    .SetShapeFn(GatherTreeShape)
    .Doc(R"doc(
The sequences that a beam search ends in, followed from their last steps to their first.

step_ids: The token of each step and beam, [time, batch, beam].
parent_idx: From which beam of the step before it goes on.
max_seq_len: The length of the sequences of each batch.
end_token: What fills a sequence behind its end, a scalar.
final_idx: The tokens of each beam's sequence, [time, batch, beam].
)doc");

}  // namespace opgraft
