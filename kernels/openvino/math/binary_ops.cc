// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops of two operands: PRelu, and powers of integers.
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/scalar_loops.h"

namespace opgraft_internal {
namespace {

// Integers wrap around.
struct PReluFunction {
  template <typename T>
  static T Apply(T x, T slope) {
    if constexpr (std::is_integral_v<T>) {
      if (!(x < T{0})) return x;
      return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(slope));
    } else {
      return x < T{0} ? x * slope : x;
    }
  }
};

loops::BinaryLoops OfPRelu(DataType dtype) {
  return FindBinaryScalarLoops<PReluFunction, float, double, int8_t, int16_t, int32_t, int64_t,
                               uint8_t, uint16_t, uint32_t, uint64_t>(dtype);
}

class PReluOp : public BinaryOpBase {
 public:
  explicit PReluOp(OpKernelConstruction* context) : BinaryOpBase(context, &OfPRelu, 0.5) {}

  void Compute(OpKernelContext* context) override {
    const TensorShape& data = context->input(0).shape();
    const TensorShape& slope = context->input(1).shape();
    // A number for each channel.
    if (data.dims() > 1 && slope.dims() == 1 && slope.dim_size(0) == data.dim_size(1)) {
      TensorShape channels = slope;
      for (int d = 2; d < data.dims(); ++d) channels.AddDim(1);
      return ComputeBroadcast(context, data, channels);
    }
    BinaryOpBase::Compute(context);
  }
};

// Exact as long as the power fits T; what does not becomes the least number of T.
struct IntegerPowerFunction {
  template <typename T>
  static T Apply(T x, T y) {
    if (y < T{0}) return OfNegative(x, y);
    T power = 1, base = x;
    for (T rest = y;;) {
      if ((rest & 1) != 0 && __builtin_mul_overflow(power, base, &power)) return Beyond<T>();
      rest = static_cast<T>(rest >> 1);
      if (rest == 0) return power;
      if (__builtin_mul_overflow(base, base, &base)) return Beyond<T>();
    }
  }

 private:
  template <typename T>
  static T Beyond() {
    return std::numeric_limits<T>::lowest();
  }
  // 1 / x^-y, cut.
  template <typename T>
  static T OfNegative(T x, T y) {
    if (x == T{0}) return Beyond<T>();
    if (x == T{1} || (x == static_cast<T>(-1) && (y & 1) == 0)) return 1;
    return x == static_cast<T>(-1) ? x : T{0};
  }
};

loops::BinaryLoops OfIntegerPower(DataType dtype) {
  return FindBinaryScalarLoops<IntegerPowerFunction, int8_t, int16_t, int32_t, int64_t, uint8_t,
                               uint16_t, uint32_t, uint64_t>(dtype);
}

#define REGISTER_BINARY(op, T, ...)                                                           \
  REGISTER_KERNEL_BUILDER(                                                                    \
      Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      __VA_ARGS__);

#define REGISTER(T) REGISTER_BINARY("PRelu", T, PReluOp)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_BINARY("Power", T, BinaryFunctionOp<&OfIntegerPower, 5>)
TF_CALL_INTEGRAL_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
