// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Special functions as Eigen computes them, which are those that TensorFlow has. The Bessel
// functions are in bessel_ops.cc, what takes two or three numbers in gamma_ops.cc.
#include <limits>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"
#include "unsupported/Eigen/SpecialFunctions"

namespace opgraft_internal {
namespace {

struct LgammaFunction {
  template <typename T>
  static T Apply(T x) {
    return Eigen::numext::lgamma(x);
  }
};

struct DigammaFunction {
  template <typename T>
  static T Apply(T x) {
    return x == -std::numeric_limits<T>::infinity() ? std::numeric_limits<T>::quiet_NaN()
                                                    : Eigen::numext::digamma(x);
  }
};

// NaN outside of [0, 1].
struct NdtriFunction {
  template <typename T>
  static T Apply(T x) {
    return x >= T(0) && x <= T(1) ? Eigen::numext::ndtri(x) : std::numeric_limits<T>::quiet_NaN();
  }
};

// erf(z) = 2 * Phi(z * sqrt(2)) - 1 of the normal distribution's Phi.
struct ErfinvFunction {
  template <typename T>
  static T Apply(T x) {
    return NdtriFunction::Apply(T(0.5) * (x + T(1))) * T(0.70710678118654752440);
  }
};

#define REGISTER_FUNCTION(op, T)                                                           \
  REGISTER_KERNEL_BUILDER(Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryFunctionOp<&FindScalarLoop<op##Function, float, double>, 20>);
#define REGISTER(T)             \
  REGISTER_FUNCTION(Lgamma, T)  \
  REGISTER_FUNCTION(Digamma, T) \
  REGISTER_FUNCTION(Ndtri, T)   \
  REGISTER_FUNCTION(Erfinv, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
