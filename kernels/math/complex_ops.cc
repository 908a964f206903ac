// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Between complex numbers and their parts.
#include <complex>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

struct ComplexFunction {
  template <typename T>
  static std::complex<T> Apply(T real, T imag) {
    return {real, imag};
  }
};

struct ConjFunction {
  template <typename T>
  static std::complex<T> Apply(std::complex<T> x) {
    return std::conj(x);
  }
};

struct RealFunction {
  template <typename T>
  static T Apply(std::complex<T> x) {
    return x.real();
  }
};

struct ImagFunction {
  template <typename T>
  static T Apply(std::complex<T> x) {
    return x.imag();
  }
};

struct AngleFunction {
  template <typename T>
  static T Apply(std::complex<T> x) {
    return std::arg(x);
  }
};

struct ComplexAbsFunction {
  template <typename T>
  static T Apply(std::complex<T> x) {
    return std::abs(x);
  }
};

#define REGISTER_PART(op, In, Out, ns)                                                  \
  REGISTER_KERNEL_BUILDER(                                                              \
      Name(#op).Device(DEVICE_CPU).TypeConstraint<In>("T").TypeConstraint<Out>("Tout"), \
      UnaryFunctionOp<&FindScalarLoop<op##Function, complex64, complex128>, ns>);

#define REGISTER(Part, Whole)                                                                     \
  REGISTER_PART(Real, Whole, Part, 1)                                                             \
  REGISTER_PART(Imag, Whole, Part, 1)                                                             \
  REGISTER_PART(Angle, Whole, Part, 10)                                                           \
  REGISTER_PART(ComplexAbs, Whole, Part, 5)                                                       \
  REGISTER_KERNEL_BUILDER(                                                                        \
      Name("Complex").Device(DEVICE_CPU).TypeConstraint<Part>("T").TypeConstraint<Whole>("Tout"), \
      BinaryFunctionOp<&FindBinaryScalarLoops<ComplexFunction, float, double>, 1>);               \
  REGISTER_KERNEL_BUILDER(                                                                        \
      Name("Conj").Device(DEVICE_CPU).TypeConstraint<Whole>("T").Forwards(0),                     \
      UnaryFunctionOp<&FindScalarLoop<ConjFunction, complex64, complex128>, 1>);
REGISTER(float, complex64)
REGISTER(double, complex128)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
