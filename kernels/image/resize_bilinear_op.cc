// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "kernels/image/image_types.h"
#include "kernels/image/resize_plan.h"

namespace opgraft_internal {
namespace {

// Each pixel from its four neighbours: first along the rows, whose results are kept, then between
// two rows.
class ResizeBilinearOp : public ResizeRowsOp {
 public:
  using ResizeRowsOp::ResizeRowsOp;

 protected:
  double ElementNs(const ResizePlan&) const override { return 3; }

  void MakeRows(const ResizePlan& plan, const FloatRows& images, int64_t begin, int64_t end,
                float* out) const override {
    std::vector<Neighbours> columns(static_cast<size_t>(plan.out.width));
    for (size_t x = 0; x < columns.size(); ++x)
      columns[x] = NeighboursOf(plan.columns(static_cast<int64_t>(x)), plan.in.width);
    const int64_t row_size = plan.out.row_size();
    RowCache cache(2, row_size);
    std::vector<float> scratch;
    const auto stretched = [&](int64_t row) {
      return cache.Row(row, [&](float* to) {
        Stretch(images.Row(row, &scratch), columns, plan.in.channels, to);
      });
    };
    for (int64_t row = begin; row < end; ++row, out += row_size) {
      const int64_t image = row / plan.out.height * plan.in.height;
      const Neighbours y = NeighboursOf(plan.rows(row % plan.out.height), plan.in.height);
      const float* const top = stretched(image + y.lower);
      const float* const bottom = stretched(image + y.upper);
      for (int64_t i = 0; i < row_size; ++i) out[i] = top[i] + (bottom[i] - top[i]) * y.lerp;
    }
  }

 private:
  static void Stretch(const float* row, const std::vector<Neighbours>& columns, int64_t channels,
                      float* to) {
    for (const Neighbours& x : columns) {
      const float* const left = row + x.lower * channels;
      const float* const right = row + x.upper * channels;
      for (int64_t c = 0; c < channels; ++c) to[c] = left[c] + (right[c] - left[c]) * x.lerp;
      to += channels;
    }
  }
};

#define REGISTER(T)                                                                        \
  REGISTER_KERNEL_BUILDER(                                                                 \
      Name("ResizeBilinear").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("size"), \
      ResizeBilinearOp)
OPGRAFT_CALL_RESIZE_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
