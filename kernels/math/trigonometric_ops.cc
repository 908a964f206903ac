// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The circular and the hyperbolic functions and what else libm has for real and complex numbers. A
// new one: a FUNCTION line and a REGISTER line.
#include <cmath>
#include <complex>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"
#include "kernels/math/complex_log1p.h"

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

// libm has the next two for real numbers only.
template <typename T>
T Log1p(T x) {
  return std::log1p(x);
}
template <typename T>
std::complex<T> Log1p(std::complex<T> x) {
  return ComplexLog1p(x);
}
template <typename T>
T Expm1(T x) {
  return std::expm1(x);
}
// exp(a) * cos(b) - 1 is expm1(a) - exp(a) * (1 - cos(b)), where nothing is lost near 0.
template <typename T>
std::complex<T> Expm1(std::complex<T> x) {
  const T half_sine = std::sin(x.imag() / T(2));
  const T power = std::exp(x.real());
  return {std::expm1(x.real()) - power * T(2) * half_sine * half_sine, power * std::sin(x.imag())};
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
