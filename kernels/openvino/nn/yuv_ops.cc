// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's NV12toRGB, NV12toBGR, I420toRGB and I420toBGR.
#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Where the numbers of one batch lie: four pixels share a color.
struct YuvPlanes {
  const float* y = nullptr;
  const float* u = nullptr;
  const float* v = nullptr;
  int64_t y_batch = 0;  // numbers from one image to the next
  int64_t color_batch = 0;
  int64_t color_step = 1;  // from one color to the next
};

class YuvOp : public OpKernel {
 public:
  // `joined`: u and v are side by side, as in NV12.
  YuvOp(OpKernelConstruction* context, bool joined, bool blue_first)
      : OpKernel(context),
        joined_(joined),
        blue_first_(blue_first),
        rounds_(context->input_type(0) == DT_UINT8),
        view_(context->input_type(0), DT_FLOAT) {}

  void Compute(OpKernelContext* context) override {
    int64_t height = 0;
    OP_REQUIRES_OK(context, CheckInputs(context, &height));
    const TensorShape& bright = context->input(0).shape();
    const int64_t batch = bright.dim_size(0), width = bright.dim_size(2);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(
                                0, TensorShape({batch, height, width, int64_t{3}}), &output));
    if (output->NumElements() == 0) return;
    Tensor inputs[3], room;
    for (int i = 0; i < context->num_inputs(); ++i)
      OP_REQUIRES_OK(context, view_.Read(context, context->input(i), false, &inputs[i]));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    const YuvPlanes planes = PlanesOf(inputs, context->num_inputs(), height, width);
    float* out = static_cast<float*>(room.data());
    ShardElements(
        context, batch * height, 6.0 * static_cast<double>(width), [&](int64_t begin, int64_t end) {
          for (int64_t line = begin; line < end; ++line)
            ConvertLine(planes, line / height, line % height, width, out + line * width * 3);
        });
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 private:
  absl::Status CheckInputs(OpKernelContext* context, int64_t* height) const {
    const TensorShape& bright = context->input(0).shape();
    const int planes = joined_ ? 2 : 3, given = context->num_inputs();
    bool fits = bright.dims() == 4 && bright.dim_size(3) == 1 && (given == 1 || given == planes);
    if (fits) {
      *height = given == 1 ? bright.dim_size(1) / 3 * 2 : bright.dim_size(1);
      fits = bright.dim_size(2) % 2 == 0 && *height % 2 == 0 &&
             (given > 1 || bright.dim_size(1) % 3 == 0);
    }
    for (int i = 1; fits && i < given; ++i) {
      const TensorShape half(
          {bright.dim_size(0), *height / 2, bright.dim_size(2) / 2, joined_ ? 2 : 1});
      fits = context->input(i).shape() == half;
    }
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(given, " planes, the first of shape ", bright.DebugString(),
                     ", are no images: there may be 1 or ", planes,
                     ", of even heights and widths, those of colors half as large"));
  }

  YuvPlanes PlanesOf(const Tensor* inputs, int given, int64_t height, int64_t width) const {
    const int64_t area = height * width;
    YuvPlanes planes;
    planes.y = static_cast<const float*>(inputs[0].data());
    planes.color_step = joined_ ? 2 : 1;
    planes.y_batch = given == 1 ? area / 2 * 3 : area;
    planes.color_batch = area / (joined_ ? 2 : 4);
    if (given == 1) {
      planes.color_batch = planes.y_batch;
      planes.u = planes.y + area;
      planes.v = planes.u + (joined_ ? 1 : area / 4);
    } else {
      planes.u = static_cast<const float*>(inputs[1].data());
      planes.v = joined_ ? planes.u + 1 : static_cast<const float*>(inputs[2].data());
    }
    return planes;
  }

  float Clip(float value) const {
    return std::min(std::max(rounds_ ? std::round(value) : value, 0.0f), 255.0f);
  }

  // ITU-R BT.601, of brightness from 16 to 235.
  void ConvertLine(const YuvPlanes& planes, int64_t image, int64_t row, int64_t width,
                   float* out) const {
    const float* y = planes.y + image * planes.y_batch + row * width;
    const int64_t first = image * planes.color_batch + row / 2 * (width / 2) * planes.color_step;
    for (int64_t x = 0; x < width; ++x, out += 3) {
      const int64_t color = first + x / 2 * planes.color_step;
      const float c = 1.164f * (y[x] - 16), d = planes.u[color] - 128, e = planes.v[color] - 128;
      out[blue_first_ ? 2 : 0] = Clip(c + 1.596f * e);
      out[1] = Clip(c - 0.391f * d - 0.813f * e);
      out[blue_first_ ? 0 : 2] = Clip(c + 2.018f * d);
    }
  }

  const bool joined_;
  const bool blue_first_;
  const bool rounds_;
  const LoopView view_;
};

template <bool kJoined, bool kBlueFirst>
class YuvTo : public YuvOp {
 public:
  explicit YuvTo(OpKernelConstruction* context) : YuvOp(context, kJoined, kBlueFirst) {}
};

#define REGISTER_YUV(op, T, joined, blue_first)                                           \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          YuvTo<joined, blue_first>);
#define REGISTER(T)                          \
  REGISTER_YUV("NV12toRGB", T, true, false)  \
  REGISTER_YUV("NV12toBGR", T, true, true)   \
  REGISTER_YUV("I420toRGB", T, false, false) \
  REGISTER_YUV("I420toBGR", T, false, true)
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_uint8(REGISTER);
#undef REGISTER
#undef REGISTER_YUV

}  // namespace
}  // namespace opgraft_internal
