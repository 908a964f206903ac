// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Files from images.
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/image/jpeg.h"
#include "kernels/image/png.h"

namespace opgraft_internal {
namespace {

// The size of the images of a tensor, whose dimensions before the last three are of a batch.
absl::StatusOr<ImageSize> SizeOf(const Tensor& images) {
  const int dims = images.dims();
  if (images.NumElements() > std::numeric_limits<int32_t>::max()) {
    return absl::InvalidArgumentError(absl::StrCat("image must have less than 2^31 elements, got ",
                                                   images.shape().DebugString()));
  }
  return ImageSize{1, images.dim_size(dims - 3), images.dim_size(dims - 2),
                   images.dim_size(dims - 1)};
}

class EncodePngOp : public OpKernel {
 public:
  explicit EncodePngOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("compression", &compression_));
    OP_REQUIRES(context, compression_ >= -1 && compression_ <= 9,
                absl::InvalidArgumentError(
                    absl::StrCat("compression should be in [-1,9], got ", compression_)));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& images = context->input(0);
    OP_REQUIRES(context, images.dims() >= 3,
                absl::InvalidArgumentError(absl::StrCat(
                    "images must be at least rank 3, got shape ", images.shape().DebugString())));
    OP_REQUIRES_VALUE(const ImageSize size, context, SizeOf(images));
    OP_REQUIRES(context, size.channels >= 1 && size.channels <= 4,
                absl::InvalidArgumentError(
                    absl::StrCat("image must have 1, 2, 3, or 4 channels, got ", size.channels)));
    TensorShape batch = images.shape();
    batch.RemoveLastDims(3);
    Tensor* contents = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, batch, &contents));
    const int bytes = DataTypeSize(images.dtype());
    const int64_t image_bytes = size.height * size.width * size.channels * bytes;
    tstring* const files = static_cast<tstring*>(contents->data());
    for (int64_t i = 0; i < batch.num_elements(); ++i) {
      files[i].clear();
      OP_REQUIRES_OK(context,
                     EncodePng(static_cast<const uint8_t*>(images.data()) + i * image_bytes, size,
                               8 * bytes, compression_, &files[i]));
    }
  }

 private:
  int compression_ = -1;
};

REGISTER_KERNEL_BUILDER(Name("EncodePng").Device(DEVICE_CPU), EncodePngOp);

// Writes the first input as a JPEG file.
void EncodeAsJpeg(OpKernelContext* context, const std::string& format,
                  const JpegEncoding& encoding) {
  const Tensor& image = context->input(0);
  OP_REQUIRES(context, image.dims() == 3,
              absl::InvalidArgumentError(absl::StrCat("image must be 3-dimensional, got shape ",
                                                      image.shape().DebugString())));
  OP_REQUIRES_VALUE(const ImageSize size, context, SizeOf(image));
  OP_REQUIRES(context, size.channels == 1 || size.channels == 3,
              absl::InvalidArgumentError(
                  absl::StrCat("image must have 1 or 3 channels, got ", size.channels)));
  OP_REQUIRES(context, format.empty() || (format == "rgb") == (size.channels == 3),
              absl::InvalidArgumentError(
                  absl::StrCat("format '", format, "' does not fit ", size.channels, " channels")));
  Tensor* contents = nullptr;
  OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &contents));
  tstring* const file = static_cast<tstring*>(contents->data());
  file->clear();
  OP_REQUIRES_OK(context,
                 EncodeJpeg(static_cast<const uint8_t*>(image.data()), size, encoding, file));
}

absl::Status CheckQuality(int64_t quality) {
  if (quality >= 0 && quality <= 100) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("quality must be in [0,100], got ", quality));
}

class EncodeJpegOp : public OpKernel {
 public:
  explicit EncodeJpegOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string density_unit;
    OP_REQUIRES_OK(context, context->GetAttr("format", &format_));
    OP_REQUIRES_OK(context, context->GetAttr("quality", &encoding_.quality));
    OP_REQUIRES_OK(context, CheckQuality(encoding_.quality));
    OP_REQUIRES_OK(context, context->GetAttr("progressive", &encoding_.progressive));
    OP_REQUIRES_OK(context, context->GetAttr("optimize_size", &encoding_.optimize_size));
    OP_REQUIRES_OK(context,
                   context->GetAttr("chroma_downsampling", &encoding_.chroma_downsampling));
    OP_REQUIRES_OK(context, context->GetAttr("density_unit", &density_unit));
    OP_REQUIRES_OK(context, context->GetAttr("x_density", &encoding_.x_density));
    OP_REQUIRES_OK(context, context->GetAttr("y_density", &encoding_.y_density));
    OP_REQUIRES_OK(context, context->GetAttr("xmp_metadata", &encoding_.xmp_metadata));
    encoding_.density_in_cm = density_unit == "cm";
  }

  void Compute(OpKernelContext* context) override { EncodeAsJpeg(context, format_, encoding_); }

 private:
  std::string format_;
  JpegEncoding encoding_;
};

REGISTER_KERNEL_BUILDER(Name("EncodeJpeg").Device(DEVICE_CPU), EncodeJpegOp);

class EncodeJpegVariableQualityOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& quality = context->input(1);
    OP_REQUIRES(context, quality.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("quality must be scalar, got shape ",
                                                        quality.shape().DebugString())));
    JpegEncoding encoding;
    encoding.quality = *static_cast<const int32_t*>(quality.data());
    OP_REQUIRES_OK(context, CheckQuality(encoding.quality));
    EncodeAsJpeg(context, "", encoding);
  }
};

REGISTER_KERNEL_BUILDER(Name("EncodeJpegVariableQuality").Device(DEVICE_CPU),
                        EncodeJpegVariableQualityOp);

template <typename T>
class ExtractJpegShapeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& contents = context->input(0);
    OP_REQUIRES(context, contents.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("contents must be scalar, got shape ",
                                                        contents.shape().DebugString())));
    const tstring& file = *static_cast<const tstring*>(contents.data());
    OP_REQUIRES_VALUE(const ImageSize size, context,
                      JpegSize(absl::string_view(file.data(), file.size())));
    Tensor* shape = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({3}), &shape));
    T* const out = static_cast<T*>(shape->data());
    out[0] = static_cast<T>(size.height);
    out[1] = static_cast<T>(size.width);
    out[2] = static_cast<T>(size.channels);
  }
};

REGISTER_KERNEL_BUILDER(
    Name("ExtractJpegShape").Device(DEVICE_CPU).TypeConstraint<int32_t>("output_type"),
    ExtractJpegShapeOp<int32_t>);
REGISTER_KERNEL_BUILDER(
    Name("ExtractJpegShape").Device(DEVICE_CPU).TypeConstraint<int64_t>("output_type"),
    ExtractJpegShapeOp<int64_t>);

}  // namespace
}  // namespace opgraft_internal
