// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sums of rows that indices name.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status CheckSegmentInputs(InferenceContext* c, ShapeHandle* data) {
  ShapeHandle indices, ids;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &ids));
  return c->Merge(indices, ids, &indices);
}

absl::Status SparseSegmentShape(InferenceContext* c) {
  ShapeHandle data, unused;
  DimensionHandle segments = c->UnknownDim();
  OPGRAFT_RETURN_IF_ERROR(CheckSegmentInputs(c, &data));
  if (c->num_inputs() == 4) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
    OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(3, &segments));
  }
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(data, 0, segments, &data));
  c->set_output(0, data);
  return absl::OkStatus();
}

absl::Status SparseSegmentGradShape(InferenceContext* c) {
  ShapeHandle grad, unused;
  DimensionHandle rows = c->UnknownDim();
  OPGRAFT_RETURN_IF_ERROR(CheckSegmentInputs(c, &grad));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  if (c->num_outputs() == 1) OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(3, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(grad, 0, rows, &grad));
  c->set_output(0, grad);
  if (c->num_outputs() == 2) c->set_output(1, c->Vector(rows));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("SparseSegmentSum")
    .Input("data: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Output("output: T")
    .Attr("T: realnumbertype")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .Attr("sparse_gradient: bool = false")
    .SetShapeFn(SparseSegmentShape)
    .Doc(R"doc(
Sums of rows by segment.

data: Any tensor with rows.
indices: Which rows are taken.
segment_ids: To which segment each belongs, in increasing order.
output: A row for each segment; 0 for one without rows.
sparse_gradient: The gradient has only the rows that are not 0.
)doc");

REGISTER_OP("SparseSegmentSumWithNumSegments")
    .Input("data: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr("T: realnumbertype")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .Attr("sparse_gradient: bool = false")
    .SetShapeFn(SparseSegmentShape)
    .Doc(R"doc(
Sums of rows by segment.

data: Any tensor with rows.
indices: Which rows are taken.
segment_ids: To which segment each belongs, in increasing order.
num_segments: How many rows the result has.
output: A row for each segment; 0 for one without rows.
sparse_gradient: The gradient has only the rows that are not 0.
)doc");

REGISTER_OP("SparseSegmentSumGrad")
    .Input("grad: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("output_dim0: int32")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .SetShapeFn(SparseSegmentGradShape)
    .Doc(R"doc(
The gradient of SparseSegmentSum by its data.

grad: Of its output.
indices: Of the op.
segment_ids: Of the op.
output_dim0: How many rows the data has.
output: Of the shape of the data.
)doc");

REGISTER_OP("SparseSegmentSumGradV2")
    .Input("grad: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("dense_output_dim0: int32")
    .Output("output: T")
    .Output("sorted_unique_indices: Tidx")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .SetShapeFn(SparseSegmentGradShape)
    .Doc(R"doc(
The gradient of SparseSegmentSum by its data.

grad: Of its output.
indices: Of the op.
segment_ids: Of the op.
dense_output_dim0: How many rows the data has.
output: Only the rows that are not 0.
sorted_unique_indices: Which rows these are.
)doc");

REGISTER_OP("SparseSegmentMean")
    .Input("data: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .Attr("sparse_gradient: bool = false")
    .SetShapeFn(SparseSegmentShape)
    .Doc(R"doc(
Means of rows by segment.

data: Any tensor with rows.
indices: Which rows are taken.
segment_ids: To which segment each belongs, in increasing order.
output: A row for each segment; 0 for one without rows.
sparse_gradient: The gradient has only the rows that are not 0.
)doc");

REGISTER_OP("SparseSegmentMeanWithNumSegments")
    .Input("data: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .Attr("sparse_gradient: bool = false")
    .SetShapeFn(SparseSegmentShape)
    .Doc(R"doc(
Means of rows by segment.

data: Any tensor with rows.
indices: Which rows are taken.
segment_ids: To which segment each belongs, in increasing order.
num_segments: How many rows the result has.
output: A row for each segment; 0 for one without rows.
sparse_gradient: The gradient has only the rows that are not 0.
)doc");

REGISTER_OP("SparseSegmentMeanGrad")
    .Input("grad: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("output_dim0: int32")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .SetShapeFn(SparseSegmentGradShape)
    .Doc(R"doc(
The gradient of SparseSegmentMean by its data.

grad: Of its output.
indices: Of the op.
segment_ids: Of the op.
output_dim0: How many rows the data has.
output: Of the shape of the data.
)doc");

REGISTER_OP("SparseSegmentMeanGradV2")
    .Input("grad: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("dense_output_dim0: int32")
    .Output("output: T")
    .Output("sorted_unique_indices: Tidx")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .SetShapeFn(SparseSegmentGradShape)
    .Doc(R"doc(
The gradient of SparseSegmentMean by its data.

grad: Of its output.
indices: Of the op.
segment_ids: Of the op.
dense_output_dim0: How many rows the data has.
output: Only the rows that are not 0.
sorted_unique_indices: Which rows these are.
)doc");

REGISTER_OP("SparseSegmentSqrtN")
    .Input("data: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .Attr("sparse_gradient: bool = false")
    .SetShapeFn(SparseSegmentShape)
    .Doc(R"doc(
Sums, divided by the square root of their number, of rows by segment.

data: Any tensor with rows.
indices: Which rows are taken.
segment_ids: To which segment each belongs, in increasing order.
output: A row for each segment; 0 for one without rows.
sparse_gradient: The gradient has only the rows that are not 0.
)doc");

REGISTER_OP("SparseSegmentSqrtNWithNumSegments")
    .Input("data: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("num_segments: Tnumsegments")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .Attr("sparse_gradient: bool = false")
    .SetShapeFn(SparseSegmentShape)
    .Doc(R"doc(
Sums, divided by the square root of their number, of rows by segment.

data: Any tensor with rows.
indices: Which rows are taken.
segment_ids: To which segment each belongs, in increasing order.
num_segments: How many rows the result has.
output: A row for each segment; 0 for one without rows.
sparse_gradient: The gradient has only the rows that are not 0.
)doc");

REGISTER_OP("SparseSegmentSqrtNGrad")
    .Input("grad: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("output_dim0: int32")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .SetShapeFn(SparseSegmentGradShape)
    .Doc(R"doc(
The gradient of SparseSegmentSqrtN by its data.

grad: Of its output.
indices: Of the op.
segment_ids: Of the op.
output_dim0: How many rows the data has.
output: Of the shape of the data.
)doc");

REGISTER_OP("SparseSegmentSqrtNGradV2")
    .Input("grad: T")
    .Input("indices: Tidx")
    .Input("segment_ids: Tsegmentids")
    .Input("dense_output_dim0: int32")
    .Output("output: T")
    .Output("sorted_unique_indices: Tidx")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("Tsegmentids: {int32, int64} = DT_INT32")
    .SetShapeFn(SparseSegmentGradShape)
    .Doc(R"doc(
The gradient of SparseSegmentSqrtN by its data.

grad: Of its output.
indices: Of the op.
segment_ids: Of the op.
dense_output_dim0: How many rows the data has.
output: Only the rows that are not 0.
sorted_unique_indices: Which rows these are.
)doc");

}  // namespace opgraft
