// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ops of older detectors.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/prior_boxes.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using opgraft_internal::PriorBoxRule;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Images and boxes of five numbers.
absl::Status ReadBoxes(InferenceContext* c, ShapeHandle* images, ShapeHandle* boxes) {
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, images));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, boxes));
  return c->WithValue(c->Dim(*boxes, 1), 5, &unused);
}

absl::Status ReadPositive(InferenceContext* c, const char* name, int64_t* value) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(name, value));
  if (*value > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " must be positive, not ", *value));
}

absl::Status RoiPoolingShape(InferenceContext* c) {
  ShapeHandle images, boxes;
  int64_t height = 0, width = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadBoxes(c, &images, &boxes));
  OPGRAFT_RETURN_IF_ERROR(ReadPositive(c, "pooled_h", &height));
  OPGRAFT_RETURN_IF_ERROR(ReadPositive(c, "pooled_w", &width));
  c->set_output(0, c->MakeShape({c->Dim(boxes, 0), c->Dim(images, 1), height, width}));
  return absl::OkStatus();
}

absl::Status PsRoiPoolingShape(InferenceContext* c) {
  ShapeHandle images, boxes;
  int64_t channels = 0, bins = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadBoxes(c, &images, &boxes));
  OPGRAFT_RETURN_IF_ERROR(ReadPositive(c, "output_dim", &channels));
  OPGRAFT_RETURN_IF_ERROR(ReadPositive(c, "group_size", &bins));
  c->set_output(0, c->MakeShape({c->Dim(boxes, 0), channels, bins, bins}));
  return absl::OkStatus();
}

absl::Status RegionYoloShape(InferenceContext* c) {
  ShapeHandle images;
  bool softmax = false;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("do_softmax", &softmax));
  c->set_output(0, images);
  if (!softmax) return absl::OkStatus();
  int64_t axis = 0, end = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", &axis));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("end_axis", &end));
  axis += axis < 0 ? 4 : 0;
  end += end < 0 ? 4 : 0;
  if (axis != 1 || end != 3) {
    return absl::UnimplementedError(
        absl::StrCat("RegionYolo joins dimensions 1 to 3, not ", axis, " to ", end));
  }
  DimensionHandle rest = c->Dim(images, 1);
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(rest, c->Dim(images, 2), &rest));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(rest, c->Dim(images, 3), &rest));
  c->set_output(0, c->Matrix(c->Dim(images, 0), rest));
  return absl::OkStatus();
}

// Four numbers and four variances for each box of each place of the grid.
absl::Status SetPriors(InferenceContext* c, int64_t boxes) {
  ShapeHandle unused, grid;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &grid));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(grid, 2, &grid));
  DimensionHandle count;
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(c->Dim(grid, 0), c->Dim(grid, 1), &count));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(count, 4 * boxes, &count));
  c->set_output(0, c->Matrix(2, count));
  return absl::OkStatus();
}

absl::Status PriorBoxShape(InferenceContext* c) {
  PriorBoxRule rule;
  OPGRAFT_RETURN_IF_ERROR(rule.Read(*c));
  return SetPriors(c, rule.NumBoxes());
}

absl::Status PriorBoxClusteredShape(InferenceContext* c) {
  std::vector<float> widths;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("width", &widths));
  return SetPriors(c, static_cast<int64_t>(widths.size()));
}

}  // namespace

#define OPGRAFT_DETECTOR_TYPES "T: {half, bfloat16, float, double} = DT_FLOAT"
#define OPGRAFT_ROI_DOC                                       \
  "input: Images, [batch, channels, rows, columns].\n"        \
  "coords: Boxes: the number of the image, x1, y1, x2, y2.\n" \
  "spatial_scale: From what boxes are measured in to pixels.\n"
#define OPGRAFT_GRID_DOC                                                 \
  "output_size: Rows and columns of the grid.\n"                         \
  "image_size: Height and width of the image.\n"                         \
  "clip: Boxes end with the image.\n"                                    \
  "step: From one place of the grid to the next; 0: as the sizes say.\n" \
  "offset: Of the first place, in steps.\n"                              \
  "variance: One number, or four.\n"                                     \
  "output: Two rows: x1, y1, x2, y2 of each box, in parts of the image; variances."

REGISTER_OP("OpenVINO>ROIPooling")
    .Attr(OPGRAFT_DETECTOR_TYPES)
    .Attr("pooled_h: int")
    .Attr("pooled_w: int")
    .Attr("spatial_scale: float")
    .Attr("method: {'max', 'bilinear'} = 'max'")
    .Input("input: T")
    .Input("coords: T")
    .Output("output: T")
    .SetShapeFn(RoiPoolingShape)
    .Doc("OpenVINO's ROIPooling: boxes of images in bins.\n\n" OPGRAFT_ROI_DOC
         "pooled_h: Bins of a box along its height.\n"
         "pooled_w: Bins along its width.\n"
         "method: max: the largest pixel of a bin; bilinear: what is in its middle.\n"
         "output: [boxes, channels, pooled_h, pooled_w].");

