// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/spectral/real_fft_plan.h"

#include <algorithm>
#include <utility>

#include "framework/types/status_macros.h"

namespace opgraft_internal {

template <typename T>
absl::StatusOr<std::shared_ptr<const RealFftPlan<T>>> RealFftPlan<T>::Make(int64_t n) {
  std::shared_ptr<RealFftPlan> plan(new RealFftPlan(n));
  OPGRAFT_ASSIGN_OR_RETURN(plan->complex_, FftPlan<T>::Make(plan->is_even() ? n / 2 : n));
  if (plan->is_even()) {
    OPGRAFT_RETURN_IF_ERROR(plan->table_.Allocate(n / 2 + 1));
    Complex* const roots = plan->table_.Take(n / 2 + 1);
    for (int64_t k = 0; k <= n / 2; ++k) roots[k] = FftPlan<T>::Root(k, n);
    plan->roots_ = roots;
  }
  return std::shared_ptr<const RealFftPlan>(std::move(plan));
}

// With z = even + i odd, what is transformed of the two is the symmetric and the antisymmetric part
// of the transform of z.
template <typename T>
void RealFftPlan<T>::Forward(const T* in, Complex* out, Complex* scratch) const {
  Complex* const z = scratch;
  if (!is_even()) {
    for (int64_t k = 0; k < n_; ++k) z[k] = {in[k], 0};
    complex_->Run(z, scratch + n_);
    std::copy(z, z + n_ / 2 + 1, out);
    return;
  }
  const int64_t half = n_ / 2;
  for (int64_t k = 0; k < half; ++k) z[k] = {in[2 * k], in[2 * k + 1]};
  complex_->Run(z, scratch + n_);
  for (int64_t k = 0; k <= half; ++k) {
    const Complex a = z[k == half ? 0 : k], b = z[k == 0 ? 0 : half - k];
    const Complex even = {(a.re + b.re) / 2, (a.im - b.im) / 2};
    const Complex odd = {(a.im + b.im) / 2, (b.re - a.re) / 2};
    const Complex root = roots_[k];
    out[k] = {even.re + (odd.re * root.re - odd.im * root.im),
              even.im + (odd.re * root.im + odd.im * root.re)};
  }
}

// The same backwards; the inverse of z is made of its conjugate.
template <typename T>
void RealFftPlan<T>::Backward(const Complex* in, T* out, Complex* scratch) const {
  if (!is_even()) return BackwardOdd(in, out, scratch);
  Complex* const z = scratch;
  const T scale = T{1} / static_cast<T>(n_);
  const int64_t half = n_ / 2;
  for (int64_t k = 0; k < half; ++k) {
    // Both ends are real.
    const Complex a = {in[k].re, k == 0 ? 0 : in[k].im};
    const Complex b = {in[half - k].re, k == 0 ? 0 : in[half - k].im};
    const Complex even = {a.re + b.re, a.im - b.im}, difference = {a.re - b.re, a.im + b.im};
    const Complex root = roots_[k];
    const Complex odd = {difference.re * root.re + difference.im * root.im,
                         difference.im * root.re - difference.re * root.im};
    z[k] = {even.re - odd.im, -(even.im + odd.re)};
  }
  complex_->Run(z, scratch + n_);
  for (int64_t k = 0; k < half; ++k) {
    out[2 * k] = z[k].re * scale;
    out[2 * k + 1] = -z[k].im * scale;
  }
}

template <typename T>
void RealFftPlan<T>::BackwardOdd(const Complex* in, T* out, Complex* scratch) const {
  Complex* const z = scratch;
  const T scale = T{1} / static_cast<T>(n_);
  z[0] = {in[0].re, 0};
  for (int64_t k = 1; k <= n_ / 2; ++k) {
    z[k] = {in[k].re, -in[k].im};
    z[n_ - k] = in[k];
  }
  complex_->Run(z, scratch + n_);
  for (int64_t k = 0; k < n_; ++k) out[k] = z[k].re * scale;
}

template class RealFftPlan<float>;
template class RealFftPlan<double>;

}  // namespace opgraft_internal
