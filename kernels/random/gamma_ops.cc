// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Gamma distributions, by Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables"
// (2000). Numbers are taken in TensorFlow's order.
#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

// Numbers of a distribution one at a time, the last of a draw first.
template <class Distribution>
class Backwards {
 public:
  double Next(random::PhiloxRandom* numbers) {
    if (left_ == 0) {
      drawn_ = distribution_(numbers);
      left_ = Distribution::kResultElementCount;
    }
    return drawn_[--left_];
  }

 private:
  Distribution distribution_;
  typename Distribution::ResultType drawn_;
  int left_ = 0;
};

// Cubes of normal numbers are nearly gamma distributed; those that are not likely enough are thrown
// away, about 5 % for alpha near 1. For alpha < 1 a number for alpha + 1 is scaled down.
double DrawGamma(double alpha, random::PhiloxRandom numbers) {
  Backwards<random::NormalDistribution<random::PhiloxRandom, double>> normal;
  Backwards<random::UniformDistribution<random::PhiloxRandom, double>> uniform;
  // An exponential distribution.
  if (alpha == 1) return -std::log1p(-uniform.Next(&numbers));
  const double d = alpha + (alpha < 1 ? 2.0 / 3 : -1.0 / 3);
  const double c = 1.0 / 3 / std::sqrt(d);
  while (true) {
    const double x = normal.Next(&numbers);
    double v = 1 + c * x;
    if (v <= 0) continue;
    v = v * v * v;
    const double u = uniform.Next(&numbers);
    // The first test is nearly always enough, and needs no logarithms.
    if (u >= 1 - 0.0331 * (x * x) * (x * x) &&
        !(std::log(u) < 0.5 * x * x + d * (1 - v + std::log(v))))
      continue;
    return alpha < 1 ? d * v * std::pow(uniform.Next(&numbers), 1 / alpha) : d * v;
  }
}

// Fills `out` with samples of each alpha, which are its last dimensions.
absl::Status FillGamma(OpKernelContext* context, const Tensor& alpha,
                       const random::PhiloxRandom& numbers, Tensor* out) {
  const int64_t alphas = alpha.NumElements(), samples = out->NumElements() / alphas;
  Tensor wide_alpha, wide_out;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, alpha.shape(), &wide_alpha));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, out->shape(), &wide_out));
  CastFunction(alpha.dtype(), DT_DOUBLE).Run(alpha.data(), wide_alpha.data(), alphas);
  const auto* const from = static_cast<const double*>(wide_alpha.data());
  auto* const to = static_cast<double*>(wide_out.data());
  ShardElements(context, out->NumElements(), 150, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      random::PhiloxRandom own = numbers;
      own.Skip(static_cast<uint64_t>(i * kDrawsOfAnElement));
      to[i % samples * alphas + i / samples] = DrawGamma(from[i / samples], own);
    }
  });
  CastFunction(DT_DOUBLE, out->dtype()).Run(wide_out.data(), out->data(), out->NumElements());
  return absl::OkStatus();
}

// RandomGamma: `shape` samples of each alpha.
class RandomGammaOp : public OpKernel {
 public:
  explicit RandomGammaOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    const Tensor& alpha = context->input(1);
    OP_REQUIRES_OK(context, shape.AppendShapeWithStatus(alpha.shape()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context,
                   source_.Reserve(context, 2, out->NumElements() * kDrawsOfAnElement, &numbers));
    OP_REQUIRES_OK(context, FillGamma(context, alpha, numbers, out));
  }

 private:
  SeededSource source_;
};

// Inputs: the whole shape, what the source reads, alpha.
template <class Source>
class StatelessGammaOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context, Source::Reserve(context, 1, 0, &numbers));
    const Tensor& alpha = context->input(1 + Source::kInputs);
    OP_REQUIRES(context, EndsWith(shape, alpha.shape()),
                absl::InvalidArgumentError(absl::StrCat(
                    "Shape passed in must end with broadcasted shape. Shape passed in is ",
                    shape.DebugString(), ", that of alpha ", alpha.shape().DebugString())));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    OP_REQUIRES_OK(context, FillGamma(context, alpha, numbers, out));
  }

 private:
  static bool EndsWith(const TensorShape& whole, const TensorShape& end) {
    const int before = whole.dims() - end.dims();
    for (int d = 0; before >= 0 && d < end.dims(); ++d) {
      if (whole.dim_size(before + d) != end.dim_size(d)) return false;
    }
    return before >= 0;
  }
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("RandomGamma").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          RandomGammaOp);                                                \
  REGISTER_KERNEL_BUILDER(                                                               \
      Name("StatelessRandomGammaV2").Device(DEVICE_CPU).TypeConstraint<T>("dtype"),      \
      StatelessGammaOp<SeedsSource>);                                                    \
  REGISTER_KERNEL_BUILDER(                                                               \
      Name("StatelessRandomGammaV3").Device(DEVICE_CPU).TypeConstraint<T>("dtype"),      \
      StatelessGammaOp<KeySource>);
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
