// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The Bessel functions as Eigen computes them, which are those that TensorFlow has.
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"
#include "unsupported/Eigen/SpecialFunctions"

namespace opgraft_internal {
namespace {

#define FUNCTION(op, function)           \
  struct op##Function {                  \
    template <typename T>                \
    static T Apply(T x) {                \
      return Eigen::numext::function(x); \
    }                                    \
  };
FUNCTION(BesselI0, bessel_i0)
FUNCTION(BesselI0e, bessel_i0e)
FUNCTION(BesselI1, bessel_i1)
FUNCTION(BesselI1e, bessel_i1e)
FUNCTION(BesselJ0, bessel_j0)
FUNCTION(BesselJ1, bessel_j1)
FUNCTION(BesselK0, bessel_k0)
FUNCTION(BesselK0e, bessel_k0e)
FUNCTION(BesselK1, bessel_k1)
FUNCTION(BesselK1e, bessel_k1e)
FUNCTION(BesselY0, bessel_y0)
FUNCTION(BesselY1, bessel_y1)
#undef FUNCTION

#define REGISTER_FUNCTION(op, T)                                                           \
  REGISTER_KERNEL_BUILDER(Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryFunctionOp<&FindScalarLoop<op##Function, float, double>, 20>);
#define REGISTER(T)               \
  REGISTER_FUNCTION(BesselI0, T)  \
  REGISTER_FUNCTION(BesselI0e, T) \
  REGISTER_FUNCTION(BesselI1, T)  \
  REGISTER_FUNCTION(BesselI1e, T) \
  REGISTER_FUNCTION(BesselJ0, T)  \
  REGISTER_FUNCTION(BesselJ1, T)  \
  REGISTER_FUNCTION(BesselK0, T)  \
  REGISTER_FUNCTION(BesselK0e, T) \
  REGISTER_FUNCTION(BesselK1, T)  \
  REGISTER_FUNCTION(BesselK1e, T) \
  REGISTER_FUNCTION(BesselY0, T)  \
  REGISTER_FUNCTION(BesselY1, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
