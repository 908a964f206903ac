// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Images in another size, and parts of them.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/image/sized_image.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ResizeShape(InferenceContext* c) { return ResizedImageShape(c, 1); }

// Of the shape of the original image, input 1.
absl::Status GradientShape(InferenceContext* c) {
  c->set_output(0, c->input(1));
  return absl::OkStatus();
}

absl::Status ScaleAndTranslateShape(InferenceContext* c) {
  for (int i : {2, 3}) {
    ShapeHandle pair;
    DimensionHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &pair));
    OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(pair, 0), 2, &unused));
  }
  return ResizeShape(c);
}

absl::Status QuantizedResizeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(ResizeShape(c));
  for (int i : {1, 2}) {
    ShapeHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i + 1), 0, &unused));
    c->set_output(i, c->Scalar());
  }
  return absl::OkStatus();
}

absl::Status TransformShape(InferenceContext* c) { return ResizedImageShape(c, 2); }

absl::Status GlimpseShape(InferenceContext* c) {
  ShapeHandle images, offsets;
  DimensionHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 2, &offsets));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(images, 0), c->Dim(offsets, 0), &batch));
  return SetSizedImage(c, batch, 1, c->Dim(images, 3));
}

}  // namespace

REGISTER_OP("ExtractGlimpse")
    .Input("input: float")
    .Input("size: int32")
    .Input("offsets: float")
    .Output("glimpse: float")
    .Attr("centered: bool = true")
    .Attr("normalized: bool = true")
    .Attr("uniform_noise: bool = true")
    .Attr("noise: string = 'uniform'")
    .SetShapeFn(GlimpseShape)
    .Doc(R"doc(
Extracts a window (glimpse) from each image. What lies outside of the image is noise.

input: Images [batch, height, width, channels].
size: The window's height and width.
offsets: For each image the centre of the window, as y and x.
glimpse: The windows.
centered: Offsets count from the centre of the image: -1 and 1 are its ends, where they are normalized.
normalized: Offsets are in terms of the image's size, not pixels.
uniform_noise: Means the same as noise: uniform.
noise: uniform: between the least and the largest number of the image; gaussian: with the mean and the deviation of its
  channel; zero. Others in each run.
)doc");

REGISTER_OP("ExtractGlimpseV2")
    .Input("input: float")
    .Input("size: int32")
    .Input("offsets: float")
    .Output("glimpse: float")
    .Attr("centered: bool = true")
    .Attr("normalized: bool = true")
    .Attr("uniform_noise: bool = true")
    .Attr("noise: string = 'uniform'")
    .SetShapeFn(GlimpseShape)
    .Doc(R"doc(
Extracts a window (glimpse) from each image. What lies outside of the image is noise.

input: Images [batch, height, width, channels].
size: The window's height and width.
offsets: For each image the centre of the window, or its first pixel unless they are centered and normalized, as y and x.
glimpse: The windows.
centered: Offsets count from the centre of the image: -1 and 1 are its ends, where they are normalized.
normalized: Offsets are in terms of the image's size, not pixels.
uniform_noise: Means the same as noise: uniform.
noise: uniform: between the least and the largest number of the image; gaussian: with the mean and the deviation of its
  channel; zero. Others in each run.
)doc");

