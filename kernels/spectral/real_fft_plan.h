// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPECTRAL_REAL_FFT_PLAN_H_
#define KERNELS_SPECTRAL_REAL_FFT_PLAN_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"
#include "kernels/spectral/fft_plan.h"

namespace opgraft_internal {

// Transforms of real numbers, of which the first n / 2 + 1 results say all: result n - k is the
// conjugate of result k. For an even n neighbours are one complex number each, so that the
// transform has half the length. Immutable, so thread-safe.
//
// Example: of n = 4 numbers a b c d the two complex ones are z = (a + bi, c + di). With Z for their
// transform, result k is E[k] + w^k O[k], where w = exp(-2 pi i / 4), and E and O, the transforms
// of (a, c) and (b, d), are the symmetric and the antisymmetric part of Z. Backward does these
// steps in reverse order.
template <typename T>
class RealFftPlan {
 public:
  using Complex = FftComplex<T>;

  // RESOURCE_EXHAUSTED. REQUIRES: n > 0.
  static absl::StatusOr<std::shared_ptr<const RealFftPlan>> Make(int64_t n);

  int64_t size() const { return n_; }
  // Complex numbers that Forward and Backward need to work in; each thread has its own.
  int64_t scratch_size() const { return n_ + complex_->scratch_size(); }
  // About how many nanoseconds a transform takes.
  double cost() const { return complex_->cost() + 3 * static_cast<double>(n_); }
  // Whether the plan takes so little memory that a cache may keep it.
  bool is_small() const { return table_.is_small() && complex_->is_small(); }

  // `in` has n numbers, `out` n / 2 + 1, `scratch` scratch_size().
  void Forward(const T* in, Complex* out, Complex* scratch) const;
  // The inverse; what of `in` no real numbers can give is left out.
  void Backward(const Complex* in, T* out, Complex* scratch) const;

 private:
  explicit RealFftPlan(int64_t n) : n_(n) {}
  bool is_even() const { return n_ % 2 == 0; }
  // Backward, by a complex transform of the whole length.
  void BackwardOdd(const Complex* in, T* out, Complex* scratch) const;

  const int64_t n_;
  std::shared_ptr<const FftPlan<T>> complex_;  // of n / 2 or n
  FftTable<T> table_;
  // The first n / 2 + 1 of the n roots of 1; for an even n.
  const Complex* roots_ = nullptr;
};

extern template class RealFftPlan<float>;
extern template class RealFftPlan<double>;

}  // namespace opgraft_internal

#endif  // KERNELS_SPECTRAL_REAL_FFT_PLAN_H_
