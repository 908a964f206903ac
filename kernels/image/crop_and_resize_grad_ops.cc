// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/crop_plan.h"
#include "kernels/image/image_types.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

absl::Status CheckGrads(const ImageDims& grads, const CropBoxes& boxes, const ImageDims& image) {
  if (grads.height <= 0 || grads.width <= 0 || image.height <= 0 || image.width <= 0)
    return absl::InvalidArgumentError("grads and images must have pixels");
  if (grads.batch != boxes.count || grads.channels != image.channels) {
    return absl::InvalidArgumentError(absl::StrCat(
        "grads must have as many crops as there are boxes, and the channels of the images, got ",
        grads.batch, " crops of ", grads.channels, " channels for ", boxes.count,
        " boxes on images of ", image.channels, " channels"));
  }
  return absl::OkStatus();
}

// The gradient by the images: each pixel of a crop gives its gradient to the pixels that it was
// made of.
template <typename T>
class CropAndResizeGradImageOp : public OpKernel {
 public:
  explicit CropAndResizeGradImageOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string method;
    OP_REQUIRES_OK(context, context->GetAttr("method", &method));
    nearest_ = method == "nearest";
  }

  void Compute(OpKernelContext* context) override {
    ImageDims grads, image;
    OP_REQUIRES_OK(context, ReadImageDims(context->input(0), "grads", &grads));
    OP_REQUIRES_OK(context, ReadSize(context->input(3), &image));
    CropBoxes boxes;
    OP_REQUIRES_OK(context,
                   ReadCropBoxes(context->input(1), context->input(2), image.batch, &boxes));
    OP_REQUIRES_OK(context, CheckGrads(grads, boxes, image));
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape(
                                {image.batch, image.height, image.width, image.channels}, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    T* const sums = static_cast<T*>(output->data());
    std::fill_n(sums, output->NumElements(), T(0));
    const float* grad = static_cast<const float*>(context->input(0).data());
    for (int64_t box = 0; box < boxes.count; ++box) {
      AddBox(grads, boxes, box, image, grad + box * grads.height * grads.row_size(), sums);
    }
  }

 private:
  static absl::Status ReadSize(const Tensor& size, ImageDims* image) {
    if (size.dims() != 1 || size.NumElements() != 4) {
      return absl::InvalidArgumentError(absl::StrCat(
          "image_size must be a vector of 4 elements, got shape ", size.shape().DebugString()));
    }
    const int32_t* const sizes = static_cast<const int32_t*>(size.data());
    *image = {sizes[0], sizes[1], sizes[2], sizes[3]};
    return absl::OkStatus();
  }

  void AddBox(const ImageDims& grads, const CropBoxes& boxes, int64_t box, const ImageDims& image,
              const float* grad, T* sums) const {
    const CropAxis rows = boxes.Rows(box, image.height, grads.height);
    const CropAxis columns = boxes.Columns(box, image.width, grads.width);
    T* const to = sums + boxes.images[box] * image.height * image.row_size();
    for (int64_t i = 0; i < grads.height; ++i) {
      float y = 0, x = 0;
      const bool row_is_inside = rows.PlaceOf(i, &y);
      for (int64_t k = 0; k < grads.width; ++k, grad += grads.channels) {
        if (!row_is_inside || !columns.PlaceOf(k, &x)) continue;
        nearest_ ? AddNearest(image, y, x, grad, to) : AddBilinear(image, y, x, grad, to);
      }
    }
  }

  static void Add(const ImageDims& image, int64_t y, int64_t x, const float* grad, float y_weight,
                  float x_weight, T* to) {
    T* const sum = to + (y * image.width + x) * image.channels;
    for (int64_t c = 0; c < image.channels; ++c)
      sum[c] = static_cast<T>(sum[c] + static_cast<T>(x_weight * (y_weight * grad[c])));
  }

  static void AddNearest(const ImageDims& image, float y, float x, const float* grad, T* to) {
    Add(image, static_cast<int64_t>(std::round(y)), static_cast<int64_t>(std::round(x)), grad, 1, 1,
        to);
  }

  static void AddBilinear(const ImageDims& image, float y, float x, const float* grad, T* to) {
    int64_t top = 0, bottom = 0, left = 0, right = 0;
    float y_lerp = 0, x_lerp = 0;
    CropAxis::Split(y, &top, &bottom, &y_lerp);
    CropAxis::Split(x, &left, &right, &x_lerp);
    Add(image, top, left, grad, 1 - y_lerp, 1 - x_lerp, to);
    Add(image, top, right, grad, 1 - y_lerp, x_lerp, to);
    Add(image, bottom, left, grad, y_lerp, 1 - x_lerp, to);
    Add(image, bottom, right, grad, y_lerp, x_lerp, to);
  }

  bool nearest_ = false;
};

