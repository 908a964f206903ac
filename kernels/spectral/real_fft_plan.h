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

// Transforms of real numbers, of which the first n / 2 + 1 results say all. For an even n
// neighbours are one complex number each, so that the transform has half the length. Immutable, so
// thread-safe.
template <typename T>
class RealFftPlan {
 public:
  using Complex = FftComplex<T>;

  // RESOURCE_EXHAUSTED. REQUIRES: n > 0.
  static absl::StatusOr<std::shared_ptr<const RealFftPlan>> Make(int64_t n);

  int64_t size() const { return n_; }
  int64_t scratch_size() const { return n_ + complex_->scratch_size(); }
  double cost() const { return complex_->cost() + 3 * static_cast<double>(n_); }
  bool is_small() const { return table_.is_small() && complex_->is_small(); }

  // `in` has n numbers, `out` n / 2 + 1, `scratch` scratch_size().
  void Forward(const T* in, Complex* out, Complex* scratch) const;
  // The inverse; what of `in` no real numbers can give is left out.
  void Backward(const Complex* in, T* out, Complex* scratch) const;

 private:
  explicit RealFftPlan(int64_t n) : n_(n) {}
  bool is_even() const { return n_ % 2 == 0; }

  const int64_t n_;
  std::shared_ptr<const FftPlan<T>> complex_;  // of n / 2 or n
  FftTable<T> table_;
  const Complex* roots_ = nullptr;  // of 1, n / 2 + 1 of n; for an even n
};

extern template class RealFftPlan<float>;
extern template class RealFftPlan<double>;

}  // namespace opgraft_internal

#endif  // KERNELS_SPECTRAL_REAL_FFT_PLAN_H_