REGISTER_OP("ResizeBilinear")
    .Input("images: T")
    .Input("size: int32")
    .Output("resized_images: float")
    .Attr("T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double, bfloat16}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(ResizeShape)
    .Doc(R"doc(
Resizes images by bilinear interpolation.

images: Of shape [batch, height, width, channels].
size: The new height and width.
resized_images: Of shape [batch, new height, new width, channels].
align_corners: The centres of the four pixels at the corners stay where they are.
half_pixel_centers: The centre of the first pixel is at 0.5, not at 0.
)doc");

REGISTER_OP("QuantizedResizeBilinear")
    .Input("images: T")
    .Input("size: int32")
    .Input("min: float")
    .Input("max: float")
    .Output("resized_images: T")
    .Output("out_min: float")
    .Output("out_max: float")
    .Attr("T: {quint8, qint32, float}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(QuantizedResizeShape)
    .Doc(R"doc(
Resizes quantized images by bilinear interpolation.

images: Of shape [batch, height, width, channels].
size: The new height and width.
min: What the lowest integer stands for.
max: What the highest stands for.
resized_images: Of shape [batch, new height, new width, channels].
out_min: The same as min.
out_max: The same as max.
align_corners: The centres of the four pixels at the corners stay where they are.
half_pixel_centers: The centre of the first pixel is at 0.5, not at 0.
)doc");

REGISTER_OP("ResizeNearestNeighbor")
    .Input("images: T")
    .Input("size: int32")
    .Output("resized_images: T")
    .Attr("T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(ResizeShape)
    .Doc(R"doc(
Resizes images by nearest-neighbour interpolation.

images: Of shape [batch, height, width, channels].
size: The new height and width.
resized_images: Of shape [batch, new height, new width, channels].
align_corners: The centres of the four pixels at the corners stay where they are.
half_pixel_centers: The centre of the first pixel is at 0.5, not at 0.
)doc");

REGISTER_OP("ResizeBicubic")
    .Input("images: T")
    .Input("size: int32")
    .Output("resized_images: float")
    .Attr("T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(ResizeShape)
    .Doc(R"doc(
Resizes images by bicubic interpolation.

images: Of shape [batch, height, width, channels].
size: The new height and width.
resized_images: Of shape [batch, new height, new width, channels].
align_corners: The centres of the four pixels at the corners stay where they are.
half_pixel_centers: The centre of the first pixel is at 0.5, not at 0.
)doc");

REGISTER_OP("ResizeArea")
    .Input("images: T")
    .Input("size: int32")
    .Output("resized_images: float")
    .Attr("T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}")
    .Attr("align_corners: bool = false")
    .SetShapeFn(ResizeShape)
    .Doc(R"doc(
Resizes images by area averaging.

images: Of shape [batch, height, width, channels].
size: The new height and width.
resized_images: Of shape [batch, new height, new width, channels].
align_corners: The centres of the four pixels at the corners stay where they are.
)doc");

REGISTER_OP("ResizeBilinearGrad")
    .Input("grads: float")
    .Input("original_image: T")
    .Output("output: T")
    .Attr("T: {float, bfloat16, half, double}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(GradientShape)
    .Doc(R"doc(
The gradient of ResizeBilinear.

grads: Of the resized images.
original_image: What was resized; only its shape is looked at.
output: Of the shape of `original_image`.
align_corners: Of the resize whose gradient is wanted.
half_pixel_centers: Of the resize whose gradient is wanted.
)doc");

REGISTER_OP("ResizeNearestNeighborGrad")
    .Input("grads: T")
    .Input("size: int32")
    .Output("output: T")
    .Attr("T: {uint8, int8, int32, half, float, double, bfloat16}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(ResizeShape)
    .Doc(R"doc(
The gradient of ResizeNearestNeighbor.

grads: Of the resized images.
size: Height and width of the images before.
output: Of shape [batch, height, width, channels].
align_corners: Of the resize whose gradient is wanted.
half_pixel_centers: Of the resize whose gradient is wanted.
)doc");

REGISTER_OP("ResizeBicubicGrad")
    .Input("grads: float")
    .Input("original_image: T")
    .Output("output: T")
    .Attr("T: {float, double}")
    .Attr("align_corners: bool = false")
    .Attr("half_pixel_centers: bool = false")
    .SetShapeFn(GradientShape)
    .Doc(R"doc(
The gradient of ResizeBicubic.

grads: Of the resized images.
original_image: What was resized; only its shape is looked at.
output: Of the shape of `original_image`.
align_corners: Of the resize whose gradient is wanted.
half_pixel_centers: Of the resize whose gradient is wanted.
)doc");

REGISTER_OP("ScaleAndTranslate")
    .Input("images: T")
    .Input("size: int32")
    .Input("scale: float")
    .Input("translation: float")
    .Output("resized_images: float")
    .Attr("T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double}")
    .Attr("kernel_type: string = 'lanczos3'")
    .Attr("antialias: bool = true")
    .SetShapeFn(ScaleAndTranslateShape)
    .Doc(R"doc(
Resamples images, scaled and moved. What lies outside of the source is 0.

images: Of shape [batch, height, width, channels].
size: The new height and width.
resized_images: Of shape [batch, new height, new width, channels].
scale: How much larger than the source the result is, by height and width.
translation: How far it is moved then, in pixels of the result.
kernel_type: lanczos1, lanczos3, lanczos5, gaussian, box, triangle, keyscubic or mitchellcubic.
antialias: Where the result is smaller, the filter is as wide as its pixels.
)doc");

REGISTER_OP("ScaleAndTranslateGrad")
    .Input("grads: T")
    .Input("original_image: T")
    .Input("scale: float")
    .Input("translation: float")
    .Output("output: T")
    .Attr("T: {float}")
    .Attr("kernel_type: string = 'lanczos3'")
    .Attr("antialias: bool = true")
    .SetShapeFn(GradientShape)
    .Doc(R"doc(
The gradient of ScaleAndTranslate.

grads: Of the resampled images.
original_image: What was resampled; only its shape is looked at.
output: Of the shape of `original_image`.
scale: How much larger than the source the result is, by height and width.
translation: How far it is moved then, in pixels of the result.
kernel_type: lanczos1, lanczos3, lanczos5, gaussian, box, triangle, keyscubic or mitchellcubic.
antialias: Where the result is smaller, the filter is as wide as its pixels.
)doc");

REGISTER_OP("ImageProjectiveTransformV2")
    .Input("images: dtype")
    .Input("transforms: float")
    .Input("output_shape: int32")
    .Output("transformed_images: dtype")
    .Attr("dtype: {uint8, int32, int64, half, bfloat16, float, double}")
    .Attr("interpolation: string")
    .Attr("fill_mode: string = 'CONSTANT'")
    .SetShapeFn(TransformShape)
    .Doc(R"doc(
Moves, turns, shears or projects images. What stands outside of them is 0 with CONSTANT.

images: Of shape [batch, height, width, channels].
transforms: Eight numbers a0, a1, a2, b0, b1, b2, c0, c1 for each image, or for all. A pixel (x, y)
  of the result is taken at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), where k = c0 x + c1 y
  + 1.
output_shape: Height and width of the result.
transformed_images: Of shape [batch, height, width, channels].
interpolation: NEAREST or BILINEAR.
fill_mode: What stands for pixels outside: CONSTANT, REFLECT, WRAP or NEAREST.
)doc");

REGISTER_OP("ImageProjectiveTransformV3")
    .Input("images: dtype")
    .Input("transforms: float")
    .Input("output_shape: int32")
    .Input("fill_value: float")
    .Output("transformed_images: dtype")
    .Attr("dtype: {uint8, int32, int64, half, bfloat16, float, double}")
    .Attr("interpolation: string")
    .Attr("fill_mode: string = 'CONSTANT'")
    .SetShapeFn(TransformShape)
    .Doc(R"doc(
Moves, turns, shears or projects images.

images: Of shape [batch, height, width, channels].
transforms: Eight numbers a0, a1, a2, b0, b1, b2, c0, c1 for each image, or for all. A pixel (x, y)
  of the result is taken at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), where k = c0 x + c1 y
  + 1.
output_shape: Height and width of the result.
transformed_images: Of shape [batch, height, width, channels].
interpolation: NEAREST or BILINEAR.
fill_mode: What stands for pixels outside: CONSTANT, REFLECT, WRAP or NEAREST.
fill_value: What stands outside with CONSTANT.
)doc");

}  // namespace opgraft
