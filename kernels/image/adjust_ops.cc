// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// AdjustHue and AdjustSaturation. A hue is a place on a circle of six parts: red, yellow, green,
// cyan, blue, magenta. In each part one channel is the largest, one the smallest, and the middle
// one rises or falls.
#include <algorithm>
#include <cmath>

#include "framework/kernel/register_types.h"
#include "kernels/image/images.h"
#include "kernels/image/pixel_op.h"

namespace opgraft_internal {
namespace {

// Which channel is the largest, the middle and the smallest one in each part of the circle.
struct PartOrder {
  int largest;
  int middle;
  int smallest;
};
constexpr PartOrder kParts[6] = {{0, 1, 2}, {1, 0, 2}, {1, 2, 0}, {2, 1, 0}, {2, 0, 1}, {0, 2, 1}};

int PartOf(float r, float g, float b) {
  if (r < g) {
    if (b < r) return 1;
    return b > g ? 3 : 2;
  }
  if (b < g) return 0;
  return b > r ? 4 : 5;
}

// Turns the hue of a pixel by `turn` parts of six; its largest and smallest channel stay.
void TurnHue(float turn, float* pixel) {
  int part = PartOf(pixel[0], pixel[1], pixel[2]);
  const float most = pixel[kParts[part].largest];
  const float least = pixel[kParts[part].smallest];
  float hue = 0;
  if (most != least) {
    const float ratio = (pixel[kParts[part].middle] - least) / (most - least);
    hue = static_cast<float>(part) + (part % 2 == 0 ? ratio : 1.0f - ratio);
  }
  hue = std::fmod(hue + turn, 6.0f);
  if (hue < 0) hue += 6.0f;
  if (hue >= 6.0f) hue -= 6.0f;
  // A hue that is NaN goes to the middle channel, as in TensorFlow.
  part = std::isfinite(hue) ? static_cast<int>(hue) : 5;
  float ratio = hue - static_cast<float>(part);
  if (part % 2 != 0) ratio = 1.0f - ratio;
  pixel[kParts[part].largest] = most;
  pixel[kParts[part].middle] = least + ratio * (most - least);
  pixel[kParts[part].smallest] = least;
}

// The hue in [0, 1], as RGBToHSV has it.
float HueOf(const float* pixel, float most, float range) {
  if (!(range > 0.0f)) return range <= 0.0f ? 0.0f : range;
  const float norm = 1.0f / (6.0f * range);
  float hue = 0;
  if (pixel[0] == most) {
    hue = norm * (pixel[1] - pixel[2]);
  } else if (pixel[1] == most) {
    hue = static_cast<float>(norm * (pixel[2] - pixel[0]) + 2.0 / 6.0);
  } else {
    hue = static_cast<float>(norm * (pixel[0] - pixel[1]) + 4.0 / 6.0);
  }
  return hue < 0.0f ? hue + 1.0f : hue;
}

void ScaleSaturation(float scale, float* pixel) {
  const float most = std::max(pixel[0], std::max(pixel[1], pixel[2]));
  const float range = most - std::min(pixel[0], std::min(pixel[1], pixel[2]));
  const float sixth = HueOf(pixel, most, range) * 6;
  const float saturation = std::min(1.0f, std::max(0.0f, (most > 0 ? range / most : 0) * scale));
  const float chroma = saturation * most;
  const float least = most - chroma;
  const float middle = chroma * (1 - std::abs(std::fmod(sixth, 2.0f) - 1));
  const bool has_part = sixth >= 0 && sixth < 6;
  float color[3] = {0, 0, 0};
  if (has_part) {
    const PartOrder& part = kParts[static_cast<int>(sixth)];
    color[part.largest] = chroma;
    color[part.middle] = middle;
  }
  for (int c = 0; c < 3; ++c) pixel[c] = color[c] + least;
}

template <void (*kAdjust)(float, float*)>
class AdjustOp : public OpKernel {
 public:
  AdjustOp(OpKernelConstruction* context, const char* factor_name, float unit)
      : OpKernel(context), factor_name_(factor_name), unit_(unit) {}

  void Compute(OpKernelContext* context) override {
    float factor = 0;
    OP_REQUIRES_OK(context, ReadFloatScalar(context->input(1), factor_name_, &factor));
    factor *= unit_;
    ChangePixels<float>(context, 3, 15, [factor](float* pixel) { kAdjust(factor, pixel); });
  }

 private:
  const char* factor_name_;
  float unit_;
};

class AdjustHueOp : public AdjustOp<TurnHue> {
 public:
  explicit AdjustHueOp(OpKernelConstruction* context) : AdjustOp(context, "delta", 6.0f) {}
};

class AdjustSaturationOp : public AdjustOp<ScaleSaturation> {
 public:
  explicit AdjustSaturationOp(OpKernelConstruction* context) : AdjustOp(context, "scale", 1.0f) {}
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("AdjustHue").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          AdjustHueOp);                                                            \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("AdjustSaturation").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0),              \
      AdjustSaturationOp)
TF_CALL_float(REGISTER);
TF_CALL_half(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
