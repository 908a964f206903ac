// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ops on boxes and on places in images.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using opgraft_internal::IndexAt;
using opgraft_internal::IsIndexTensor;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// A scalar, or a vector of one element.
absl::Status CheckOneNumber(InferenceContext* c, int input) {
  ShapeHandle shape;
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(input), 1, &shape));
  return c->RankKnown(shape) && c->Rank(shape) == 1 ? c->WithValue(c->Dim(shape, 0), 1, &unused)
                                                    : absl::OkStatus();
}

// How many boxes of one class are kept at most; unknown if the input is.
absl::Status MostOfClass(InferenceContext* c, DimensionHandle boxes, DimensionHandle* most) {
  if (c->num_inputs() < 3) {
    *most = c->MakeDim(0);
    return absl::OkStatus();
  }
  const Tensor* value = c->input_tensor(2);
  *most = boxes;
  if (value == nullptr || !IsIndexTensor(*value) || value->NumElements() != 1)
    return absl::OkStatus();
  return c->Min(boxes, std::max<int64_t>(IndexAt(*value, 0), 0), most);
}

// Boxes of `numbers` each.
absl::Status SuppressionShape(InferenceContext* c, int64_t numbers) {
  ShapeHandle boxes, scores;
  DimensionHandle unused, count, most;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &boxes));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &scores));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(boxes, 0), c->Dim(scores, 0), &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(boxes, 1), c->Dim(scores, 2), &count));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(boxes, 2), numbers, &unused));
  for (int i = 2; i < c->num_inputs(); ++i) OPGRAFT_RETURN_IF_ERROR(CheckOneNumber(c, i));
  OPGRAFT_RETURN_IF_ERROR(MostOfClass(c, count, &most));
  const DimRange of_class = c->Bounds(most);
  int64_t all = of_class.max();
  for (const DimensionHandle& factor : {c->Dim(scores, 0), c->Dim(scores, 1)}) {
    const int64_t size = c->Bounds(factor).max();
    if (size == 0 || all == 0) {
      all = 0;
    } else if (__builtin_mul_overflow(all, size, &all)) {
      all = DimRange::kUnbounded;
    }
  }
  const ShapeHandle rows = c->Matrix(c->MakeBoundedDim(DimRange(0, all)), 3);
  c->set_output(0, rows);
  c->set_output(1, rows);
  c->set_output(2, c->Vector(1));
  return absl::OkStatus();
}

absl::Status NonMaxSuppressionShape(InferenceContext* c) { return SuppressionShape(c, 4); }
absl::Status NmsRotatedShape(InferenceContext* c) { return SuppressionShape(c, 5); }

// Images and places [batch, rows, columns, 2] in them.
absl::Status GridSampleShape(InferenceContext* c) {
  ShapeHandle images, grid;
  DimensionHandle batch, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 4, &grid));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(images, 0), c->Dim(grid, 0), &batch));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(grid, 3), 2, &unused));
  c->set_output(0, c->MakeShape({batch, c->Dim(images, 1), c->Dim(grid, 1), c->Dim(grid, 2)}));
  return absl::OkStatus();
}

// Images, boxes of `numbers`, and the image of each box.
absl::Status PooledBoxesShape(InferenceContext* c, int64_t numbers) {
  ShapeHandle images, boxes, which;
  DimensionHandle count, unused;
  int64_t height = 0, width = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &boxes));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &which));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(boxes, 0), c->Dim(which, 0), &count));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(boxes, 1), numbers, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pooled_h", &height));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pooled_w", &width));
  if (height <= 0 || width <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("pooled_h and pooled_w must be positive, not ", height, " and ", width));
  }
  c->set_output(0, c->MakeShape({count, c->Dim(images, 1), height, width}));
  return absl::OkStatus();
}

absl::Status RoiAlignShape(InferenceContext* c) { return PooledBoxesShape(c, 4); }
absl::Status RoiAlignRotatedShape(InferenceContext* c) { return PooledBoxesShape(c, 5); }

}  // namespace

REGISTER_OP("OpenVINO>NonMaxSuppression")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("Trest: list({half, bfloat16, float, double, int32, int64}) >= 0")
    .Attr("box_encoding: {'corner', 'center'} = 'corner'")
    .Attr("sort_result_descending: bool = true")
    .Attr("output_type: {int32, int64} = DT_INT64")
    .Input("boxes: T")
    .Input("scores: T")
    .Input("rest: Trest")
    .Output("selected_indices: output_type")
    .Output("selected_scores: float")
    .Output("valid_outputs: output_type")
    .SetShapeFn(NonMaxSuppressionShape)
    .Doc(
        "OpenVINO's NonMaxSuppression: the boxes of best score, without those that overlap a "
        "better one of their class.\n\n"
        "boxes: [batch, boxes, 4].\n"
        "scores: [batch, classes, boxes].\n"
        "rest: In this order, as many as are given: the most boxes of a class (none: 0), the\n"
        "  overlap from which on a box goes, the score that a box must exceed, the sigma of\n"
        "  Soft-NMS; each 0 if it is not given.\n"
        "box_encoding: corner: y1, x1, y2, x2; center: x, y of the centre, width, height.\n"
        "sort_result_descending: Sorts the boxes of all images and classes by their scores.\n"
        "output_type: The type of the indices.\n"
        "selected_indices: A row for each box: image, class, box.\n"
        "selected_scores: A row for each box: image, class, score.\n"
        "valid_outputs: The number of rows.");

