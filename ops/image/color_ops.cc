// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Colours, and drawing.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// As input 0, whose last dimension is 3.
absl::Status ColorSpaceShape(InferenceContext* c) {
  ShapeHandle images;
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &images));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(images, -1), 3, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(images, -1, channels, &images));
  c->set_output(0, images);
  return absl::OkStatus();
}

absl::Status AdjustShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  return shape_inference::UnchangedShapeWithRankAtLeast(c, 3);
}

absl::Status DrawShape(InferenceContext* c) {
  return shape_inference::UnchangedShapeWithRankAtLeast(c, 3);
}

}  // namespace

REGISTER_OP("RGBToHSV")
    .Input("images: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .SetShapeFn(ColorSpaceShape)
    .Doc(R"doc(
Converts images from RGB to HSV; all values are from 0 to 1.

images: The last dimension has the three channels.
output: Of the shape of `images`.
)doc");

REGISTER_OP("HSVToRGB")
    .Input("images: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .SetShapeFn(ColorSpaceShape)
    .Doc(R"doc(
Converts images from HSV to RGB; all values are from 0 to 1.

images: The last dimension has the three channels.
output: Of the shape of `images`.
)doc");

REGISTER_OP("AdjustContrastv2")
    .Input("images: T")
    .Input("contrast_factor: float")
    .Output("output: T")
    .Attr("T: {half, float} = DT_FLOAT")
    .SetShapeFn(AdjustShape)
    .Doc(R"doc(
Adjusts the contrast of images, channel by channel: (x - mean) * factor + mean.

images: The last three dimensions are height, width and channels.
contrast_factor: 1 changes nothing.
output: Of the shape of `images`.
)doc");

REGISTER_OP("AdjustHue")
    .Input("images: T")
    .Input("delta: float")
    .Output("output: T")
    .Attr("T: {half, float} = DT_FLOAT")
    .SetShapeFn(AdjustShape)
    .Doc(R"doc(
Adjusts the hue of images: `delta` is added to that of each pixel.

images: The last dimension has red, green and blue.
delta: 1 is once round; 0 changes nothing.
output: Of the shape of `images`.
)doc");

REGISTER_OP("AdjustSaturation")
    .Input("images: T")
    .Input("scale: float")
    .Output("output: T")
    .Attr("T: {half, float} = DT_FLOAT")
    .SetShapeFn(AdjustShape)
    .Doc(R"doc(
Adjusts the saturation of images: that of each pixel is multiplied, and clipped to [0, 1].

images: The last dimension has red, green and blue.
scale: 1 changes nothing, 0 makes all grey.
output: Of the shape of `images`.
)doc");

REGISTER_OP("DrawBoundingBoxes")
    .Input("images: T")
    .Input("boxes: float")
    .Output("output: T")
    .Attr("T: {float, half} = DT_FLOAT")
    .SetShapeFn(DrawShape)
    .Doc(R"doc(
Draws bounding boxes on images, in ten colours in turn.

images: Of shape [batch, height, width, 1, 3 or 4].
boxes: Of shape [batch, boxes, 4]: y and x of two corners, as parts of the height and the width.
output: Of the shape of `images`.
)doc");

REGISTER_OP("DrawBoundingBoxesV2")
    .Input("images: T")
    .Input("boxes: float")
    .Input("colors: float")
    .Output("output: T")
    .Attr("T: {float, half} = DT_FLOAT")
    .SetShapeFn(DrawShape)
    .Doc(R"doc(
Draws bounding boxes on images.

images: Of shape [batch, height, width, 1, 3 or 4].
boxes: Of shape [batch, boxes, 4]: y and x of two corners, as parts of the height and the width.
colors: A row for each colour; boxes take them in turn. Without rows there are ten.
output: Of the shape of `images`.
)doc");

}  // namespace opgraft
