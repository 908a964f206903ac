// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/image/image_types.h"
#include "kernels/image/resize_plan.h"

namespace opgraft_internal {
namespace {

// The pixels [start, end) along an axis that a pixel of the output covers: the inner ones wholly,
// the first and the last by a part. The last of one pixel counts as the first.
struct Cover {
  Cover(const AxisScale& axis, int64_t x)
      : from(static_cast<float>(x) * axis.scale),
        to(static_cast<float>(x + 1) * axis.scale),
        scale(axis.scale),
        start(static_cast<int64_t>(std::floor(from))),
        end(static_cast<int64_t>(std::ceil(to))) {}

  // How much of pixel `i` is covered.
  float PartOf(int64_t i) const {
    const float low = static_cast<float>(i);
    const float high = static_cast<float>(i + 1);
    if (low < from) return high > to ? scale : high - from;
    return high > to ? to - low : 1.0f;
  }

  float from;
  float to;
  float scale;
  int64_t start;
  int64_t end;
};

// Each pixel is the mean of what it covers: sums along the rows, which are kept, then over rows.
class ResizeAreaOp : public ResizeRowsOp {
 public:
  using ResizeRowsOp::ResizeRowsOp;

 protected:
  double ElementNs(const ResizePlan& plan) const override {
    return 2 + static_cast<double>(plan.rows.scale) * static_cast<double>(plan.columns.scale);
  }

  void MakeRows(const ResizePlan& plan, const FloatRows& images, int64_t begin, int64_t end,
                float* out) const override {
    const int64_t row_size = plan.out.row_size();
    const float to_mean = static_cast<float>(1.0 / (plan.rows.scale * plan.columns.scale));
    RowCache cache(2, row_size);
    std::vector<float> scratch;
    for (int64_t row = begin; row < end; ++row, out += row_size) {
      const int64_t image = row / plan.out.height * plan.in.height;
      const Cover y(plan.rows, row % plan.out.height);
      std::fill_n(out, row_size, 0.0f);
      for (int64_t i = y.start; i < y.end; ++i) {
        const int64_t from = image + std::min(std::max<int64_t>(i, 0), plan.in.height - 1);
        const float* const sums =
            cache.Row(from, [&](float* to) { SumColumns(plan, images.Row(from, &scratch), to); });
        const float part = y.PartOf(i);
        for (int64_t k = 0; k < row_size; ++k) out[k] += sums[k] * part;
      }
      for (int64_t k = 0; k < row_size; ++k) out[k] *= to_mean;
    }
  }

 private:
  static void SumColumns(const ResizePlan& plan, const float* row, float* to) {
    const int64_t channels = plan.in.channels;
    for (int64_t x = 0; x < plan.out.width; ++x, to += channels) {
      const Cover cover(plan.columns, x);
      const auto pixel = [&](int64_t i) {
        return row + std::min(std::max<int64_t>(i, 0), plan.in.width - 1) * channels;
      };
      const float first_part = cover.PartOf(cover.start);
      const float* const first = pixel(cover.start);
      for (int64_t c = 0; c < channels; ++c) to[c] = first[c] * first_part;
      for (int64_t i = cover.start + 1; i < cover.end; ++i) {
        const float part = i + 1 < cover.end ? 1.0f : cover.PartOf(i);
        const float* const next = pixel(i);
        for (int64_t c = 0; c < channels; ++c) to[c] += next[c] * part;
      }
    }
  }
};

#define REGISTER(T)                                                                    \
  REGISTER_KERNEL_BUILDER(                                                             \
      Name("ResizeArea").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("size"), \
      ResizeAreaOp)
OPGRAFT_CALL_RESIZE_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