REGISTER_OP("OpenVINO>NMSRotated")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("Trest: list({half, bfloat16, float, double, int32, int64}) >= 3")
    .Attr("sort_result_descending: bool = true")
    .Attr("output_type: {int32, int64} = DT_INT64")
    .Attr("clockwise: bool = true")
    .Input("boxes: T")
    .Input("scores: T")
    .Input("rest: Trest")
    .Output("selected_indices: output_type")
    .Output("selected_scores: float")
    .Output("valid_outputs: output_type")
    .SetShapeFn(NmsRotatedShape)
    .Doc(
        "OpenVINO's NMSRotated: the boxes of best score, without those that overlap a better one "
        "of their class.\n\n"
        "boxes: [batch, boxes, 5]: x, y of the centre, width, height, angle in radians.\n"
        "scores: [batch, classes, boxes].\n"
        "rest: The most boxes of a class, the overlap from which on a box goes, the score that a\n"
        "  box must exceed.\n"
        "sort_result_descending: Sorts the boxes of all images and classes by their scores.\n"
        "output_type: The type of the indices.\n"
        "clockwise: Angles go clockwise.\n"
        "selected_indices: A row for each box: image, class, box.\n"
        "selected_scores: A row for each box: image, class, score.\n"
        "valid_outputs: The number of rows.");

REGISTER_OP("OpenVINO>GridSample")
    .Attr("T: realnumbertype = DT_FLOAT")
    .Attr("G: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("align_corners: bool = false")
    .Attr("mode: {'bilinear', 'bicubic', 'nearest'} = 'bilinear'")
    .Attr("padding_mode: {'zeros', 'border', 'reflection'} = 'zeros'")
    .Input("data: T")
    .Input("grid: G")
    .Output("output: T")
    .SetShapeFn(GridSampleShape)
    .Doc(
        "OpenVINO's GridSample: what images show at places that are given.\n\n"
        "data: Images, [batch, channels, rows, columns].\n"
        "grid: Places, [batch, rows, columns, 2]: x and y from -1 to 1.\n"
        "align_corners: -1 and 1 are the middles of the outermost pixels, else their edges.\n"
        "mode: How a place is interpolated.\n"
        "padding_mode: What is outside: zeros, the nearest pixels, or the image mirrored.\n"
        "output: [batch, channels, rows, columns] of the grid.");

#define OPGRAFT_POOLED_BOXES_DOC                                                                \
  "data: Images, [batch, channels, rows, columns].\n"                                           \
  "batch_indices: The image of each box.\n"                                                     \
  "pooled_h: Bins of a box along its height.\n"                                                 \
  "pooled_w: Bins along its width.\n"                                                           \
  "sampling_ratio: Samples of a bin along each dimension; 0: as many as it has pixels; below, " \
  "none.\n"                                                                                     \
  "spatial_scale: From what boxes are measured in to pixels.\n"                                 \
  "output: [boxes, channels, pooled_h, pooled_w].\n"

REGISTER_OP("OpenVINO>ROIAlign")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("pooled_h: int")
    .Attr("pooled_w: int")
    .Attr("sampling_ratio: int")
    .Attr("spatial_scale: float")
    .Attr("mode: {'avg', 'max'} = 'avg'")
    .Attr("aligned_mode: {'asymmetric', 'half_pixel_for_nn', 'half_pixel'} = 'asymmetric'")
    .Input("data: T")
    .Input("rois: T")
    .Input("batch_indices: I")
    .Output("output: T")
    .SetShapeFn(RoiAlignShape)
    .Doc(
        "OpenVINO's ROIAlign: boxes of images in bins, each the mean or the largest of "
        "interpolated samples.\n\n"
        "rois: Boxes, x1, y1, x2, y2.\n"
        "mode: What becomes of the samples of a bin.\n"
        "aligned_mode: Where pixels have their centres.\n" OPGRAFT_POOLED_BOXES_DOC);

REGISTER_OP("OpenVINO>ROIAlignRotated")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("pooled_h: int")
    .Attr("pooled_w: int")
    .Attr("sampling_ratio: int")
    .Attr("spatial_scale: float")
    .Attr("clockwise_mode: bool = false")
    .Input("data: T")
    .Input("rois: T")
    .Input("batch_indices: I")
    .Output("output: T")
    .SetShapeFn(RoiAlignRotatedShape)
    .Doc(
        "OpenVINO's ROIAlignRotated: turned boxes of images in bins, each the mean of interpolated "
        "samples.\n\n"
        "rois: Boxes: x and y of the centre, width, height, angle in radians.\n"
        "clockwise_mode: Angles go clockwise.\n" OPGRAFT_POOLED_BOXES_DOC);

}  // namespace opgraft
