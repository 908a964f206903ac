// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Boxes: cutting them out, and choosing among them.
#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "ops/image/sized_image.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Boxes [n, 4] and a vector of n; `*count` is n.
absl::Status CheckBoxes(InferenceContext* c, int boxes_input, int vector_input,
                        DimensionHandle* count) {
  ShapeHandle boxes, vector;
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(boxes_input), 2, &boxes));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(vector_input), 1, &vector));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(boxes, 0), c->Dim(vector, 0), count));
  return c->WithValue(c->Dim(boxes, 1), 4, &unused);
}

absl::Status CropAndResizeShape(InferenceContext* c) {
  ShapeHandle image;
  DimensionHandle count;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &image));
  OPGRAFT_RETURN_IF_ERROR(CheckBoxes(c, 1, 2, &count));
  return SetSizedImage(c, count, 3, c->Dim(image, 3));
}

absl::Status CropAndResizeGradImageShape(InferenceContext* c) {
  ShapeHandle image;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(3, &image));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(image, 4, &image));
  c->set_output(0, image);
  return absl::OkStatus();
}

absl::Status CropAndResizeGradBoxesShape(InferenceContext* c) {
  c->set_output(0, c->input(2));
  return absl::OkStatus();
}

absl::Status CheckScalarInputs(InferenceContext* c, int first) {
  for (int i = first; i < c->num_inputs(); ++i) {
    ShapeHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  }
  return absl::OkStatus();
}

// One vector of what was chosen, in V5 a second, from V4 on their number.
absl::Status SetChosen(InferenceContext* c) {
  bool pads = false;
  DimensionHandle count = c->UnknownDim();
  if (c->num_outputs() > 1) OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pad_to_max_output_size", &pads));
  if (pads) OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(2, &count));
  c->set_output(0, c->Vector(count));
  if (c->num_outputs() == 3) c->set_output(1, c->Vector(count));
  if (c->num_outputs() > 1) c->set_output(c->num_outputs() - 1, c->Scalar());
  return absl::OkStatus();
}

absl::Status NonMaxSuppressionShape(InferenceContext* c) {
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(CheckBoxes(c, 0, 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(CheckScalarInputs(c, 2));
  return SetChosen(c);
}

absl::Status NonMaxSuppressionWithOverlapsShape(InferenceContext* c) {
  ShapeHandle overlaps, scores;
  DimensionHandle count;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &overlaps));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &scores));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(overlaps, 0), c->Dim(scores, 0), &count));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(overlaps, 1), count, &count));
  OPGRAFT_RETURN_IF_ERROR(CheckScalarInputs(c, 2));
  return SetChosen(c);
}

// How many detections an image has room for.
absl::Status DetectionCount(InferenceContext* c, DimensionHandle classes, DimensionHandle* count) {
  bool pad_per_class = false;
  DimensionHandle per_class;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pad_per_class", &pad_per_class));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(3, count));
  if (!pad_per_class) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(2, &per_class));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(per_class, classes, &per_class));
  return c->Min(*count, per_class, count);
}

absl::Status CombinedNonMaxSuppressionShape(InferenceContext* c) {
  ShapeHandle boxes, scores;
  DimensionHandle batch, unused, count;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &boxes));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &scores));
  OPGRAFT_RETURN_IF_ERROR(CheckScalarInputs(c, 2));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(boxes, 0), c->Dim(scores, 0), &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(boxes, 1), c->Dim(scores, 1), &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(boxes, 3), 4, &unused));
  const DimensionHandle classes = c->Dim(scores, 2), sets = c->Dim(boxes, 2);
  if (c->ValueKnown(sets) && c->Value(sets) != 1)
    OPGRAFT_RETURN_IF_ERROR(c->Merge(sets, classes, &unused));
  OPGRAFT_RETURN_IF_ERROR(DetectionCount(c, classes, &count));
  c->set_output(0, c->MakeShape({batch, count, c->MakeDim(4)}));
  c->set_output(1, c->Matrix(batch, count));
  c->set_output(2, c->Matrix(batch, count));
  c->set_output(3, c->Vector(batch));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("CropAndResize")
    .Input("image: T")
    .Input("boxes: float")
    .Input("box_ind: int32")
    .Input("crop_size: int32")
    .Output("crops: float")
    .Attr("T: {uint8, uint16, int8, int16, int32, int64, half, float, double}")
    .Attr("method: {'bilinear', 'nearest'} = 'bilinear'")
    .Attr("extrapolation_value: float = 0.0")
    .SetShapeFn(CropAndResizeShape)
    .Doc(R"doc(
Cuts boxes out of images and makes them all one size.

image: Of shape [batch, height, width, channels].
boxes: A row of y1, x1, y2, x2 for each crop, as parts of the image from 0 to 1. Where y1 > y2 the
  crop is upside down.
box_ind: From which image each crop is taken.
crop_size: Height and width of the crops.
crops: Of shape [boxes, crop height, crop width, channels].
method: Each pixel comes from four neighbours, or is the nearest one.
extrapolation_value: What stands for pixels outside of the image.
)doc");

