// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RGB to hue, saturation and value, and back: A. R. Smith, "Color gamut transform pairs", 1978.
#include <algorithm>
#include <cmath>

#include "framework/kernel/register_types.h"
#include "kernels/image/pixel_op.h"

namespace opgraft_internal {
namespace {

// Of a nan and a number the second, as TensorFlow has it.
template <typename F>
F Larger(F a, F b) {
  return a > b ? a : b;
}
template <typename F>
F Smaller(F a, F b) {
  return a < b ? a : b;
}

struct RgbToHsv {
  template <typename F>
  static void Change(F* pixel) {
    const F r = pixel[0], g = pixel[1], b = pixel[2];
    const F value = Larger(Larger(r, g), b);
    const F range = value - Smaller(Smaller(r, g), b);
    const F norm = F(1) / range * (F(1) / F(6));
    F hue = F(0);
    if (range > 0) {
      if (r == value) {
        hue = norm * (g - b);
      } else if (g == value) {
        hue = norm * (b - r) + F(2) / F(6);
      } else {
        hue = norm * (r - g) + F(4) / F(6);
      }
    }
    pixel[0] = hue < 0 ? hue + F(1) : hue;
    pixel[1] = value > 0 ? range / value : F(0);
    pixel[2] = value;
  }
};

struct HsvToRgb {
  template <typename F>
  static void Change(F* pixel) {
    const F sixth = pixel[0] * F(6), saturation = pixel[1], value = pixel[2];
    const auto part = [&](F x) {
      return ((F(1) - saturation) + saturation * std::min(std::max(x, F(0)), F(1))) * value;
    };
    pixel[0] = part(std::abs(sixth - F(3)) - F(1));
    pixel[1] = part(F(2) - std::abs(sixth - F(2)));
    pixel[2] = part(F(2) - std::abs(sixth - F(4)));
  }
};

template <typename Conversion>
class ColorSpaceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    if (input_type(0) == DT_DOUBLE) {
      ChangePixels<double>(context, 1, 10, Conversion::template Change<double>);
    } else {
      ChangePixels<float>(context, 1, 10, Conversion::template Change<float>);
    }
  }
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(Name("RGBToHSV").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          ColorSpaceOp<RgbToHsv>);                                                \
  REGISTER_KERNEL_BUILDER(Name("HSVToRGB").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          ColorSpaceOp<HsvToRgb>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
