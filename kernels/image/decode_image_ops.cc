// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Images from files. Whatever its name, an op decodes several formats, as TensorFlow's do.
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/image/bmp.h"
#include "kernels/image/decoded_image.h"
#include "kernels/image/gif.h"
#include "kernels/image/image_format.h"
#include "kernels/image/jpeg.h"
#include "kernels/image/png.h"

namespace opgraft_internal {
namespace {

enum class Decodes { kPng, kJpeg, kJpegWindow, kGif, kBmp, kImage };

bool TakesFormat(Decodes what, ImageFormat format) {
  if (what == Decodes::kImage) return true;
  if (what == Decodes::kBmp) return format == ImageFormat::kBmp;
  if (what == Decodes::kJpegWindow) return format == ImageFormat::kJpeg;
  return format != ImageFormat::kBmp;
}

// The part of a JPEG that DecodeAndCropJpeg is asked for.
absl::StatusOr<ImageWindow> WindowOf(const Tensor& window) {
  if (window.dims() != 1 || window.dim_size(0) != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("crop_window must be 1-D and have four elements, got shape ",
                     window.shape().DebugString()));
  }
  const int32_t* const values = static_cast<const int32_t*>(window.data());
  return ImageWindow{values[0], values[1], values[2], values[3]};
}

template <Decodes kWhat>
class DecodeImageOp : public OpKernel {
 public:
  explicit DecodeImageOp(OpKernelConstruction* context) : OpKernel(context) {
    if (kWhat != Decodes::kGif) {
      OP_REQUIRES_OK(context, context->GetAttr("channels", &channels_));
      OP_REQUIRES(context, channels_ == 0 || channels_ == 1 || channels_ == 3 || channels_ == 4,
                  absl::InvalidArgumentError(
                      absl::StrCat("channels must be 0, 1, 3 or 4, but got ", channels_)));
    }
    if (kWhat == Decodes::kPng || kWhat == Decodes::kImage)
      OP_REQUIRES_OK(context, context->GetAttr("dtype", &dtype_));
    if (kWhat == Decodes::kImage)
      OP_REQUIRES_OK(context, context->GetAttr("expand_animations", &expands_animations_));
    if (kWhat == Decodes::kJpeg || kWhat == Decodes::kJpegWindow)
      OP_REQUIRES_OK(context, GetJpegAttrs(context));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& contents = context->input(0);
    OP_REQUIRES(context, contents.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("contents must be scalar but got shape ",
                                                        contents.shape().DebugString())));
    const tstring& file = *static_cast<const tstring*>(contents.data());
    OP_REQUIRES(context, !file.empty(), absl::InvalidArgumentError("contents is empty"));
    OP_REQUIRES(context, file.size() <= std::numeric_limits<int32_t>::max(),
                absl::InvalidArgumentError(
                    absl::StrCat("contents must be less than 2 GiB, got ", file.size(), " bytes")));
    DecodedImage image(context, dtype_);
    OP_REQUIRES_OK(context, Decode(context, absl::string_view(file.data(), file.size()), &image));
    image.Convert();
  }

