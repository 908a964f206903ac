// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <type_traits>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

struct BitwiseAndFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return static_cast<T>(x & y);
  }
};

struct BitwiseOrFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return static_cast<T>(x | y);
  }
};

struct BitwiseXorFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return static_cast<T>(x ^ y);
  }
};

struct InvertFunction {
  template <typename T>
  static T Apply(T x) {
    return static_cast<T>(~x);
  }
};

struct PopulationCountFunction {
  template <typename T>
  static uint8_t Apply(T x) {
    return static_cast<uint8_t>(__builtin_popcountll(x));
  }
};

// How far a number can be shifted at most: not at all, for a negative one.
template <typename T>
int ShiftOf(T y) {
  constexpr T kMax = static_cast<T>(sizeof(T) * 8 - 1);
  if (y < T{0}) return 0;
  return static_cast<int>(y > kMax ? kMax : y);
}

struct LeftShiftFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return static_cast<T>(static_cast<uint64_t>(x) << ShiftOf(y));
  }
};

// Of signed numbers with copies of the sign.
struct RightShiftFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return static_cast<T>(x >> ShiftOf(y));
  }
};

template <typename Function>
loops::UnaryLoop OfBits(DataType dtype) {
  return FindScalarLoop<Function, uint8_t, uint16_t, uint32_t, uint64_t>(UnsignedOfSizeOf(dtype));
}
template <typename Function>
loops::BinaryLoops OfTwiceBits(DataType dtype) {
  return FindBinaryScalarLoops<Function, uint8_t, uint16_t, uint32_t, uint64_t>(
      UnsignedOfSizeOf(dtype));
}
template <typename Function>
loops::BinaryLoops OfIntegers(DataType dtype) {
  return FindBinaryScalarLoops<Function, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                               uint32_t, uint64_t>(dtype);
}

#define REGISTER_BINARY(op, T, finder)                                             \
  REGISTER_KERNEL_BUILDER(                                                         \
      Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      BinaryFunctionOp<&finder<op##Function>, 1>);

#define REGISTER(T)                                                                             \
  REGISTER_BINARY(BitwiseAnd, T, OfTwiceBits)                                                   \
  REGISTER_BINARY(BitwiseOr, T, OfTwiceBits)                                                    \
  REGISTER_BINARY(BitwiseXor, T, OfTwiceBits)                                                   \
  REGISTER_BINARY(LeftShift, T, OfIntegers)                                                     \
  REGISTER_BINARY(RightShift, T, OfIntegers)                                                    \
  REGISTER_KERNEL_BUILDER(Name("Invert").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryFunctionOp<&OfBits<InvertFunction>, 1>);                         \
  REGISTER_KERNEL_BUILDER(Name("PopulationCount").Device(DEVICE_CPU).TypeConstraint<T>("T"),    \
                          UnaryFunctionOp<&OfBits<PopulationCountFunction>, 1>);
TF_CALL_INTEGRAL_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