REGISTER_OP("OpenVINO>PSROIPooling")
    .Attr(OPGRAFT_DETECTOR_TYPES)
    .Attr("output_dim: int")
    .Attr("group_size: int = 1")
    .Attr("spatial_scale: float")
    .Attr("mode: {'average', 'bilinear'} = 'average'")
    .Attr("spatial_bins_x: int = 1")
    .Attr("spatial_bins_y: int = 1")
    .Input("input: T")
    .Input("coords: T")
    .Output("output: T")
    .SetShapeFn(PsRoiPoolingShape)
    .Doc(
        "OpenVINO's PSROIPooling: boxes of images in bins, each from channels of its "
        "own.\n\n" OPGRAFT_ROI_DOC
        "output_dim: Channels of the result.\n"
        "group_size: Bins along each side.\n"
        "mode: average: the mean of a bin's pixels; bilinear: of places in parts of the box.\n"
        "spatial_bins_x: With bilinear, parts along the width.\n"
        "spatial_bins_y: With bilinear, parts along the height.\n"
        "output: [boxes, output_dim, group_size, group_size].");

REGISTER_OP("OpenVINO>RegionYolo")
    .Attr(OPGRAFT_DETECTOR_TYPES)
    .Attr("coords: int")
    .Attr("classes: int")
    .Attr("num: int")
    .Attr("do_softmax: bool = true")
    .Attr("mask: list(int) = []")
    .Attr("axis: int = 1")
    .Attr("end_axis: int = 3")
    .Input("data: T")
    .Output("output: T")
    .SetShapeFn(RegionYoloShape)
    .Doc(
        "OpenVINO's RegionYolo: turns the raw outputs of YOLO for its regions into "
        "probabilities.\n\n"
        "data: [batch, regions * (coords + 1 + classes), rows, columns].\n"
        "coords: Planes of coordinates of a region.\n"
        "classes: Planes of classes.\n"
        "num: Regions, with do_softmax.\n"
        "do_softmax: Softmax over the classes, else a sigmoid of each.\n"
        "mask: The regions, without do_softmax.\n"
        "axis: With do_softmax, the first dimension that is joined.\n"
        "end_axis: The last one.\n"
        "output: As data; with do_softmax flat, [batch, all].");

REGISTER_OP("OpenVINO>PriorBox")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("J: {int32, int64} = DT_INT64")
    .Attr("min_size: list(float) = []")
    .Attr("max_size: list(float) = []")
    .Attr("aspect_ratio: list(float) = []")
    .Attr("density: list(float) = []")
    .Attr("fixed_ratio: list(float) = []")
    .Attr("fixed_size: list(float) = []")
    .Attr("clip: bool = false")
    .Attr("flip: bool = false")
    .Attr("step: float = 0")
    .Attr("offset: float = 0")
    .Attr("variance: list(float) = []")
    .Attr("scale_all_sizes: bool = true")
    .Attr("min_max_aspect_ratios_order: bool = true")
    .Input("output_size: I")
    .Input("image_size: J")
    .Output("output: float")
    .SetShapeFn(PriorBoxShape)
    .Doc(
        "OpenVINO's PriorBox: boxes of several sizes at each place of a grid over an "
        "image.\n\n"
        "min_size: Edges of boxes.\n"
        "max_size: With min_size, edges of further boxes, which are as large as both in the mean.\n"
        "aspect_ratio: Ratios of further boxes.\n"
        "density: How often boxes of fixed_size stand beside each other, along each side.\n"
        "fixed_ratio: Their ratios instead of aspect_ratio.\n"
        "fixed_size: Edges of such boxes.\n"
        "flip: The inverses of the ratios are used, too.\n"
        "scale_all_sizes: Each min_size has the ratios, else the first; then sizes are parts of\n"
        "  the image.\n"
        "min_max_aspect_ratios_order: Boxes of max_size come before those of the "
        "ratios.\n" OPGRAFT_GRID_DOC);

REGISTER_OP("OpenVINO>PriorBoxClustered")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("J: {int32, int64} = DT_INT64")
    .Attr("width: list(float) = []")
    .Attr("height: list(float) = []")
    .Attr("clip: bool = false")
    .Attr("step: float = 0")
    .Attr("step_w: float = 0")
    .Attr("step_h: float = 0")
    .Attr("offset: float = 0")
    .Attr("variance: list(float) = []")
    .Input("output_size: I")
    .Input("image_size: J")
    .Output("output: float")
    .SetShapeFn(PriorBoxClusteredShape)
    .Doc(
        "OpenVINO's PriorBoxClustered: boxes of given sizes at each place of a grid over an "
        "image.\n\n"
        "width: Of each box, in pixels.\n"
        "height: Of each box.\n"
        "step_w: The step along columns; 0: step.\n"
        "step_h: The step along rows; 0: step.\n" OPGRAFT_GRID_DOC);

}  // namespace opgraft
