// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// erf and erfc of float as straight-line code that compilers vectorise. erf is within 2 units in
// the last place, erfc within 5; NaN stays NaN.
//
// The coefficients are those of the Cephes Mathematical Library, Copyright 1984-2000 by Stephen L.
// Moshier (see NOTICE).
#ifndef KERNELS_LOOPS_SCALAR_ERF_H_
#define KERNELS_LOOPS_SCALAR_ERF_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"
#include "kernels/loops/scalar_math.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// erf(x) - x for |x| < 1. Without the x, which is exact, it is small and so is what rounding costs.
OPGRAFT_INLINE float ErfNearZeroRest(float x) {
  const float z = x * x;
  float p = 7.853861353153693e-5f;
  p = p * z + -8.010193625184903e-4f;
  p = p * z + 5.188327685732524e-3f;
  p = p * z + -2.685381193529856e-2f;
  p = p * z + 1.128358514861418e-1f;
  p = p * z + -3.761262582423300e-1f;
  p = p * z + 1.28379165726710e-1f;
  return x * p;
}

// erfc(a) for a >= 1, which is exp(-a^2) / a times a polynomial of 1 / a^2. What is lost when a is
// squared is kept apart: of exp(-100) it would be the last 7 bits.
OPGRAFT_INLINE float ErfcTail(float a) {
  a = a > 11.0f ? 11.0f : a;  // 0 from there on
  const float high = BitCast<float>(BitCast<uint32_t>(a) & 0xfffff000u);
  const float low = a - high;
  const float square = a * a;
  const float square_rest = ((high * high - square) + 2.0f * high * low) + low * low;
  const float q = 1.0f / a;
  const float y = q * q;
  float near = 2.326819970068386e-2f;
  near = near * y + -1.387039388740657e-1f;
  near = near * y + 3.687424674597105e-1f;
  near = near * y + -5.824733027278666e-1f;
  near = near * y + 6.210004621745983e-1f;
  near = near * y + -4.944515323274145e-1f;
  near = near * y + 3.404879937665872e-1f;
  near = near * y + -2.741127028184656e-1f;
  near = near * y + 5.638259427386472e-1f;
  float far = -1.047766399936249e+1f;
  far = far * y + 1.297719955372516e+1f;
  far = far * y + -7.495518717768503e+0f;
  far = far * y + 2.921019019210786e+0f;
  far = far * y + -1.015265279202700e+0f;
  far = far * y + 4.218463358204948e-1f;
  far = far * y + -2.820767439740514e-1f;
  far = far * y + 5.641895067754075e-1f;
  const float p = (a < 2.0f ? near : far) * q;
  return Exp(-square) * (p - p * square_rest);
}

// Near 0 by ErfNearZeroRest, elsewhere by ErfcTail: both are computed, and one is taken, so that
// loops over them are vectorised.
OPGRAFT_INLINE float Erf(float x) {
  const float a = Abs(x);
  const float far = CopySign(1.0f - ErfcTail(a), x);
  return a < 1.0f ? x + ErfNearZeroRest(x) : far;
}

OPGRAFT_INLINE float Erfc(float x) {
  const float a = Abs(x);
  const float tail = ErfcTail(a);
  const float far = x < 0.0f ? 2.0f - tail : tail;
  return a < 1.0f ? (1.0f - x) - ErfNearZeroRest(x) : far;
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_SCALAR_ERF_H_
