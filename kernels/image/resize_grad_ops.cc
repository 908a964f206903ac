// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The gradients of ResizeBilinear and ResizeBicubic: each pixel's gradient goes to the pixels that
// it was made of, by their weights.
#include <algorithm>
#include <vector>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/cubic_weights.h"

namespace opgraft_internal {
namespace {

// The pixels along an axis that a place was made of.
template <int kTaps>
struct Taps {
  int64_t index[kTaps];
  float weight[kTaps];
};

struct BilinearTaps {
  static constexpr int kTaps = 2;
  static Taps<2> At(const AxisScale& scale, int64_t x, int64_t size) {
    const Neighbours at = NeighboursOf(scale(x), size);
    return {{at.lower, at.upper}, {1.0f - at.lerp, at.lerp}};
  }
};

struct BicubicTaps {
  static constexpr int kTaps = 4;
  static CubicTaps At(const AxisScale& scale, int64_t x, int64_t size) {
    return CubicTapsAt(scale, x, size);
  }
};

template <typename T, typename Kind>
class ResizeGradOp : public OpKernel {
 public:
  explicit ResizeGradOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, ReadResizeRule(context, &rule_));
  }

  void Compute(OpKernelContext* context) override {
    ResizePlan plan;
    OP_REQUIRES_OK(context, PlanResizeGradient(context->input(0), context->input(1), rule_, &plan));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, plan.in.shape(), &output));
    T* const sums = static_cast<T*>(output->data());
    std::fill_n(sums, output->NumElements(), T(0));
    const float* const grads = static_cast<const float*>(context->input(0).data());
    const int64_t in_size = plan.in.height * plan.in.row_size();
    const int64_t out_size = plan.out.height * plan.out.row_size();
    const double image_ns = Kind::kTaps * Kind::kTaps * static_cast<double>(out_size);
    ShardElements(context, plan.in.batch, image_ns, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b)
        AddImage(plan, grads + b * out_size, sums + b * in_size);
    });
  }

 private:
  static void AddImage(const ResizePlan& plan, const float* grads, T* sums) {
    std::vector<decltype(Kind::At({}, 0, 1))> columns;
    for (int64_t x = 0; x < plan.out.width; ++x)
      columns.push_back(Kind::At(plan.columns, x, plan.in.width));
    const int64_t channels = plan.in.channels;
    for (int64_t i = 0; i < plan.out.height; ++i) {
      const auto y = Kind::At(plan.rows, i, plan.in.height);
      for (const auto& x : columns) {
        for (int k = 0; k < Kind::kTaps * Kind::kTaps; ++k) {
          const int row = k / Kind::kTaps;
          const int column = k % Kind::kTaps;
          T* const sum = sums + (y.index[row] * plan.in.width + x.index[column]) * channels;
          for (int64_t c = 0; c < channels; ++c) {
            const float part = grads[c] * y.weight[row] * x.weight[column];
            sum[c] = static_cast<T>(sum[c] + static_cast<T>(part));
          }
        }
        grads += channels;
      }
    }
  }

  ResizeRule rule_;
};

#define REGISTER(T)                                                                             \
  REGISTER_KERNEL_BUILDER(Name("ResizeBilinearGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ResizeGradOp<T, BilinearTaps>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                            \
  REGISTER_KERNEL_BUILDER(Name("ResizeBicubicGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ResizeGradOp<T, BicubicTaps>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
