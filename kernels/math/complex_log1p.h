// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_MATH_COMPLEX_LOG1P_H_
#define KERNELS_MATH_COMPLEX_LOG1P_H_

#include <cmath>
#include <complex>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// log(1 + x). Near 0 the real part is log1p(|1 + x|^2 - 1) / 2: in 1 + x itself digits of x are
// lost.
template <typename T>
std::complex<T> ComplexLog1p(std::complex<T> x) {
  if (!(std::abs(x) < T(0.5))) return std::log(T(1) + x);
  const T a = x.real(), b = x.imag();
  return {T(0.5) * std::log1p(a * (T(2) + a) + b * b), std::atan2(b, T(1) + a)};
}

}  // namespace opgraft_internal

#endif  // KERNELS_MATH_COMPLEX_LOG1P_H_