REGISTER_OP("CropAndResizeGradImage")
    .Input("grads: float")
    .Input("boxes: float")
    .Input("box_ind: int32")
    .Input("image_size: int32")
    .Output("output: T")
    .Attr("T: {float, half, double}")
    .Attr("method: {'bilinear', 'nearest'} = 'bilinear'")
    .SetShapeFn(CropAndResizeGradImageShape)
    .Doc(R"doc(
The gradient of CropAndResize by the images.

grads: Of the crops.
boxes: A row of y1, x1, y2, x2 for each crop, as parts of the image from 0 to 1. Where y1 > y2 the
  crop is upside down.
box_ind: From which image each crop is taken.
image_size: The shape of the images.
output: Of shape `image_size`.
T: The type of the images.
method: Of the op whose gradient is wanted.
)doc");

REGISTER_OP("CropAndResizeGradBoxes")
    .Input("grads: float")
    .Input("image: T")
    .Input("boxes: float")
    .Input("box_ind: int32")
    .Output("output: float")
    .Attr("T: {uint8, uint16, int8, int16, int32, int64, half, float, double}")
    .Attr("method: {'bilinear'} = 'bilinear'")
    .SetShapeFn(CropAndResizeGradBoxesShape)
    .Doc(R"doc(
The gradient of CropAndResize by the boxes.

grads: Of the crops.
image: Of shape [batch, height, width, channels].
boxes: A row of y1, x1, y2, x2 for each crop, as parts of the image from 0 to 1. Where y1 > y2 the
  crop is upside down.
box_ind: From which image each crop is taken.
output: Of the shape of `boxes`.
method: Of the op whose gradient is wanted.
)doc");

REGISTER_OP("NonMaxSuppression")
    .Input("boxes: float")
    .Input("scores: float")
    .Input("max_output_size: int32")
    .Output("selected_indices: int32")
    .Attr("iou_threshold: float = 0.5")
    .SetShapeFn(NonMaxSuppressionShape)
    .Doc(R"doc(
Non-maximum suppression: keeps the best-scoring boxes and drops those that overlap them.

boxes: A row for each box: y and x of two opposite corners.
scores: Of each box.
max_output_size: At most so many are chosen.
selected_indices: The rows of those that were chosen, the best first.
iou_threshold: A box goes that shares more of its area with a better one.
)doc");

REGISTER_OP("NonMaxSuppressionV2")
    .Input("boxes: T")
    .Input("scores: T")
    .Input("max_output_size: int32")
    .Input("iou_threshold: T_threshold")
    .Output("selected_indices: int32")
    .Attr("T: {half, float} = DT_FLOAT")
    .Attr("T_threshold: {half, float} = DT_FLOAT")
    .SetShapeFn(NonMaxSuppressionShape)
    .Doc(R"doc(
Non-maximum suppression: keeps the best-scoring boxes and drops those that overlap them.

boxes: A row for each box: y and x of two opposite corners.
scores: Of each box.
max_output_size: At most so many are chosen.
iou_threshold: A box goes that shares more of its area with a better one.
selected_indices: The rows of those that were chosen, the best first.
)doc");

REGISTER_OP("NonMaxSuppressionV3")
    .Input("boxes: T")
    .Input("scores: T")
    .Input("max_output_size: int32")
    .Input("iou_threshold: T_threshold")
    .Input("score_threshold: T_threshold")
    .Output("selected_indices: int32")
    .Attr("T: {half, float} = DT_FLOAT")
    .Attr("T_threshold: {half, float} = DT_FLOAT")
    .SetShapeFn(NonMaxSuppressionShape)
    .Doc(R"doc(
Non-maximum suppression: keeps the best-scoring boxes and drops those that overlap them.

boxes: A row for each box: y and x of two opposite corners.
scores: Of each box.
max_output_size: At most so many are chosen.
iou_threshold: A box goes that shares more of its area with a better one.
score_threshold: Boxes whose score is not above go.
selected_indices: The rows of those that were chosen, the best first.
)doc");