// The gradient by the edges of the boxes: how the image changes where a pixel was taken, times how
// that place moves with the edge.
class CropAndResizeGradBoxesOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    ImageDims grads, image;
    OP_REQUIRES_OK(context, ReadImageDims(context->input(0), "grads", &grads));
    OP_REQUIRES_OK(context, ReadImageDims(context->input(1), "image", &image));
    CropBoxes boxes;
    OP_REQUIRES_OK(context,
                   ReadCropBoxes(context->input(2), context->input(3), image.batch, &boxes));
    OP_REQUIRES_OK(context, CheckGrads(grads, boxes, image));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({boxes.count, 4}), &output));
    const FloatRows rows(context->input(1), image);
    const float* const grad = static_cast<const float*>(context->input(0).data());
    float* const sums = static_cast<float*>(output->data());
    const int64_t crop_size = grads.height * grads.row_size();
    ShardElements(context, boxes.count, 8.0 * static_cast<double>(crop_size),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t b = begin; b < end; ++b)
                      SumBox(grads, boxes, b, image, rows, grad + b * crop_size, sums + 4 * b);
                  });
  }

 private:
  static void SumBox(const ImageDims& grads, const CropBoxes& boxes, int64_t box,
                     const ImageDims& image, const FloatRows& images, const float* grad,
                     float* sums) {
    std::fill_n(sums, 4, 0.0f);
    const CropAxis rows = boxes.Rows(box, image.height, grads.height);
    const CropAxis columns = boxes.Columns(box, image.width, grads.width);
    const int64_t first_row = boxes.images[box] * image.height;
    std::vector<float> scratch[2];
    for (int64_t i = 0; i < grads.height; ++i) {
      float y = 0, x = 0, y_lerp = 0;
      if (!rows.PlaceOf(i, &y)) continue;
      int64_t top = 0, bottom = 0;
      CropAxis::Split(y, &top, &bottom, &y_lerp);
      const float* const above = images.Row(first_row + top, &scratch[0]);
      const float* const below = images.Row(first_row + bottom, &scratch[1]);
      for (int64_t k = 0; k < grads.width; ++k) {
        if (!columns.PlaceOf(k, &x)) continue;
        const float* const pixel = grad + (i * grads.width + k) * grads.channels;
        const Slope slope = SlopeAt(above, below, y_lerp, x, pixel, image.channels);
        AddToEdges(rows, i, slope.y, &sums[0], &sums[2]);
        AddToEdges(columns, k, slope.x, &sums[1], &sums[3]);
      }
    }
  }

  // How the sum of a pixel's channels, weighted by their gradients, changes with its place.
  struct Slope {
    float y = 0;
    float x = 0;
  };
  static Slope SlopeAt(const float* above, const float* below, float y_lerp, float x,
                       const float* grad, int64_t channels) {
    int64_t left = 0, right = 0;
    float x_lerp = 0;
    CropAxis::Split(x, &left, &right, &x_lerp);
    Slope slope;
    for (int64_t c = 0; c < channels; ++c) {
      const float top_left = above[left * channels + c], top_right = above[right * channels + c];
      const float bottom_left = below[left * channels + c];
      const float bottom_right = below[right * channels + c];
      slope.y +=
          grad[c] * ((1 - x_lerp) * (bottom_left - top_left) + x_lerp * (bottom_right - top_right));
      slope.x +=
          grad[c] * ((1 - y_lerp) * (top_right - top_left) + y_lerp * (bottom_right - bottom_left));
    }
    return slope;
  }

  static void AddToEdges(const CropAxis& axis, int64_t i, float slope, float* begin, float* end) {
    if (axis.several) {
      const float towards_end = static_cast<float>(i) * axis.ratio;
      *begin += slope * (axis.last - towards_end);
      *end += slope * towards_end;
    } else {
      *begin += slope * 0.5f * axis.last;
      *end += slope * 0.5f * axis.last;
    }
  }
};

#define REGISTER(T)                                      \
  REGISTER_KERNEL_BUILDER(Name("CropAndResizeGradImage") \
                              .Device(DEVICE_CPU)        \
                              .TypeConstraint<T>("T")    \
                              .HostMemory("image_size"), \
                          CropAndResizeGradImageOp<T>)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                             \
  REGISTER_KERNEL_BUILDER(                                                      \
      Name("CropAndResizeGradBoxes").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      CropAndResizeGradBoxesOp)
OPGRAFT_CALL_CROP_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
