// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_RANDOM_TRUNCATED_NORMAL_SAMPLER_H_
#define KERNELS_RANDOM_TRUNCATED_NORMAL_SAMPLER_H_

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "framework/kernel/random_distributions.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The parameters of a normal distribution that is cut off.
template <typename T>
struct TruncatedNormalParameters {
  T mean, deviation, min, max;
};

// Samples of a normal distribution within bounds (Robert, "Simulation of truncated normal
// variables", 1995): by rejection of normal, uniform or exponential numbers, whichever are thrown
// away least. All is computed, and numbers are taken, in TensorFlow's order. `Store` is called with
// the place of a sample and the sample.
//
// Which way is taken depends on where the bounds lie, in deviations from the mean:
//
//     min ---- mean ---- max     one of them far from the mean: normal numbers, tried until
//                                one is inside
//       mean   min -- max        close together: uniform numbers, kept with the probability
//                                that the density at that place has of its highest one
//       mean   min ------- max   far out: exponential numbers from min on, kept likewise
//
// A value; const uses are thread-safe.
template <typename T>
class TruncatedNormalSampler {
 public:
  // INVALID_ARGUMENT if no number can be drawn.
  static absl::Status Check(const TruncatedNormalParameters<T>& p) {
    if (p.deviation > Of(0) && p.min < p.max &&
        (std::isfinite(Wide(p.min)) || std::isfinite(Wide(p.max))))
      return absl::OkStatus();
    return absl::InvalidArgumentError("Invalid parameters");
  }

  // A side that is not bounded, or lies below the mean, becomes the upper one by turning all round.
  explicit TruncatedNormalSampler(TruncatedNormalParameters<T> p) {
    if ((std::isinf(Wide(p.min)) && p.min < Of(0)) || p.max < p.mean) {
      std::swap(p.min, p.max);
      p.deviation = -p.deviation;
    }
    mean_ = p.mean;
    deviation_ = p.deviation;
    min_ = (p.min - p.mean) / p.deviation;
    max_ = (p.max - p.mean) / p.deviation;
  }

  // Draws `count` samples. INTERNAL if a thousand numbers in a row are thrown away.
  template <typename Store>
  absl::Status Draw(int64_t count, random::PhiloxRandom* numbers, const Store& store) const {
    const T far = Of(1.3);
    if ((min_ < -far && max_ >= Of(0)) || (max_ > far && min_ <= Of(0)))
      return DrawNormal(count, numbers, store);
    const T root = Of(std::sqrt(Wide(T(min_ * min_) + Of(4))));
    const T cutoff = Of(2) * Exp(Of(0.5) + (min_ * (min_ - root)) / Of(4)) / (min_ + root);
    if (max_ - min_ < cutoff) return DrawUniform(count, numbers, store);
    return DrawExponential((min_ + root) / Of(2), count, numbers, store);
  }

 private:
  static constexpr int kMaxTries = 1000;
  // Two bytes are computed in a float, and rounded at each step.
  using Wide = std::conditional_t<sizeof(T) == 2, float, T>;
  // A constant, rounded to T as TensorFlow does it.
  static T Of(double x) { return static_cast<T>(static_cast<Wide>(x)); }
  static T Exp(T x) { return static_cast<T>(std::exp(Wide(x))); }
  using Uniform = random::UniformDistribution<random::PhiloxRandom, T>;

  static absl::Status NoSample() {
    return absl::InternalError("TruncatedNormal rejection sampler failed to accept a sample.");
  }
  // From deviations to numbers of the distribution.
  T Scaled(T z) const { return z * deviation_ + mean_; }

  // The three ways to draw; each gives up after kMaxTries numbers that did not fit.
  template <typename Store>
  absl::Status DrawNormal(int64_t count, random::PhiloxRandom* numbers, const Store& store) const {
    random::NormalDistribution<random::PhiloxRandom, T> normal;
    int tries = 0;
    for (int64_t i = 0; i < count;) {
      const auto drawn = normal(numbers);
      for (int k = 0; k < drawn.size() && i < count; ++k) {
        if (drawn[k] >= min_ && drawn[k] <= max_) {
          store(i++, Scaled(drawn[k]));
          tries = 0;
        } else if (++tries > kMaxTries) {
          return NoSample();
        }
      }
    }
    return absl::OkStatus();
  }

  template <typename Store>
  absl::Status DrawUniform(int64_t count, random::PhiloxRandom* numbers, const Store& store) const {
    Uniform uniform;
    const T width = max_ - min_;
    const T peak = min_ < Of(0) ? Of(0) : T(min_ * min_);
    int tries = 0;
    for (int64_t i = 0; i < count;) {
      const auto drawn = uniform(numbers);
      const auto limits = uniform(numbers);
      for (int k = 0; k < drawn.size() && i < count; ++k) {
        const T z = drawn[k] * width + min_;
        if (limits[k] <= Exp((peak - z * z) / Of(2.0))) {
          store(i++, Scaled(z));
          tries = 0;
        } else if (++tries >= kMaxTries) {
          return NoSample();
        }
      }
    }
    return absl::OkStatus();
  }

  template <typename Store>
  absl::Status DrawExponential(T alpha, int64_t count, random::PhiloxRandom* numbers,
                               const Store& store) const {
    Uniform uniform;
    int tries = 0;
    for (int64_t i = 0; i < count;) {
      const auto drawn = uniform(numbers);
      for (int k = 0; k + 1 < drawn.size() && i < count; k += 2) {
        const T z = -Of(std::log(Wide(drawn[k]))) / alpha + min_;
        const T x = min_ < alpha ? T(alpha - z) : T(min_ - alpha);
        if (drawn[k + 1] <= Exp(-x * x / Of(2.0)) && z < max_) {
          store(i++, Scaled(z));
          tries = 0;
        } else if (++tries >= kMaxTries) {
          return NoSample();
        }
      }
    }
    return absl::OkStatus();
  }

  // The bounds are in deviations from the mean.
  T mean_, deviation_, min_, max_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_RANDOM_TRUNCATED_NORMAL_SAMPLER_H_
