// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Pow, and what is made of one of libm's functions of two arguments.
#include <cmath>
#include <complex>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/math/complex_log1p.h"

namespace opgraft_internal {
namespace {

// Squares and cubes are what models take most, and ten times as fast as other powers.
struct PowFunction {
  template <typename T>
  static T Apply(T x, T y) {
    if (y == T(2)) return x * x;
    if (y == T(3)) return x * x * x;
    return std::pow(x, y);
  }
  // By the definition: 0 to the power of 0 is NaN.
  template <typename T>
  static std::complex<T> Apply(std::complex<T> x, std::complex<T> y) {
    const std::complex<T> log = std::log(x);
    return std::exp(std::complex<T>(y.real() * log.real() - y.imag() * log.imag(),
                                    y.real() * log.imag() + y.imag() * log.real()));
  }
};

// The powers of many by one number.
template <typename T>
void PowByScalar(const void* x_data, const void* y_data, void* out_data, int64_t n) {
  const T* x = static_cast<const T*>(x_data);
  const T y = *static_cast<const T*>(y_data);
  T* out = static_cast<T*>(out_data);
  if (y == T(2)) {
    for (int64_t i = 0; i < n; ++i) out[i] = x[i] * x[i];
  } else if (y == T(3)) {
    for (int64_t i = 0; i < n; ++i) out[i] = x[i] * x[i] * x[i];
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = std::pow(x[i], y);
  }
}

loops::BinaryLoops OfPow(DataType dtype) {
  loops::BinaryLoops found =
      FindBinaryScalarLoops<PowFunction, float, double, complex64, complex128>(dtype);
  if (dtype == DT_FLOAT) found.by_operands[loops::kVectorScalar] = &PowByScalar<float>;
  if (dtype == DT_DOUBLE) found.by_operands[loops::kVectorScalar] = &PowByScalar<double>;
  return found;
}

// By squaring, and wrapping around. REQUIRES: y >= 0.
struct IntegerPowFunction {
  template <typename T>
  static T Apply(T x, T y) {
    uint64_t power = 1;
    uint64_t base = static_cast<uint64_t>(x);
    for (uint64_t rest = static_cast<uint64_t>(y); rest != 0; rest >>= 1) {
      if (rest & 1) power *= base;
      base *= base;
    }
    return static_cast<T>(power);
  }
};

struct XlogyFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return x == T(0) ? T(0) : x * std::log(y);
  }
};

struct Xlog1pyFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return x == T(0) ? T(0) : x * std::log1p(y);
  }
  template <typename T>
  static std::complex<T> Apply(std::complex<T> x, std::complex<T> y) {
    return x == std::complex<T>(0) ? x : x * ComplexLog1p(y);
  }
};

struct XdivyFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return x == T(0) ? T(0) : x / y;
  }
};

struct Atan2Function {
  template <typename T>
  static T Apply(T y, T x) {
    return std::atan2(y, x);
  }
};

struct NextAfterFunction {
  template <typename T>
  static T Apply(T from, T to) {
    return std::nextafter(from, to);
  }
};

loops::BinaryLoops OfIntegerPow(DataType dtype) {
  return FindBinaryScalarLoops<IntegerPowFunction, int8_t, int16_t, int32_t, int64_t>(dtype);
}

template <typename T>
class IntegerPowOp : public BinaryOpBase {
 public:
  explicit IntegerPowOp(OpKernelConstruction* context) : BinaryOpBase(context, &OfIntegerPow, 5) {}

  void Compute(OpKernelContext* context) override {
    const bool nothing_computed = context->input(0).NumElements() == 0;
    OP_REQUIRES(context, nothing_computed || !HasNegative(context->input(1)),
                absl::InvalidArgumentError("Integers to negative integer powers are not allowed"));
    BinaryOpBase::Compute(context);
  }
  ElementLoop scalar_loop() const override { return nullptr; }  // it does not look at signs

 private:
  static bool HasNegative(const Tensor& tensor) {
    const T* values = static_cast<const T*>(tensor.data());
    const int64_t n = tensor.NumElements();
    bool negative = false;
    for (int64_t i = 0; i < n; ++i) negative |= values[i] < 0;
    return negative;
  }
};

// |x - y| < tolerance, of tensors of one shape.
template <typename T>
class ApproximateEqualOp : public OpKernel {
 public:
  explicit ApproximateEqualOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("tolerance", &tolerance_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    const TensorShape& other = context->input(1).shape();
    OP_REQUIRES(context, shape == other,
                absl::InvalidArgumentError(absl::StrCat(
                    "x and y must be of the same shape. x shape: ", shape.DebugString(),
                    ". y shape: ", other.DebugString())));
    const T* x = static_cast<const T*>(context->input(0).data());
    const T* y = static_cast<const T*>(context->input(1).data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    bool* to = static_cast<bool*>(out->data());
    const T tolerance = static_cast<T>(tolerance_);
    ShardElements(context, out->NumElements(), 0.5, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = std::abs(x[i] - y[i]) < tolerance;
    });
  }

 private:
  float tolerance_ = 0;
};

#define REGISTER_POW(T, ...) \
  REGISTER_KERNEL_BUILDER(   \
      Name("Pow").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), __VA_ARGS__);
#define REGISTER_FUNCTION(op, T, ns, ...)                                          \
  REGISTER_KERNEL_BUILDER(                                                         \
      Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      BinaryFunctionOp<&FindBinaryScalarLoops<op##Function, float, double __VA_ARGS__>, ns>);
#define AND_COMPLEX , complex64, complex128

#define REGISTER(T)                              \
  REGISTER_POW(T, BinaryFunctionOp<&OfPow, 10>)  \
  REGISTER_FUNCTION(Xlogy, T, 10, AND_COMPLEX)   \
  REGISTER_FUNCTION(Xlog1py, T, 10, AND_COMPLEX) \
  REGISTER_FUNCTION(Xdivy, T, 1, AND_COMPLEX)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_FUNCTION(Atan2, T, 10)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                           \
  REGISTER_FUNCTION(NextAfter, T, 5)                                                          \
  REGISTER_KERNEL_BUILDER(Name("ApproximateEqual").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ApproximateEqualOp<T>);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_POW(T, IntegerPowOp<T>)
TF_CALL_int8(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
