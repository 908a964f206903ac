// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The circular and the hyperbolic functions and what else libm has for real and complex numbers. A
// new one: a FUNCTION line and a REGISTER line.
#include <cmath>
#include <complex>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

#define FUNCTION(op, function) \
  struct op##Function {        \
    template <typename T>      \
    static T Apply(T x) {      \
      return function(x);      \
    }                          \
  };

FUNCTION(Sin, std::sin)
FUNCTION(Cos, std::cos)
FUNCTION(Tan, std::tan)
FUNCTION(Asin, std::asin)
FUNCTION(Acos, std::acos)
FUNCTION(Atan, std::atan)
FUNCTION(Sinh, std::sinh)
FUNCTION(Cosh, std::cosh)
FUNCTION(Asinh, std::asinh)
FUNCTION(Acosh, std::acosh)
FUNCTION(Atanh, std::atanh)

// libm has the next two for real numbers only. For complex ones what is lost when 1 is added, or
// subtracted, is made good by a quotient that loses as much (W. Kahan's way).
template <typename T>
T Log1p(T x) {
  return std::log1p(x);
}
template <typename T>
std::complex<T> Log1p(std::complex<T> x) {
  const std::complex<T> sum = T(1) + x;
  if (sum == std::complex<T>(1)) return x;
  const std::complex<T> log = std::log(sum);
  return std::isfinite(sum.real()) && std::isfinite(sum.imag()) ? x * (log / (sum - T(1))) : log;
}
template <typename T>
T Expm1(T x) {
  return std::expm1(x);
}
template <typename T>
std::complex<T> Expm1(std::complex<T> x) {
  const std::complex<T> power = std::exp(x);
  const std::complex<T> difference = power - T(1);
  if (power == std::complex<T>(1)) return x;
  if (std::abs(x) > T(0.5)) return difference;
  return difference * (x / std::log(power));
}
FUNCTION(Log1p, Log1p)
FUNCTION(Expm1, Expm1)
#undef FUNCTION

#define REGISTER_FUNCTION(op, T)                                       \
  REGISTER_KERNEL_BUILDER(                                             \
      Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      UnaryFunctionOp<&FindScalarLoop<op##Function, float, double, complex64, complex128>, 10>);
#define REGISTER(T)           \
  REGISTER_FUNCTION(Sin, T)   \
  REGISTER_FUNCTION(Cos, T)   \
  REGISTER_FUNCTION(Tan, T)   \
  REGISTER_FUNCTION(Asin, T)  \
  REGISTER_FUNCTION(Acos, T)  \
  REGISTER_FUNCTION(Atan, T)  \
  REGISTER_FUNCTION(Sinh, T)  \
  REGISTER_FUNCTION(Cosh, T)  \
  REGISTER_FUNCTION(Asinh, T) \
  REGISTER_FUNCTION(Acosh, T) \
  REGISTER_FUNCTION(Atanh, T) \
  REGISTER_FUNCTION(Log1p, T) \
  REGISTER_FUNCTION(Expm1, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
