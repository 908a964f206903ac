// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Gamma distributions, by Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables"
// (2000). Numbers are taken in TensorFlow's order.
#include <cmath>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/random/sampling_op.h"

namespace opgraft_internal {
namespace {

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

template <class Source>
class GammaOp : public SamplingOp<Source> {
 public:
  using SamplingOp<Source>::SamplingOp;

 protected:
  absl::Status Fill(OpKernelContext* context, const Tensor& alpha,
                    const random::PhiloxRandom& numbers, Tensor* out) const override {
    return FillGamma(context, alpha, numbers, out);
  }
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("RandomGamma").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          GammaOp<SeededSource>);                                        \
  REGISTER_KERNEL_BUILDER(                                                               \
      Name("StatelessRandomGammaV2").Device(DEVICE_CPU).TypeConstraint<T>("dtype"),      \
      GammaOp<SeedsSource>);                                                             \
  REGISTER_KERNEL_BUILDER(                                                               \
      Name("StatelessRandomGammaV3").Device(DEVICE_CPU).TypeConstraint<T>("dtype"),      \
      GammaOp<KeySource>);
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
