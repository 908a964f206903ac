// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Unary element-wise ops of one type. A new one: its function in kernels/loops/unary_loops_isa.cc
// if it is worth vectors, or one here, and a REGISTER line.
#include <cmath>
#include <complex>
#include <limits>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

using loops::UnaryFunction;

#define CALL_SIGNED_TYPES(m) TF_CALL_int8(m) TF_CALL_int16(m) TF_CALL_int32(m) TF_CALL_int64(m)

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Neg", kNeg, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Abs", kAbs, T)
TF_CALL_FLOAT_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Square", kSquare, T)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                    \
  OPGRAFT_REGISTER_UNARY("Sqrt", kSqrt, T)             \
  OPGRAFT_REGISTER_UNARY("Rsqrt", kRsqrt, T)           \
  OPGRAFT_REGISTER_UNARY("Reciprocal", kReciprocal, T) \
  OPGRAFT_REGISTER_UNARY("Inv", kReciprocal, T)        \
  OPGRAFT_REGISTER_UNARY("Exp", kExp, T)               \
  OPGRAFT_REGISTER_UNARY("Log", kLog, T)               \
  OPGRAFT_REGISTER_UNARY("Tanh", kTanh, T)             \
  OPGRAFT_REGISTER_UNARY("Sigmoid", kSigmoid, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                          \
  OPGRAFT_REGISTER_UNARY("Floor", kFloor, T) \
  OPGRAFT_REGISTER_UNARY("Ceil", kCeil, T)   \
  OPGRAFT_REGISTER_UNARY("Round", kRint, T)  \
  OPGRAFT_REGISTER_UNARY("Erf", kErf, T)     \
  OPGRAFT_REGISTER_UNARY("Erfc", kErfc, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Rint", kRint, T)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

// Whole numbers are rounded already.
class PassOnOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override { context->set_output(0, context->input(0)); }
};
#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("Round").Device(DEVICE_CPU).TypeConstraint<T>("T"), PassOnOp);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

// NaN of NaN; of complex numbers the direction.
struct SignFunction {
  template <typename T>
  static T Apply(T x) {
    return x != x ? x : static_cast<T>((x > T(0)) - (x < T(0)));
  }
  template <typename T>
  static std::complex<T> Apply(std::complex<T> x) {
    const T size = std::abs(x);
    return size == T(0) ? std::complex<T>(0) : std::complex<T>(x.real() / size, x.imag() / size);
  }
};

#define REGISTER(T)                                                                          \
  REGISTER_KERNEL_BUILDER(                                                                   \
      Name("Sign").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0),                    \
      UnaryFunctionOp<&FindScalarLoop<SignFunction, float, double, int8_t, int16_t, int32_t, \
                                      int64_t, complex64, complex128>,                       \
                      1>);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

// --- Questions ---

struct IsNanFunction {
  template <typename T>
  static bool Apply(T x) {
    return x != x;
  }
};

struct IsInfFunction {
  template <typename T>
  static bool Apply(T x) {
    return std::abs(x) == std::numeric_limits<T>::infinity();
  }
};

struct IsFiniteFunction {
  template <typename T>
  static bool Apply(T x) {
    return std::abs(x) <= std::numeric_limits<T>::max();
  }
};

#define REGISTER_QUESTION(op, T)                                               \
  REGISTER_KERNEL_BUILDER(Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          UnaryFunctionOp<&FindScalarLoop<op##Function, float, double>, 1>);
#define REGISTER(T)           \
  REGISTER_QUESTION(IsNan, T) \
  REGISTER_QUESTION(IsInf, T) \
  REGISTER_QUESTION(IsFinite, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("LogicalNot").Device(DEVICE_CPU).Forwards(0),
                        UnaryOp<UnaryFunction::kLogicalNot>);

}  // namespace
}  // namespace opgraft_internal
