// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Images from files and to files.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The dimension of the channels that an attr asks for; 0 takes as many as the file has.
absl::Status ChannelsDim(InferenceContext* c, DimensionHandle* dim) {
  ShapeHandle unused;
  int64_t channels = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("channels", &channels));
  if (channels < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("channels must be non-negative, got ", channels));
  }
  *dim = channels == 0 ? c->UnknownDim() : c->MakeDim(channels);
  return absl::OkStatus();
}

absl::Status DecodeShape(InferenceContext* c) {
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(ChannelsDim(c, &channels));
  c->set_output(0, c->MakeShape({c->UnknownDim(), c->UnknownDim(), channels}));
  return absl::OkStatus();
}

// The size of the image is that of the window.
absl::Status DecodeAndCropShape(InferenceContext* c) {
  DimensionHandle channels;
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(ChannelsDim(c, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  DimensionHandle height = c->UnknownDim(), width = c->UnknownDim();
  const Tensor* const window = c->input_tensor(1);
  if (window != nullptr && window->NumElements() == 4) {
    const int64_t rows = opgraft_internal::IndexAt(*window, 2);
    const int64_t columns = opgraft_internal::IndexAt(*window, 3);
    if (rows > 0) height = c->MakeDim(rows);
    if (columns > 0) width = c->MakeDim(columns);
  }
  c->set_output(0, c->MakeShape({height, width, channels}));
  return absl::OkStatus();
}

// A GIF has frames, other files have none.
absl::Status DecodeAnyShape(InferenceContext* c) {
  bool expands = true;
  OPGRAFT_RETURN_IF_ERROR(DecodeShape(c));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("expand_animations", &expands));
  if (expands) c->set_output(0, c->UnknownShape());
  return absl::OkStatus();
}

absl::Status DecodeGifShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  c->set_output(0,
                c->MakeShape({c->UnknownDim(), c->UnknownDim(), c->UnknownDim(), c->MakeDim(3)}));
  return absl::OkStatus();
}

absl::Status ExtractShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  c->set_output(0, c->Vector(3));
  return absl::OkStatus();
}

absl::Status EncodePngShape(InferenceContext* c) {
  ShapeHandle images, batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 3, &images));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(images, 0, -3, &batch));
  c->set_output(0, batch);
  return absl::OkStatus();
}

absl::Status EncodeJpegShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &unused));
  if (c->num_inputs() > 1) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  c->set_output(0, c->Scalar());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("DecodeBmp")
    .Input("contents: string")
    .Output("image: uint8")
    .Attr("channels: int = 0")
    .SetShapeFn(DecodeShape)
    .Doc(R"doc(
The pixels of a BMP file without compression.

contents: The file.
image: Of shape [height, width, channels]: grey, RGB or RGBA.
channels: 3 or 4; 0 takes as many as the file has.
)doc");

REGISTER_OP("DecodePng")
    .Input("contents: string")
    .Output("image: dtype")
    .Attr("channels: int = 0")
    .Attr("dtype: {uint8, uint16} = DT_UINT8")
    .SetShapeFn(DecodeShape)
    .Doc(R"doc(
The pixels of a PNG file; of a JPEG or a GIF of one frame as well.

contents: The file.
image: Of shape [height, width, channels]: grey, grey and alpha, RGB or RGBA.
channels: 1, 3 or 4; 0 takes as many as the file has.
dtype: uint16 keeps files of 16 bits a sample as they are.
)doc");

REGISTER_OP("DecodeJpeg")
    .Input("contents: string")
    .Output("image: uint8")
    .Attr("channels: int = 0")
    .Attr("ratio: int = 1")
    .Attr("fancy_upscaling: bool = true")
    .Attr("try_recover_truncated: bool = false")
    .Attr("acceptable_fraction: float = 1")
    .Attr("dct_method: string = ''")
    .SetShapeFn(DecodeShape)
    .Doc(R"doc(
The pixels of a JPEG file; of a PNG or a GIF of one frame as well.

contents: The file.
image: Of shape [height, width, channels]: grey or RGB.
channels: 1 or 3; 0 takes as many as the file has, RGB of CMYK.
ratio: 1, 2, 4 or 8: the image is made so many times smaller as it is decoded.
fancy_upscaling: Colours that are stored coarser are interpolated, else repeated.
try_recover_truncated: A file that ends too soon gives the lines that are there, the last of them repeated.
acceptable_fraction: Of a file that ends too soon so much of the lines must be there; the others are black.
dct_method: INTEGER_FAST (the default) or INTEGER_ACCURATE.
)doc");

