// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/crop_plan.h"
#include "kernels/image/image_types.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

class CropAndResizeOp : public OpKernel {
 public:
  explicit CropAndResizeOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string method;
    OP_REQUIRES_OK(context, context->GetAttr("method", &method));
    nearest_ = method == "nearest";
    OP_REQUIRES_OK(context, context->GetAttr("extrapolation_value", &outside_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& images = context->input(0);
    ImageDims in;
    OP_REQUIRES_OK(context, ReadImageDims(images, "image", &in));
    CropBoxes boxes;
    OP_REQUIRES_OK(context, ReadCropBoxes(context->input(1), context->input(2), in.batch, &boxes));
    ImageDims out = in;
    out.batch = boxes.count;
    OP_REQUIRES_OK(context, ReadImageSize(context->input(3), "crop_size", &out.height, &out.width));
    OP_REQUIRES(context, in.height > 0 && in.width > 0,
                absl::InvalidArgumentError(absl::StrCat("image dimensions must be positive, got ",
                                                        images.shape().DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, out.shape(), &output));
    if (output->NumElements() == 0) return;
    const FloatRows rows(images, in);
    float* const to = static_cast<float*>(output->data());
    ShardElements(context, out.rows(), 6.0 * static_cast<double>(out.row_size()),
                  [&](int64_t begin, int64_t end) {
                    MakeRows(rows, in, boxes, out, begin, end, to + begin * out.row_size());
                  });
  }

 private:
  void MakeRows(const FloatRows& images, const ImageDims& in, const CropBoxes& boxes,
                const ImageDims& out, int64_t begin, int64_t end, float* to) const {
    std::vector<float> scratch[2];
    for (int64_t row = begin; row < end; ++row, to += out.row_size()) {
      const int64_t box = row / out.height;
      const int64_t image = boxes.images[box] * in.height;
      const CropAxis columns = boxes.Columns(box, in.width, out.width);
      float y = 0;
      if (!boxes.Rows(box, in.height, out.height).PlaceOf(row % out.height, &y)) {
        std::fill_n(to, out.row_size(), outside_);
      } else if (nearest_) {
        const int64_t from = image + static_cast<int64_t>(std::round(y));
        TakeNearest(images.Row(from, &scratch[0]), columns, out, to);
      } else {
        int64_t top = 0, bottom = 0;
        float lerp = 0;
        CropAxis::Split(y, &top, &bottom, &lerp);
        Interpolate(images.Row(image + top, &scratch[0]), images.Row(image + bottom, &scratch[1]),
                    lerp, columns, out, to);
      }
    }
  }

  void TakeNearest(const float* row, const CropAxis& columns, const ImageDims& out,
                   float* to) const {
    for (int64_t i = 0; i < out.width; ++i, to += out.channels) {
      float x = 0;
      if (columns.PlaceOf(i, &x)) {
        std::copy_n(row + static_cast<int64_t>(std::round(x)) * out.channels, out.channels, to);
      } else {
        std::fill_n(to, out.channels, outside_);
      }
    }
  }

  void Interpolate(const float* top, const float* bottom, float y_lerp, const CropAxis& columns,
                   const ImageDims& out, float* to) const {
    for (int64_t i = 0; i < out.width; ++i, to += out.channels) {
      float x = 0, lerp = 0;
      if (!columns.PlaceOf(i, &x)) {
        std::fill_n(to, out.channels, outside_);
        continue;
      }
      int64_t left = 0, right = 0;
      CropAxis::Split(x, &left, &right, &lerp);
      left *= out.channels;
      right *= out.channels;
      for (int64_t c = 0; c < out.channels; ++c) {
        const float above = top[left + c] + (top[right + c] - top[left + c]) * lerp;
        const float below = bottom[left + c] + (bottom[right + c] - bottom[left + c]) * lerp;
        to[c] = above + (below - above) * y_lerp;
      }
    }
  }

  bool nearest_ = false;
  float outside_ = 0;
};

#define REGISTER(T)                                                                            \
  REGISTER_KERNEL_BUILDER(                                                                     \
      Name("CropAndResize").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("crop_size"), \
      CropAndResizeOp)
OPGRAFT_CALL_CROP_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
