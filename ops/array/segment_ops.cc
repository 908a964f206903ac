// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Rows that belong together, reduced to one.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status SegmentShape(InferenceContext* c) {
  ShapeHandle data, ids, slice, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &ids));
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(data, 0), c->Dim(ids, 0), &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, 1, &slice));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(InferenceContext::kUnknownDim), slice, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status UnsortedSegmentShape(InferenceContext* c) {
  ShapeHandle data = c->input(0), ids = c->input(1), unused, slice, out;
  DimensionHandle segments;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(2, &segments));
  if (!c->RankKnown(ids)) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->MergePrefix(data, ids, &data, &ids));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, c->Rank(ids), &slice));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(segments), slice, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("SegmentSum")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SegmentShape)
    .Doc(R"doc(
The sums of the rows of each segment.

data: Its first dimension counts rows.
segment_ids: The segment of each row, a vector that never decreases.
output: A row for each segment up to the last one; zeros for one without rows.
)doc");

REGISTER_OP("SegmentMean")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SegmentShape)
    .Doc(R"doc(
The means of the rows of each segment.

data: Its first dimension counts rows.
segment_ids: The segment of each row, a vector that never decreases.
output: A row for each segment up to the last one; zeros for one without rows.
)doc");

REGISTER_OP("SegmentProd")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SegmentShape)
    .Doc(R"doc(
The products of the rows of each segment.

data: Its first dimension counts rows.
segment_ids: The segment of each row, a vector that never decreases.
output: A row for each segment up to the last one; ones for one without rows.
)doc");

REGISTER_OP("SegmentMin")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SegmentShape)
    .Doc(R"doc(
The smallest values of the rows of each segment.

data: Its first dimension counts rows.
segment_ids: The segment of each row, a vector that never decreases.
output: A row for each segment up to the last one; zeros for one without rows.
)doc");

REGISTER_OP("SegmentMax")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(SegmentShape)
    .Doc(R"doc(
The largest values of the rows of each segment.

data: Its first dimension counts rows.
segment_ids: The segment of each row, a vector that never decreases.
output: A row for each segment up to the last one; zeros for one without rows.
)doc");

REGISTER_OP("UnsortedSegmentSum")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}")
    .Attr("Tindices: {int16, int32, int64}")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .SetShapeFn(UnsortedSegmentShape)
    .Doc(R"doc(
The sums of the slices of each segment, in any order.

data: Its first dimensions, as many as `segment_ids` has, count slices.
segment_ids: The segment of each slice; a slice with a negative one is left out.
num_segments: How many segments there are, a scalar.
output: A slice for each segment; zeros for one without slices.
)doc");

REGISTER_OP("UnsortedSegmentProd")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}")
    .Attr("Tindices: {int32, int64}")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .SetShapeFn(UnsortedSegmentShape)
    .Doc(R"doc(
The products of the slices of each segment, in any order.

data: Its first dimensions, as many as `segment_ids` has, count slices.
segment_ids: The segment of each slice; a slice with a negative one is left out.
num_segments: How many segments there are, a scalar.
output: A slice for each segment; ones for one without slices.
)doc");

REGISTER_OP("UnsortedSegmentMin")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .Attr("Tindices: {int32, int64}")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .SetShapeFn(UnsortedSegmentShape)
    .Doc(R"doc(
The smallest values of the slices of each segment, in any order.

data: Its first dimensions, as many as `segment_ids` has, count slices.
segment_ids: The segment of each slice; a slice with a negative one is left out.
num_segments: How many segments there are, a scalar.
output: A slice for each segment; the largest number for one without slices.
)doc");

REGISTER_OP("UnsortedSegmentMax")
    .Input("data: T")
    .Input("segment_ids: Tindices")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .Attr("Tindices: {int32, int64}")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .SetShapeFn(UnsortedSegmentShape)
    .Doc(R"doc(
The largest values of the slices of each segment, in any order.

data: Its first dimensions, as many as `segment_ids` has, count slices.
segment_ids: The segment of each slice; a slice with a negative one is left out.
num_segments: How many segments there are, a scalar.
output: A slice for each segment; the smallest number for one without slices.
)doc");

}  // namespace opgraft
