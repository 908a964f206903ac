// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Rows that are joined: OpenVINO's EmbeddingBag ops, EmbeddingSegmentsSum and SegmentMax.
#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// `bags` rows like those of the table.
absl::Status BagsShape(InferenceContext* c, DimensionHandle bags) {
  ShapeHandle table, row, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &table));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(table, 1, &row));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(bags), row, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// Input `weights`, if there is one, has the shape of the indices.
absl::Status CheckWeights(InferenceContext* c, int weights) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, weights + 1));
  if (c->num_inputs() <= weights) return absl::OkStatus();
  std::string reduction = "sum";
  if (c->attrs().Find("reduction") != nullptr)
    OPGRAFT_RETURN_IF_ERROR(c->GetAttr("reduction", &reduction));
  if (reduction != "sum")
    return absl::InvalidArgumentError("per_sample_weights need the reduction 'sum'");
  return c->Merge(c->input(1), c->input(weights), &unused);
}

absl::Status BagOffsetsShape(InferenceContext* c) {
  ShapeHandle indices, offsets;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &offsets));
  OPGRAFT_RETURN_IF_ERROR(CheckWeights(c, 4));
  return BagsShape(c, c->Dim(offsets, 0));
}

absl::Status BagPackedShape(InferenceContext* c) {
  ShapeHandle indices;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &indices));
  OPGRAFT_RETURN_IF_ERROR(CheckWeights(c, 2));
  return BagsShape(c, c->Dim(indices, 0));
}

// The number of segments that input `i` gives.
absl::Status SegmentsOf(InferenceContext* c, int i, DimensionHandle* segments) {
  *segments = c->UnknownDim();
  const auto value = KnownInteger(c, i);
  if (!value) return absl::OkStatus();
  if (*value < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("num_segments must not be negative, but is ", *value));
  }
  *segments = c->MakeDim(*value);
  return absl::OkStatus();
}

absl::Status SegmentsSumShape(InferenceContext* c) {
  ShapeHandle indices, ids;
  DimensionHandle segments;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(indices, c->input(2), &ids));
  OPGRAFT_RETURN_IF_ERROR(CheckWeights(c, 5));
  OPGRAFT_RETURN_IF_ERROR(SegmentsOf(c, 3, &segments));
  return BagsShape(c, segments);
}

// As many rows as num_segments says, or else the ids.
absl::Status SegmentMaxShape(InferenceContext* c) {
  ShapeHandle data, ids;
  DimensionHandle rows, segments = c->UnknownDim();
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 3));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &ids));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(data, 0), c->Dim(ids, 0), &rows));
  const auto values = KnownIntegers(c, 1);
  if (c->num_inputs() > 2) {
    OPGRAFT_RETURN_IF_ERROR(SegmentsOf(c, 2, &segments));
  } else if (values) {
    segments = c->MakeDim(values->empty() ? 0 : std::max<int64_t>(values->back(), -1) + 1);
  }
  return BagsShape(c, segments);
}

}  // namespace

// The element types of the tables: what has a sum.
#define NUMBERS \
  "{int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, float, double}"

constexpr char kOffsetsDoc[] = R"doc(
Joins rows of a table: those of each bag, a run of indices.

emb_table: The rows.
indices: Which rows, a vector.
offsets: Where each bag begins among the indices; the last one goes to their end.
rest: default_index, the row of an empty bag (absent or -1: zeros); then per_sample_weights.
output: A row for each bag.
reduction: The rows of a bag are added; mean divides the sum by their number.
)doc";

#define REGISTER_BAG_OFFSETS(name)                \
  REGISTER_OP(name)                               \
      .Input("emb_table: T")                      \
      .Input("indices: Tindices")                 \
      .Input("offsets: Toffsets")                 \
      .Input("rest: Trest")                       \
      .Output("output: T")                        \
      .Attr("reduction: {'sum', 'mean'} = 'sum'") \
      .Attr("T: " NUMBERS)                        \
      .Attr("Tindices: " OPGRAFT_INTEGERS)        \
      .Attr("Toffsets: " OPGRAFT_INTEGERS)        \
      .Attr("Trest: list(type) >= 0")             \
      .SetShapeFn(BagOffsetsShape)                \
      .Doc(kOffsetsDoc)
REGISTER_BAG_OFFSETS("OpenVINO>EmbeddingBagOffsetsSum");
REGISTER_BAG_OFFSETS("OpenVINO>EmbeddingBagOffsets");
#undef REGISTER_BAG_OFFSETS

constexpr char kPackedDoc[] = R"doc(
Joins rows of a table: those of each bag, a row of indices.

emb_table: The rows.
indices: Which rows, [bags, rows of a bag].
per_sample_weights: By which the rows are multiplied; absent: 1.
output: A row for each bag.
reduction: The rows of a bag are added; mean divides the sum by their number.
)doc";

#define REGISTER_BAG_PACKED(name)                 \
  REGISTER_OP(name)                               \
      .Input("emb_table: T")                      \
      .Input("indices: Tindices")                 \
      .Input("per_sample_weights: Tweights")      \
      .Output("output: T")                        \
      .Attr("reduction: {'sum', 'mean'} = 'sum'") \
      .Attr("T: " NUMBERS)                        \
      .Attr("Tindices: " OPGRAFT_INTEGERS)        \
      .Attr("Tweights: list(type) >= 0")          \
      .SetShapeFn(BagPackedShape)                 \
      .Doc(kPackedDoc)
REGISTER_BAG_PACKED("OpenVINO>EmbeddingBagPackedSum");
REGISTER_BAG_PACKED("OpenVINO>EmbeddingBagPacked");
#undef REGISTER_BAG_PACKED

REGISTER_OP("OpenVINO>EmbeddingSegmentsSum")
    .Input("emb_table: T")
    .Input("indices: Tindices")
    .Input("segment_ids: Tids")
    .Input("num_segments: Tsegments")
    .Input("rest: Trest")
    .Output("output: T")
    .Attr("T: " NUMBERS)
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .Attr("Tids: " OPGRAFT_INTEGERS)
    .Attr("Tsegments: " OPGRAFT_INTEGERS)
    .Attr("Trest: list(type) >= 0")
    .SetShapeFn(SegmentsSumShape)
    .Doc(R"doc(
Adds rows of a table: those whose indices have one segment id.

emb_table: The rows.
indices: Which rows, a vector.
segment_ids: To which segment each index belongs, in ascending order.
num_segments: How many segments there are.
rest: default_index, the row of an empty segment (absent or -1: zeros); then per_sample_weights.
output: A row for each segment.
)doc");

REGISTER_OP("OpenVINO>SegmentMax")
    .Input("data: T")
    .Input("segment_ids: Tids")
    .Input("num_segments: Tsegments")
    .Output("output: T")
    .Attr("fill_mode: {'zero', 'lowest'}")
    .Attr("T: " NUMBERS)
    .Attr("Tids: " OPGRAFT_INTEGERS)
    .Attr("Tsegments: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(SegmentMaxShape)
    .Doc(R"doc(
The largest elements of the rows of each segment.

data: The rows.
segment_ids: To which segment each row belongs, in ascending order.
num_segments: How many segments there are; rows of later ones are left out. Absent: as the ids say.
output: A row for each segment.
fill_mode: What a segment without rows has.
)doc");

#undef NUMBERS

}  // namespace opgraft
