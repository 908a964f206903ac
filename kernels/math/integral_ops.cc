// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that are defined by an integral: Dawson's, the exponential integral, the dilogarithm
// and Fresnel's. All in double, by series, asymptotic series and continued fractions (M. Abramowitz
// and I. Stegun, Handbook of Mathematical Functions, chapters 5, 7 and 27).
#include <cmath>
#include <complex>
#include <limits>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// More than any of the series and fractions here needs, for arguments in its range.
constexpr int kMaxTerms = 1000;

// exp(-x^2) times the integral of exp(t^2) from 0 to x. Near 0 the integral is a series of positive
// terms, x^(2k+1) / (k! (2k+1)); far from it the whole is 1/(2x) times the sum of
// (2k-1)!! / (2x^2)^k, whose terms shrink until k is about x^2.
double Dawson(double x) {
  const double square = x * x;
  if (!(square < 40)) {
    double term = 1, sum = 1;
    for (int k = 1; term > kEpsilon * sum && k < square; ++k)
      sum += term *= (2 * k - 1) / (2 * square);
    return sum / (2 * x);
  }
  double term = x, sum = x;
  for (int k = 1; std::abs(term) > kEpsilon * std::abs(sum) && k < kMaxTerms; ++k) {
    term *= square / k;
    sum += term / (2 * k + 1);
  }
  return std::exp(-square) * sum;
}

// The principal value of the integral of exp(t) / t up to x; NaN below 0 and, as TensorFlow's, at
// infinity. Below 40 by the series ln(x) + Euler's constant + x^k / (k k!), above by the asymptotic
// one, exp(x) / x times the sum of k! / x^k.
double ExponentialIntegral(double x) {
  constexpr double kEuler = 0.57721566490153286061;
  if (!(x >= 0) || std::isinf(x)) return kNan;
  if (x == 0) return -std::numeric_limits<double>::infinity();
  double term = 1, sum = 0;
  if (x >= 40) {
    for (int k = 1; term > kEpsilon * sum && k <= x; ++k) {
      sum += term;
      term *= k / x;
    }
    return std::exp(x) / x * sum;
  }
  for (int k = 1; term > kEpsilon * sum * 0.01 && k < kMaxTerms; ++k) {
    term *= x / k;
    sum += term / k;
  }
  return kEuler + std::log(x) + sum;
}

// The dilogarithm of 1 - x; NaN below 0 and, as TensorFlow's, at infinity. Within a factor of 2 of
// 1 with u = -ln(x) it is u - u^2/4 + the sum of B(2k) u^(2k+1) / (2k+1)!, with Bernoulli's numbers
// B; elsewhere it comes from there by Euler's reflection and by inversion.
double Dilogarithm(double x) {
  static constexpr double kTerms[] = {2.77777777777777762e-02, -2.77777777777777778e-04,
                                      4.72411186696900978e-06, -9.18577307466196408e-08,
                                      1.89788699889710005e-09, -4.06476164514422560e-11,
                                      8.92169102045645230e-13, -1.99392958607210744e-14,
                                      4.51898002961991825e-16, -1.03565176121812472e-17};
  if (!(x >= 0) || std::isinf(x)) return kNan;
  if (x == 0) return kPi * kPi / 6;
  const double log = std::log(x);
  if (x > 2) return -Dilogarithm(1 / x) - 0.5 * log * log;
  if (x < 0.5) return kPi * kPi / 6 - log * std::log1p(-x) - Dilogarithm(1 - x);
  const double u = -log, square = u * u;
  double power = u * square, sum = u - 0.25 * square;
  for (const double term : kTerms) {
    sum += term * power;
    power *= square;
  }
  return sum;
}

// The integral of exp(i pi/2 t^2) from 0 to x >= 0: Fresnel's C + i S. Near 0 by its series; from
// 1.5 on by the continued fraction of erfc(z), z = (1 - i) sqrt(pi)/2 x, evaluated as Lentz and
// Thompson do.
std::complex<double> Fresnel(double x) {
  using Complex = std::complex<double>;
  const double turned = kPi * x * x;
  if (x < 1.5) {
    // Terms x (i turned/2)^k / (k! (2k+1)).
    Complex term = x, sum = x;
    for (int k = 1; std::abs(term) > kEpsilon * kEpsilon * x && k < kMaxTerms; ++k) {
      term *= Complex(0, turned / (2 * k));
      sum += term / static_cast<double>(2 * k + 1);
    }
    return sum;
  }
  if (std::isinf(x)) return {0.5, 0.5};
  Complex b(1, -turned);
  Complex c = std::numeric_limits<double>::max();
  Complex d = 1.0 / b;
  Complex fraction = d;
  for (int k = 1; k < kMaxTerms; k += 2) {
    const double a = -static_cast<double>(k) * (k + 1);
    b += 4;
    d = 1.0 / (a * d + b);
    c = b + a / c;
    const Complex step = c * d;
    fraction *= step;
    if (std::abs(step - 1.0) < kEpsilon) break;
  }
  const Complex rest = Complex(x, -x) * fraction * std::polar(1.0, 0.5 * turned);
  return Complex(0.5, 0.5) * (1.0 - rest);
}

#define FUNCTION(op, expression)                            \
  struct op##Function {                                     \
    template <typename T>                                   \
    static T Apply(T x_given) {                             \
      const double x = x_given;                             \
      return x != x ? x_given : static_cast<T>(expression); \
    }                                                       \
  };
FUNCTION(Dawsn, Dawson(x))
FUNCTION(Expint, ExponentialIntegral(x))
FUNCTION(Spence, Dilogarithm(x))
FUNCTION(FresnelCos, std::copysign(Fresnel(std::abs(x)).real(), x))
FUNCTION(FresnelSin, std::copysign(Fresnel(std::abs(x)).imag(), x))
#undef FUNCTION

#define REGISTER_FUNCTION(op, T)                                                           \
  REGISTER_KERNEL_BUILDER(Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryFunctionOp<&FindScalarLoop<op##Function, float, double>, 500>);
#define REGISTER(T)                \
  REGISTER_FUNCTION(Dawsn, T)      \
  REGISTER_FUNCTION(Expint, T)     \
  REGISTER_FUNCTION(Spence, T)     \
  REGISTER_FUNCTION(FresnelCos, T) \
  REGISTER_FUNCTION(FresnelSin, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
