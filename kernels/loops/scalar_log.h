// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// log as straight-line code that compilers vectorise. Within 2 units in the last place.
//
// The coefficients are those of the Cephes Mathematical Library, Copyright 1984-2000 by Stephen L.
// Moshier (see NOTICE).
#ifndef KERNELS_LOOPS_SCALAR_LOG_H_
#define KERNELS_LOOPS_SCALAR_LOG_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// NaN below 0 and for NaN, minus infinity at 0, infinity at infinity; else `log`.
template <typename T>
OPGRAFT_INLINE T LogOrSpecial(T x, T log) {
  constexpr T kInf = static_cast<T>(__builtin_inf());
  log = x == kInf ? x : log;
  log = x == T{0} ? -kInf : log;
  return !(x >= T{0}) ? static_cast<T>(__builtin_nan("")) : log;
}

// log(x) = e * ln(2) + log(m), x = 2^e * m with m from sqrt(1/2) to sqrt(2). Taking the bits of
// sqrt(1/2) off those of x leaves e in the bits of the exponent. For example 10 = 2^3 * 1.25.
// Denormals are scaled up first.
OPGRAFT_INLINE float Log(float x) {
  constexpr uint32_t kSqrtHalf = 0x3f3504f3u;
  const bool tiny = x < 1.17549435e-38f;
  const uint32_t bits = BitCast<uint32_t>(tiny ? x * 8388608.0f : x);
  const int32_t exponent = static_cast<int32_t>(bits - kSqrtHalf) >> 23;
  const float e = static_cast<float>(exponent) - (tiny ? 23.0f : 0.0f);
  const float r = BitCast<float>(bits - (static_cast<uint32_t>(exponent) << 23)) - 1.0f;
  const float z = r * r;
  float p = 7.0376836292e-2f;
  p = p * r + -1.1514610310e-1f;
  p = p * r + 1.1676998740e-1f;
  p = p * r + -1.2420140846e-1f;
  p = p * r + 1.4249322787e-1f;
  p = p * r + -1.6668057665e-1f;
  p = p * r + 2.0000714765e-1f;
  p = p * r + -2.4999993993e-1f;
  p = p * r + 3.3333331174e-1f;
  const float rest = (p * r * z + e * -2.12194440e-4f) - 0.5f * z;
  return LogOrSpecial(x, (r + rest) + e * 0.693359375f);
}

OPGRAFT_INLINE double Log(double x) {
  constexpr uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdu;
  constexpr uint64_t kOne = 0x3ff0000000000000u;
  const bool tiny = x < 2.2250738585072014e-308;
  const uint64_t bits = BitCast<uint64_t>(tiny ? x * 4503599627370496.0 : x);
  // The exponent plus 1023, which becomes the last bits of 2^52 and so a double.
  const uint64_t exponent = (bits - kSqrtHalf + kOne) >> 52;
  const double e = BitCast<double>(exponent | 0x4330000000000000u) - (4503599627370496.0 + 1023.0) -
                   (tiny ? 52.0 : 0.0);
  const double r = BitCast<double>(bits - ((exponent - 1023u) << 52)) - 1.0;
  const double z = r * r;
  double p = 1.01875663804580931796e-4;
  p = p * r + 4.97494994976747001425e-1;
  p = p * r + 4.70579119878881725854e0;
  p = p * r + 1.44989225341610930846e1;
  p = p * r + 1.79368678507819816313e1;
  p = p * r + 7.70838733755885391666e0;
  double q = r + 1.12873587189167450590e1;
  q = q * r + 4.52279145837532221105e1;
  q = q * r + 8.29875266912776603211e1;
  q = q * r + 7.11544750618563894466e1;
  q = q * r + 2.31251620126765340583e1;
  const double rest = (r * (z * (p / q)) + e * -2.121944400546905827679e-4) - 0.5 * z;
  return LogOrSpecial(x, (r + rest) + e * 0.693359375);
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_SCALAR_LOG_H_