REGISTER_OP("DecodeAndCropJpeg")
    .Input("contents: string")
    .Input("crop_window: int32")
    .Output("image: uint8")
    .Attr("channels: int = 0")
    .Attr("ratio: int = 1")
    .Attr("fancy_upscaling: bool = true")
    .Attr("try_recover_truncated: bool = false")
    .Attr("acceptable_fraction: float = 1")
    .Attr("dct_method: string = ''")
    .SetShapeFn(DecodeAndCropShape)
    .Doc(R"doc(
A part of a JPEG file's pixels; the lines and blocks around it are skipped.

contents: The file.
crop_window: y, x, height and width of the part, in pixels of the image that `ratio` gives.
image: Of shape [height, width, channels]: grey or RGB.
channels: 1 or 3; 0 takes as many as the file has, RGB of CMYK.
ratio: 1, 2, 4 or 8: the image is made so many times smaller as it is decoded.
fancy_upscaling: Colours that are stored coarser are interpolated, else repeated.
try_recover_truncated: A file that ends too soon gives the lines that are there, the last of them repeated.
acceptable_fraction: Of a file that ends too soon so much of the lines must be there; the others are black.
dct_method: INTEGER_FAST (the default) or INTEGER_ACCURATE.
)doc");

REGISTER_OP("DecodeGif")
    .Input("contents: string")
    .Output("image: uint8")
    .SetShapeFn(DecodeGifShape)
    .Doc(R"doc(
The frames of a GIF file, each drawn over the one before; of a PNG or a JPEG as one frame.

contents: The file.
image: RGB, of shape [frames, height, width, 3].
)doc");

REGISTER_OP("DecodeImage")
    .Input("contents: string")
    .Output("image: dtype")
    .Attr("channels: int = 0")
    .Attr("dtype: {uint8, uint16, float} = DT_UINT8")
    .Attr("expand_animations: bool = true")
    .SetShapeFn(DecodeAnyShape)
    .Doc(R"doc(
The pixels of a JPEG, PNG, GIF or BMP file.

contents: The file.
image: Of shape [height, width, channels], or [frames, height, width, 3] of a GIF.
channels: 1, 3 or 4, as far as the format has them; 0 takes as many as the file has.
dtype: uint8; uint16, up to 65535; or float, from 0 to 1.
expand_animations: False takes the first frame of a GIF, without a dimension for frames.
)doc");

REGISTER_OP("ExtractJpegShape")
    .Input("contents: string")
    .Output("image_shape: output_type")
    .Attr("output_type: {int32, int64} = DT_INT32")
    .SetShapeFn(ExtractShape)
    .Doc(R"doc(
The shape of a JPEG file's image, which is not decoded.

contents: The file.
image_shape: Height, width and channels.
output_type: Of the numbers.
)doc");

REGISTER_OP("EncodePng")
    .Input("image: T")
    .Output("contents: string")
    .Attr("compression: int = -1")
    .Attr("T: {uint8, uint16} = DT_UINT8")
    .SetShapeFn(EncodePngShape)
    .Doc(R"doc(
Writes images as PNG files.

image: Of shape [..., height, width, channels]: grey, grey and alpha, RGB or RGBA.
contents: The files, of the shape that the first dimensions are.
compression: From 0, fast, to 9, small; -1 is zlib's default.
)doc");

REGISTER_OP("EncodeJpeg")
    .Input("image: uint8")
    .Output("contents: string")
    .Attr("format: {'', 'grayscale', 'rgb'} = ''")
    .Attr("quality: int = 95")
    .Attr("progressive: bool = false")
    .Attr("optimize_size: bool = false")
    .Attr("chroma_downsampling: bool = true")
    .Attr("density_unit: {'in', 'cm'} = 'in'")
    .Attr("x_density: int = 300")
    .Attr("y_density: int = 300")
    .Attr("xmp_metadata: string = ''")
    .SetShapeFn(EncodeJpegShape)
    .Doc(R"doc(
Writes an image as a JPEG file.

image: Of shape [height, width, channels]: grey or RGB.
contents: The file.
format: What the image must be; '' takes it as it is.
quality: From 0, small, to 100, exact.
progressive: The file holds the image coarse first.
optimize_size: Takes time for a smaller file with the same pixels.
chroma_downsampling: Colours are stored coarser than brightness.
density_unit: Of x_density and y_density: inches or centimetres.
x_density: Pixels a unit from left to right.
y_density: Pixels a unit from top to bottom.
xmp_metadata: Put into the file unless it is empty.
)doc");

REGISTER_OP("EncodeJpegVariableQuality")
    .Input("images: uint8")
    .Input("quality: int32")
    .Output("contents: string")
    .SetShapeFn(EncodeJpegShape)
    .Doc(R"doc(
Writes an image as a JPEG file of a quality that is an input.

images: One image, of shape [height, width, channels]: grey or RGB.
quality: From 0, small, to 100, exact.
contents: The file.
)doc");

}  // namespace opgraft