REGISTER_OP("NonMaxSuppressionV4")
    .Input("boxes: T")
    .Input("scores: T")
    .Input("max_output_size: int32")
    .Input("iou_threshold: T_threshold")
    .Input("score_threshold: T_threshold")
    .Output("selected_indices: int32")
    .Output("valid_outputs: int32")
    .Attr("T: {half, float} = DT_FLOAT")
    .Attr("T_threshold: {half, float} = DT_FLOAT")
    .Attr("pad_to_max_output_size: bool = false")
    .SetShapeFn(NonMaxSuppressionShape)
    .Doc(R"doc(
Non-maximum suppression: keeps the best-scoring boxes and drops those that overlap them.

boxes: A row for each box: y and x of two opposite corners.
scores: Of each box.
max_output_size: At most so many are chosen.
iou_threshold: A box goes that shares more of its area with a better one.
score_threshold: Boxes whose score is not above go.
selected_indices: The rows of those that were chosen, the best first.
valid_outputs: How many were chosen.
pad_to_max_output_size: The outputs have max_output_size elements; what is not needed is 0.
)doc");

REGISTER_OP("NonMaxSuppressionV5")
    .Input("boxes: T")
    .Input("scores: T")
    .Input("max_output_size: int32")
    .Input("iou_threshold: T")
    .Input("score_threshold: T")
    .Input("soft_nms_sigma: T")
    .Output("selected_indices: int32")
    .Output("selected_scores: T")
    .Output("valid_outputs: int32")
    .Attr("T: {half, float} = DT_FLOAT")
    .Attr("pad_to_max_output_size: bool = false")
    .SetShapeFn(NonMaxSuppressionShape)
    .Doc(R"doc(
Non-maximum suppression: keeps the best-scoring boxes and drops those that overlap them.

boxes: A row for each box: y and x of two opposite corners.
scores: Of each box.
max_output_size: At most so many are chosen.
iou_threshold: A box goes that shares more of its area with a better one.
score_threshold: Boxes whose score is not above go.
soft_nms_sigma: If not 0, scores shrink with the overlap, and no box goes for it alone.
selected_indices: The rows of those that were chosen, the best first.
selected_scores: Of those that were chosen.
valid_outputs: How many were chosen.
pad_to_max_output_size: The outputs have max_output_size elements; what is not needed is 0.
)doc");

REGISTER_OP("NonMaxSuppressionWithOverlaps")
    .Input("overlaps: float")
    .Input("scores: float")
    .Input("max_output_size: int32")
    .Input("overlap_threshold: float")
    .Input("score_threshold: float")
    .Output("selected_indices: int32")
    .SetShapeFn(NonMaxSuppressionWithOverlapsShape)
    .Doc(R"doc(
Non-maximum suppression: keeps the best-scoring boxes and drops those that overlap them.

overlaps: How much the boxes of a row and of a column overlap.
scores: Of each box.
max_output_size: At most so many are chosen.
overlap_threshold: A box goes that overlaps a better one more.
score_threshold: Boxes whose score is not above go.
selected_indices: The rows of those that were chosen, the best first.
)doc");

REGISTER_OP("CombinedNonMaxSuppression")
    .Input("boxes: float")
    .Input("scores: float")
    .Input("max_output_size_per_class: int32")
    .Input("max_total_size: int32")
    .Input("iou_threshold: float")
    .Input("score_threshold: float")
    .Output("nmsed_boxes: float")
    .Output("nmsed_scores: float")
    .Output("nmsed_classes: float")
    .Output("valid_detections: int32")
    .Attr("pad_per_class: bool = false")
    .Attr("clip_boxes: bool = true")
    .SetShapeFn(CombinedNonMaxSuppressionShape)
    .Doc(R"doc(
Non-maximum suppression class by class, then the best boxes of all classes.

boxes: Of shape [batch, boxes, q, 4]: y and x of two opposite corners, for all classes (q is 1) or
  for each.
scores: Of shape [batch, boxes, classes].
max_output_size_per_class: At most so many are chosen of a class.
max_total_size: At most so many are chosen of an image.
iou_threshold: A box goes that shares more of its area with a better one.
score_threshold: Boxes whose score is not above go.
nmsed_boxes: Of shape [batch, detections, 4].
nmsed_scores: Of shape [batch, detections], the best first.
nmsed_classes: The class of each.
valid_detections: How many each image has; the rest is 0.
pad_per_class: There is no more room than max_output_size_per_class for each class.
clip_boxes: Boxes are cut to [0, 1].
)doc");

}  // namespace opgraft
