// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <limits>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/resize_plan.h"

namespace opgraft_internal {
namespace {

// Between two integers as TensorFlow does it: steps of 1 / 2^kBits, rounded towards 0, of integers
// that are floats.
template <typename Integer, typename Sum, int kBits>
struct FixedPoint {
  static constexpr Sum kOne = Sum{1} << kBits;
  static Sum Share(float lerp) { return static_cast<Sum>(lerp * static_cast<float>(kOne)); }
  // A multiple of 1 / kOne.
  static Sum Between(Integer a, Integer b, Sum share) {
    const Sum from = static_cast<Sum>(static_cast<float>(a));
    return from * kOne + (static_cast<Sum>(static_cast<float>(b)) - from) * share;
  }
  static Integer Between(Sum top, Sum bottom, Sum share) {
    const Sum sum = top + (bottom - top) / kOne * share;
    return static_cast<Integer>(
        std::min<Sum>((sum + kOne / 2) / kOne, std::numeric_limits<Integer>::max()));
  }
};

// Numbers, which have no range.
struct Plain {
  static float Share(float lerp) { return lerp; }
  static float Between(float a, float b, float share) { return a + (b - a) * share; }
};

// Between pixels of type T by `Lerp`. What the integers stand for stays.
template <typename T, typename Lerp>
class QuantizedResizeBilinearOp : public OpKernel {
 public:
  // Both attrs may be true, other than of ResizeBilinear.
  explicit QuantizedResizeBilinearOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("align_corners", &rule_.align_corners));
    OP_REQUIRES_OK(context, context->GetAttr("half_pixel_centers", &rule_.half_pixel_centers));
  }

  void Compute(OpKernelContext* context) override {
    for (const int i : {2, 3}) {
      OP_REQUIRES(context, context->input(i).dims() == 0,
                  absl::InvalidArgumentError("min and max must be scalars"));
    }
    ResizePlan plan;
    OP_REQUIRES_OK(context, PlanResize(context->input(0), context->input(1), rule_, &plan));
    for (const int i : {1, 2}) context->set_output(i, context->input(i + 1));
    if (plan.in.shape() == plan.out.shape()) return context->set_output(0, context->input(0));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, plan.out.shape(), &output));
    if (output->NumElements() == 0) return;
    const T* const in = static_cast<const T*>(context->input(0).data());
    T* const out = static_cast<T*>(output->data());
    std::vector<Neighbours> columns(static_cast<size_t>(plan.out.width));
    for (size_t x = 0; x < columns.size(); ++x)
      columns[x] = NeighboursOf(plan.columns(static_cast<int64_t>(x)), plan.in.width);
    const double row_ns = 3.0 * static_cast<double>(plan.out.row_size());
    ShardElements(context, plan.out.rows(), row_ns, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row)
        MakeRow(plan, columns, in, row, out + row * plan.out.row_size());
    });
  }

 private:
  static void MakeRow(const ResizePlan& plan, const std::vector<Neighbours>& columns, const T* in,
                      int64_t row, T* to) {
    const int64_t channels = plan.in.channels;
    const T* const image = in + row / plan.out.height * plan.in.height * plan.in.row_size();
    const Neighbours y = NeighboursOf(plan.rows(row % plan.out.height), plan.in.height);
    const T* const top = image + y.lower * plan.in.row_size();
    const T* const bottom = image + y.upper * plan.in.row_size();
    const auto y_share = Lerp::Share(y.lerp);
    for (const Neighbours& x : columns) {
      const auto x_share = Lerp::Share(x.lerp);
      const int64_t left = x.lower * channels;
      const int64_t right = x.upper * channels;
      for (int64_t c = 0; c < channels; ++c) {
        const auto above = Lerp::Between(top[left + c], top[right + c], x_share);
        const auto below = Lerp::Between(bottom[left + c], bottom[right + c], x_share);
        *to++ = Lerp::Between(above, below, y_share);
      }
    }
  }

  ResizeRule rule_;
};

#define REGISTER(T, Element, Lerp)                        \
  REGISTER_KERNEL_BUILDER(Name("QuantizedResizeBilinear") \
                              .Device(DEVICE_CPU)         \
                              .TypeConstraint<T>("T")     \
                              .HostMemory("size"),        \
                          QuantizedResizeBilinearOp<Element, Lerp>)
using OfBytes = FixedPoint<uint8_t, int32_t, 7>;
using OfInts = FixedPoint<int32_t, int64_t, 30>;
REGISTER(quint8, uint8_t, OfBytes);
REGISTER(qint32, int32_t, OfInts);
REGISTER(float, float, Plain);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
