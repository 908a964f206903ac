// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Poisson distributions: of small rates by Knuth's product of uniform numbers, of others by
// transformed rejection (Hoermann, "The transformed rejection method for generating Poisson random
// variables", 1993). Numbers are taken in TensorFlow's order.
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "framework/types/visit_type.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/random/sampling_op.h"

namespace opgraft_internal {
namespace {

// More draws than this without a sample mean that none will come: three in four are good.
constexpr int kMaxTries = 1000;

using Uniform = Backwards<random::UniformDistribution<random::PhiloxRandom, double>>;

double DrawSmall(double rate, random::PhiloxRandom numbers) {
  Uniform uniform;
  const double least = std::exp(-rate);
  double product = 1, count = 0;
  while (true) {
    product *= uniform.Next(&numbers);
    if (product <= least) return count;
    count += 1;
  }
}

// NaN if none of the samples is as small as `most`.
double DrawLarge(double rate, double most, random::PhiloxRandom numbers) {
  Uniform uniform;
  const double log_rate = std::log(rate);
  const double b = 0.931 + 2.53 * std::sqrt(rate), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  for (int tries = 0; tries < kMaxTries; ++tries) {
    const double u = uniform.Next(&numbers) - 0.5, v = uniform.Next(&numbers);
    const double shifted = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / shifted + b) * u + rate + 0.43);
    if (k > most) continue;
    // Most are accepted here.
    if (shifted >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return k;
    if (k < 0 || (shifted < 0.013 && v > shifted)) continue;
    const double s = std::log(v * inverse_alpha / (a / (shifted * shifted) + b));
    const double t = -rate + k * log_rate - std::lgamma(k + 1);
    if (s <= t) return k;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

struct Limits {
  double most = 0;
  double infinity = 0;
};

// An infinite rate has infinite samples; TensorFlow's are 0 where the type has no infinity.
double DrawPoisson(double rate, const Limits& limits, const random::PhiloxRandom& numbers) {
  if (std::isnan(rate)) return rate;
  if (rate == std::numeric_limits<double>::infinity()) return limits.infinity;
  return rate < 10 ? DrawSmall(rate, numbers) : DrawLarge(rate, limits.most, numbers);
}

Limits LimitsOf(DataType dtype) {
  Limits limits;
  VisitType(dtype, [&limits](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral<T>::value) {
      // The largest double that is no larger.
      limits.most = static_cast<double>(std::numeric_limits<T>::max());
      if (sizeof(T) == 8) limits.most = std::nextafter(limits.most, 0);
    } else if constexpr (std::is_floating_point<T>::value) {
      limits.most = std::numeric_limits<T>::max();
    }
  });
  if (dtype == DT_HALF) limits.most = 65504;
  if (!DataTypeIsInteger(dtype)) limits.infinity = std::numeric_limits<double>::infinity();
  return limits;
}

absl::Status FillPoisson(OpKernelContext* context, const Tensor& rate,
                         const random::PhiloxRandom& numbers, Tensor* out) {
  const int64_t rates = rate.NumElements(), samples = out->NumElements() / rates;
  Tensor wide_rate, wide_out;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, rate.shape(), &wide_rate));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, out->shape(), &wide_out));
  CastFunction(rate.dtype(), DT_DOUBLE).Run(rate.data(), wide_rate.data(), rates);
  const auto* const from = static_cast<const double*>(wide_rate.data());
  auto* const to = static_cast<double*>(wide_out.data());
  const Limits limits = LimitsOf(out->dtype());
  const bool must_exist = DataTypeIsInteger(out->dtype());
  ShardElements(context, out->NumElements(), 200, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      random::PhiloxRandom own = numbers;
      own.Skip(static_cast<uint64_t>(i * kDrawsOfAnElement));
      const double sample = DrawPoisson(from[i / samples], limits, own);
      if (must_exist && std::isnan(sample)) {
        return context->SetStatus(absl::InvalidArgumentError(
            absl::StrCat("A rate of ", from[i / samples], " has no samples of type ",
                         DataTypeString(out->dtype()))));
      }
      to[i % samples * rates + i / samples] = sample;
    }
  });
  OPGRAFT_RETURN_IF_ERROR(context->status());
  CastFunction(DT_DOUBLE, out->dtype()).Run(wide_out.data(), out->data(), out->NumElements());
  return absl::OkStatus();
}

template <class Source>
class PoissonOp : public SamplingOp<Source> {
 public:
  using SamplingOp<Source>::SamplingOp;

 protected:
  absl::Status Fill(OpKernelContext* context, const Tensor& rate,
                    const random::PhiloxRandom& numbers, Tensor* out) const override {
    return FillPoisson(context, rate, numbers, out);
  }
};

#define REGISTER_OF(R, T)                                  \
  REGISTER_KERNEL_BUILDER(Name("RandomPoissonV2")          \
                              .Device(DEVICE_CPU)          \
                              .TypeConstraint<R>("R")      \
                              .TypeConstraint<T>("dtype"), \
                          PoissonOp<SeededSource>);        \
  REGISTER_KERNEL_BUILDER(Name("StatelessRandomPoisson")   \
                              .Device(DEVICE_CPU)          \
                              .TypeConstraint<R>("Rtype")  \
                              .TypeConstraint<T>("dtype"), \
                          PoissonOp<SeedsSource>);
#define REGISTER(R)      \
  REGISTER_OF(R, half)   \
  REGISTER_OF(R, float)  \
  REGISTER_OF(R, double) \
  REGISTER_OF(R, int32)  \
  REGISTER_OF(R, int64)
#define REGISTER_OLD(T)                                                                        \
  REGISTER_KERNEL_BUILDER(Name("RandomPoisson").Device(DEVICE_CPU).TypeConstraint<T>("dtype"), \
                          PoissonOp<SeededSource>);
TF_CALL_half(REGISTER_OLD);
TF_CALL_float(REGISTER_OLD);
TF_CALL_double(REGISTER_OLD);
#undef REGISTER_OLD
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER
#undef REGISTER_OF

}  // namespace
}  // namespace opgraft_internal
