// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "kernels/image/cubic_weights.h"
#include "kernels/image/image_types.h"

namespace opgraft_internal {
namespace {

// a[0] * w[0] + ... + a[3] * w[3]; in this order, for the same last bit as TensorFlow's.
inline float Combine(float a, float b, float c, float d, const float* w) {
  return a * w[0] + b * w[1] + c * w[2] + d * w[3];
}

// Each pixel from sixteen: four rows are combined into one, then four pixels of that.
class ResizeBicubicOp : public ResizeRowsOp {
 public:
  using ResizeRowsOp::ResizeRowsOp;

 protected:
  double ElementNs(const ResizePlan&) const override { return 8; }

  void MakeRows(const ResizePlan& plan, const FloatRows& images, int64_t begin, int64_t end,
                float* out) const override {
    const std::vector<CubicTaps> columns = CubicTapsOf(plan.columns, plan.out.width, plan.in.width);
    const int64_t in_size = plan.in.row_size();
    std::vector<float> mixed(static_cast<size_t>(in_size));
    std::vector<float> scratch[4];
    for (int64_t row = begin; row < end; ++row, out += plan.out.row_size()) {
      const int64_t image = row / plan.out.height * plan.in.height;
      const CubicTaps y = CubicTapsAt(plan.rows, row % plan.out.height, plan.in.height);
      const float* from[4];
      for (int i = 0; i < 4; ++i) from[i] = images.Row(image + y.index[i], &scratch[i]);
      for (int64_t i = 0; i < in_size; ++i)
        mixed[static_cast<size_t>(i)] =
            Combine(from[0][i], from[1][i], from[2][i], from[3][i], y.weight);
      MixColumns(mixed.data(), columns, plan.in.channels, out);
    }
  }

 private:
  static void MixColumns(const float* row, const std::vector<CubicTaps>& columns, int64_t channels,
                         float* to) {
    for (const CubicTaps& x : columns) {
      const float* from[4];
      for (int i = 0; i < 4; ++i) from[i] = row + x.index[i] * channels;
      for (int64_t c = 0; c < channels; ++c)
        to[c] = Combine(from[0][c], from[1][c], from[2][c], from[3][c], x.weight);
      to += channels;
    }
  }
};

#define REGISTER(T)                                                                       \
  REGISTER_KERNEL_BUILDER(                                                                \
      Name("ResizeBicubic").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("size"), \
      ResizeBicubicOp)
OPGRAFT_CALL_RESIZE_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