 private:
  absl::Status GetJpegAttrs(OpKernelConstruction* context) {
    std::string dct_method;
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("ratio", &jpeg_.ratio));
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("fancy_upscaling", &jpeg_.fancy_upscaling));
    OPGRAFT_RETURN_IF_ERROR(
        context->GetAttr("try_recover_truncated", &jpeg_.try_recover_truncated));
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("acceptable_fraction", &jpeg_.acceptable_fraction));
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("dct_method", &dct_method));
    const int64_t ratio = jpeg_.ratio;
    if (ratio != 1 && ratio != 2 && ratio != 4 && ratio != 8)
      return absl::InvalidArgumentError(absl::StrCat("ratio must be 1, 2, 4 or 8, got ", ratio));
    jpeg_.accurate_dct = dct_method == "INTEGER_ACCURATE";
    if (!dct_method.empty() && dct_method != "INTEGER_FAST" && !jpeg_.accurate_dct) {
      return absl::InvalidArgumentError(absl::StrCat(
          "dct_method must be '', 'INTEGER_FAST' or 'INTEGER_ACCURATE', got '", dct_method, "'"));
    }
    return absl::OkStatus();
  }

  absl::Status Decode(OpKernelContext* context, absl::string_view file, DecodedImage* image) {
    const ImageFormat format = FormatOf(file);
    if (format == ImageFormat::kUnknown) {
      return absl::InvalidArgumentError(
          "Unknown image file format. One of JPEG, PNG, GIF, BMP required.");
    }
    if (format == ImageFormat::kWebP)
      return absl::UnimplementedError("WebP images are not offered; JPEG, PNG, GIF and BMP are");
    if (!TakesFormat(kWhat, format)) {
      return absl::InvalidArgumentError(
          absl::StrCat("Trying to decode ", NameOf(format), " format using ", type_string(),
                       ". Use DecodeImage or the op of the format instead."));
    }
    switch (format) {
      case ImageFormat::kJpeg:
        return DecodeAsJpeg(context, file, image);
      case ImageFormat::kPng:
        return DecodeAsPng(file, image);
      case ImageFormat::kGif:
        return DecodeAsGif(file, image);
      default:
        return DecodeAsBmp(file, image);
    }
  }

  absl::Status DecodeAsJpeg(OpKernelContext* context, absl::string_view file,
                            DecodedImage* image) const {
    JpegDecoding decoding = jpeg_;
    decoding.channels = channels_;
    if (channels_ == 4) return absl::InvalidArgumentError("JPEG does not support 4 channels");
    if (kWhat == Decodes::kJpegWindow) {
      OPGRAFT_ASSIGN_OR_RETURN(decoding.window, WindowOf(context->input(1)));
    }
    return DecodeJpeg(file, decoding, [image](const ImageSize& size) {
      return image->Allocate(size, kWhat == Decodes::kGif, 8);
    });
  }

  absl::Status DecodeAsPng(absl::string_view file, DecodedImage* image) const {
    const int bits = dtype_ == DT_UINT8 ? 8 : 16;
    return DecodePng(file, channels_, bits, [image, bits](const ImageSize& size) {
      return image->Allocate(size, kWhat == Decodes::kGif, bits);
    });
  }

  absl::Status DecodeAsGif(absl::string_view file, DecodedImage* image) const {
    if (channels_ != 0 && channels_ != 3) {
      return absl::InvalidArgumentError(
          absl::StrCat("channels must be 0 or 3 for GIF, got ", channels_));
    }
    const bool has_frames =
        kWhat == Decodes::kGif || (kWhat == Decodes::kImage && expands_animations_);
    return DecodeGif(
        file, expands_animations_, [=](const ImageSize& size) -> absl::StatusOr<uint8_t*> {
          if (!has_frames && size.frames > 1) {
            return absl::InvalidArgumentError(
                absl::StrCat("Got ", size.frames,
                             " frames, but animated GIFs can only be decoded by DecodeGif or "
                             "DecodeImage"));
          }
          return image->Allocate(size, has_frames, 8);
        });
  }

  absl::Status DecodeAsBmp(absl::string_view file, DecodedImage* image) const {
    if (channels_ == 1)
      return absl::InvalidArgumentError("channels must be 0, 3 or 4 for BMP, but got 1");
    OPGRAFT_ASSIGN_OR_RETURN(const Bmp bmp, ParseBmp(file));
    const int64_t channels = channels_ == 0 ? bmp.channels : channels_;
    OPGRAFT_ASSIGN_OR_RETURN(uint8_t* const pixels,
                             image->Allocate({1, bmp.height, bmp.width, channels}, false, 8));
    bmp.CopyTo(channels, pixels);
    return absl::OkStatus();
  }

  int64_t channels_ = kWhat == Decodes::kGif ? 3 : 0;
  DataType dtype_ = DT_UINT8;
  bool expands_animations_ = true;
  JpegDecoding jpeg_;
};

REGISTER_KERNEL_BUILDER(Name("DecodeBmp").Device(DEVICE_CPU), DecodeImageOp<Decodes::kBmp>);
REGISTER_KERNEL_BUILDER(Name("DecodeGif").Device(DEVICE_CPU), DecodeImageOp<Decodes::kGif>);
REGISTER_KERNEL_BUILDER(Name("DecodeImage").Device(DEVICE_CPU), DecodeImageOp<Decodes::kImage>);
REGISTER_KERNEL_BUILDER(Name("DecodeJpeg").Device(DEVICE_CPU), DecodeImageOp<Decodes::kJpeg>);
REGISTER_KERNEL_BUILDER(Name("DecodeAndCropJpeg").Device(DEVICE_CPU),
                        DecodeImageOp<Decodes::kJpegWindow>);
REGISTER_KERNEL_BUILDER(Name("DecodePng").Device(DEVICE_CPU), DecodeImageOp<Decodes::kPng>);

}  // namespace
}  // namespace opgraft_internal
