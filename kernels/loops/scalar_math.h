// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// exp, tanh and the logistic function as straight-line code that compilers vectorise: calls of libm
// do not. Within 2 units in the last place, NaN stays NaN, no multiply-add: the same bits on every
// machine.
//
// The coefficients of exp and tanh are those of the Cephes Mathematical Library, Copyright
// 1984-2000 by Stephen L. Moshier (see NOTICE).
#ifndef KERNELS_LOOPS_SCALAR_MATH_H_
#define KERNELS_LOOPS_SCALAR_MATH_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// exp(x) = 2^n * exp(r), |r| <= ln(2) / 2. 2^n is multiplied in two steps, so that neither
// overflows and small results are rounded once. Adding 1.5 * 2^23 (2^52) rounds to an integer and
// leaves it in the low bits. For example exp(10): 10 / ln(2) = 14.43, so n = 14 and r = 0.296.
// `*rest` is the exact value minus the result, to about a third of its last place.
OPGRAFT_INLINE float Exp(float x, float* rest) {
  constexpr float kRounder = 12582912.0f;
  x = x > 89.0f ? 89.0f : x;
  x = x < -105.0f ? -105.0f : x;
  const float shifted = x * 1.44269504f + kRounder;
  const float n = shifted - kRounder;
  const float r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  const float t = p * (r * r) + r;
  const float y = 1.0f + t;
  const int32_t exponent =
      static_cast<int32_t>(BitCast<uint32_t>(shifted) - BitCast<uint32_t>(kRounder));
  const int32_t half = exponent >> 1;
  const uint32_t low = static_cast<uint32_t>(half) + 127u;
  const uint32_t high = static_cast<uint32_t>(exponent) - static_cast<uint32_t>(half) + 127u;
  *rest = (t - (y - 1.0f)) * BitCast<float>(low << 23) * BitCast<float>(high << 23);
  return y * BitCast<float>(low << 23) * BitCast<float>(high << 23);
}

// The same in double, where exp(r) is 1 + 2 p / (q - p) with polynomials p and q of r.
OPGRAFT_INLINE double Exp(double x, double* rest) {
  constexpr double kRounder = 6755399441055744.0;
  x = x > 710.0 ? 710.0 : x;
  x = x < -746.0 ? -746.0 : x;
  const double shifted = x * 1.4426950408889634074 + kRounder;
  const double n = shifted - kRounder;
  const double r = (x - n * 6.93145751953125e-1) - n * 1.42860682030941723212e-6;
  const double z = r * r;
  const double p = r * ((1.26177193074810590878e-4 * z + 3.02994407707441961300e-2) * z +
                        9.99999999999999999910e-1);
  const double q = ((3.00198505138664455042e-6 * z + 2.52448340349684104192e-3) * z +
                    2.27265548208155028766e-1) *
                       z +
                   2.0;
  const double t = 2.0 * (p / (q - p));
  const double y = 1.0 + t;
  const uint64_t exponent = BitCast<uint64_t>(shifted) - BitCast<uint64_t>(kRounder);
  const uint64_t half = BitCast<uint64_t>(n * 0.5 + kRounder) - BitCast<uint64_t>(kRounder);
  const uint64_t low = half + 1023u;
  const uint64_t high = exponent - half + 1023u;
  *rest = (t - (y - 1.0)) * BitCast<double>(low << 52) * BitCast<double>(high << 52);
  return y * BitCast<double>(low << 52) * BitCast<double>(high << 52);
}

template <typename T>
OPGRAFT_INLINE T Exp(T x) {
  T rest;
  return Exp(x, &rest);
}

// Functions that are one instruction each.
OPGRAFT_INLINE float Abs(float x) { return __builtin_fabsf(x); }
OPGRAFT_INLINE double Abs(double x) { return __builtin_fabs(x); }
OPGRAFT_INLINE float CopySign(float x, float sign) { return __builtin_copysignf(x, sign); }
OPGRAFT_INLINE double CopySign(double x, double sign) { return __builtin_copysign(x, sign); }
OPGRAFT_INLINE float Sqrt(float x) { return __builtin_sqrtf(x); }
OPGRAFT_INLINE double Sqrt(double x) { return __builtin_sqrt(x); }

// tanh(a) for 0 <= a < 0.625.
OPGRAFT_INLINE float TanhNearZero(float a) {
  const float z = a * a;
  float p = -5.70498872745e-3f;
  p = p * z + 2.06390887954e-2f;
  p = p * z + -5.37397155531e-2f;
  p = p * z + 1.33314422036e-1f;
  p = p * z + -3.33332819422e-1f;
  return a + a * (z * p);
}
OPGRAFT_INLINE double TanhNearZero(double a) {
  const double z = a * a;
  const double p =
      (-9.64399179425052238628e-1 * z + -9.92877231001918586564e1) * z + -1.61468768441708447952e3;
  const double q = ((z + 1.12811678491632931402e2) * z + 2.23548839060100448583e3) * z +
                   4.84406305325125486048e3;
  return a + a * (z * (p / q));
}

// Odd, and exact near 0, where 1 - 2 / (exp(2a) + 1) would cancel out.
template <typename T>
OPGRAFT_INLINE T Tanh(T x) {
  const T a = Abs(x);
  const T near = TanhNearZero(a);
  const T far = T{1} - T{2} / (Exp(a + a) + T{1});
  return CopySign(a < T{0.625} ? near : far, x);
}

// exp(x) - 1 for x <= 0, as 2 t / (1 - t) with t = tanh(x / 2): nothing cancels out near 0.
template <typename T>
OPGRAFT_INLINE T ExpMinusOne(T x) {
  const T t = Tanh(x * T{0.5});
  return (t + t) / (T{1} - t);
}

// 1 / (1 + exp(-x)), without overflow on either side. The roundings of exp and of the sum are made
// good in the quotient.
template <typename T>
OPGRAFT_INLINE T Sigmoid(T x) {
  T rest;
  const T e = Exp(-Abs(x), &rest);
  const T sum = T{1} + e;
  const T sum_rest = (e - (sum - T{1})) + rest;
  const T over = x < T{0} ? e : T{1};
  const T over_rest = x < T{0} ? rest : T{0};
  const T quotient = over / sum;
  return quotient + (over_rest - quotient * sum_rest) / sum;
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_SCALAR_MATH_H_
