// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Local response normalisation: each channel is divided by a power of the squares of its
// neighbours' values. Sums over neighbours are differences of running sums, so that a wide window
// costs no more than a narrow one.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Running sums over the channels of one pixel.
class NeighbourSums {
 public:
  NeighbourSums(int64_t channels, int64_t radius)
      : radius_(std::min(radius, channels)), sums_(static_cast<size_t>(channels) + 1) {}

  template <typename Value>
  void Fill(const Value& value) {
    for (size_t c = 0; c + 1 < sums_.size(); ++c) sums_[c + 1] = sums_[c] + value(c);
  }
  // The sum over the channels that are at most the radius away.
  double At(size_t c) const {
    const int64_t channels = static_cast<int64_t>(sums_.size()) - 1, at = static_cast<int64_t>(c);
    const int64_t begin = std::max<int64_t>(0, at - radius_);
    const int64_t end = std::min(channels, at + radius_ + 1);
    return sums_[static_cast<size_t>(end)] - sums_[static_cast<size_t>(begin)];
  }

 private:
  const int64_t radius_;
  std::vector<double> sums_;
};

class LrnOpBase : public OpKernel {
 public:
  explicit LrnOpBase(OpKernelConstruction* context) : OpKernel(context), view_(input_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("depth_radius", &radius_));
    OP_REQUIRES(context, radius_ >= 0 && radius_ <= std::numeric_limits<int32_t>::max(),
                absl::InvalidArgumentError(
                    absl::StrCat("depth_radius must be an int from 0 on, not ", radius_)));
    OP_REQUIRES_OK(context, context->GetAttr("bias", &bias_));
    OP_REQUIRES_OK(context, context->GetAttr("alpha", &alpha_));
    OP_REQUIRES_OK(context, context->GetAttr("beta", &beta_));
  }

 protected:
  // Calls work(first element of a pixel, channels) for all pixels.
  template <typename Work>
  static void ForEachPixel(OpKernelContext* context, const TensorShape& shape, const Work& work) {
    const int64_t channels = shape.dim_size(3);
    ShardElements(context, shape.num_elements() / channels, 30 * static_cast<double>(channels),
                  [&](int64_t begin, int64_t end) { work(begin, end, channels); });
  }

  void FillSquares(const float* x, NeighbourSums* squares) const {
    squares->Fill([x](size_t c) { return static_cast<double>(x[c]) * static_cast<double>(x[c]); });
  }
  float NormOf(const NeighbourSums& squares, size_t c) const {
    return bias_ + alpha_ * static_cast<float>(squares.At(c));
  }
  float Power(float norm) const {
    if (beta_ == 1.f) return 1 / norm;
    if (beta_ == 0.5f) return 1 / std::sqrt(norm);
    return std::pow(norm, -beta_);
  }

  const LoopView view_;
  int64_t radius_ = 0;
  float bias_ = 0;
  float alpha_ = 0;
  float beta_ = 0;
};

class LrnOp : public LrnOpBase {
 public:
  using LrnOpBase::LrnOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    OP_REQUIRES(context, in.dims() == 4, absl::InvalidArgumentError("in must be 4-dimensional"));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    if (out->NumElements() == 0) return;
    Tensor images, room;
    OP_REQUIRES_OK(context, view_.Read(context, in, false, &images));
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    const float* from = static_cast<const float*>(images.data());
    float* to = static_cast<float*>(room.data());
    ForEachPixel(context, in.shape(), [&](int64_t begin, int64_t end, int64_t channels) {
      NeighbourSums squares(channels, radius_);
      for (int64_t pixel = begin; pixel < end; ++pixel) {
        const float* x = from + pixel * channels;
        float* y = to + pixel * channels;
        FillSquares(x, &squares);
        for (size_t c = 0; c < static_cast<size_t>(channels); ++c)
          y[c] = x[c] * Power(NormOf(squares, c));
      }
    });
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }
};

class LrnGradOp : public LrnOpBase {
 public:
  using LrnOpBase::LrnOpBase;

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    OP_REQUIRES(context, shape.dims() == 4,
                absl::InvalidArgumentError("inputs must be 4-dimensional"));
    OP_REQUIRES(context, context->input(1).shape() == shape && context->input(2).shape() == shape,
                absl::InvalidArgumentError(
                    "input_grads, input_image, and out_image should have the same shape"));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    Tensor inputs[3], room;
    for (int i = 0; i < 3; ++i)
      OP_REQUIRES_OK(context, view_.Read(context, context->input(i), false, &inputs[i]));
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    ForEachPixel(context, shape, [&](int64_t begin, int64_t end, int64_t channels) {
      NeighbourSums squares(channels, radius_), back(channels, radius_);
      std::vector<float> norms(static_cast<size_t>(channels));
      for (int64_t pixel = begin; pixel < end; ++pixel) {
        const auto at = [&](int i) {
          return static_cast<const float*>(inputs[i].data()) + pixel * channels;
        };
        RunPixel(at(0), at(1), at(2), &squares, &back, &norms,
                 static_cast<float*>(room.data()) + pixel * channels);
      }
    });
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  // What channel k passes to the result of channel j: through its own value, if it is j, and
  // through the norm, if it is near: -2 * alpha * beta * x[k] * y[j] / norm[j].
  void RunPixel(const float* gradient, const float* x, const float* y, NeighbourSums* squares,
                NeighbourSums* back, std::vector<float>* norms, float* to) const {
    FillSquares(x, squares);
    for (size_t c = 0; c < norms->size(); ++c) (*norms)[c] = NormOf(*squares, c);
    back->Fill([&](size_t c) { return static_cast<double>(gradient[c] * y[c] / (*norms)[c]); });
    const float factor = -2 * alpha_ * beta_;
    for (size_t c = 0; c < norms->size(); ++c) {
      to[c] = gradient[c] * std::pow((*norms)[c], -beta_) +
              factor * x[c] * static_cast<float>(back->At(c));
    }
  }
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("LRN").Device(DEVICE_CPU).TypeConstraint<T>("T"), LrnOp); \
  REGISTER_KERNEL_BUILDER(Name("LRNGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), LrnGradOp);
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
