// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// + - * of elements: unsigned integers wrap around (signed ones are treated as unsigned), complex
// numbers by the school's formula, as TensorFlow's.
#ifndef KERNELS_LOOPS_SCALAR_ARITHMETIC_H_
#define KERNELS_LOOPS_SCALAR_ARITHMETIC_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// What T is computed in: small integers would be promoted to int, which must not overflow.
// Example: Times<uint16_t>(65535, 65535) is computed in uint32_t, where it wraps; in int it would
// overflow.
template <typename T>
struct Computed {
  using Type = T;
};
template <>
struct Computed<uint8_t> {
  using Type = uint32_t;
};
template <>
struct Computed<uint16_t> {
  using Type = uint32_t;
};

// Sums, differences and products; integers wrap around.
template <typename T>
OPGRAFT_INLINE T Plus(T a, T b) {
  using C = typename Computed<T>::Type;
  return static_cast<T>(static_cast<C>(a) + static_cast<C>(b));
}
template <typename T>
OPGRAFT_INLINE T Minus(T a, T b) {
  using C = typename Computed<T>::Type;
  return static_cast<T>(static_cast<C>(a) - static_cast<C>(b));
}
template <typename T>
OPGRAFT_INLINE T Times(T a, T b) {
  using C = typename Computed<T>::Type;
  return static_cast<T>(static_cast<C>(a) * static_cast<C>(b));
}

template <typename T>
OPGRAFT_INLINE Complex<T> Plus(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename T>
OPGRAFT_INLINE Complex<T> Minus(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename T>
OPGRAFT_INLINE Complex<T> Times(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// NaN if either is NaN; of equal ones the second.
template <typename T>
OPGRAFT_INLINE T Larger(T a, T b) {
  if constexpr (kIsFloat<T>) return ((a > b) | (a != a)) ? a : b;
  return a > b ? a : b;
}
// NaN if either is NaN; of equal ones the second.
template <typename T>
OPGRAFT_INLINE T Smaller(T a, T b) {
  if constexpr (kIsFloat<T>) return ((a < b) | (a != a)) ? a : b;
  return a < b ? a : b;
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_SCALAR_ARITHMETIC_H_
