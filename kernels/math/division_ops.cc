// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Division and remainders of all sorts.
#include <cmath>
#include <type_traits>

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/scalar_loops.h"

namespace opgraft_internal {
namespace {

template <typename T>
inline constexpr bool kIsInteger = std::is_integral_v<T>;

// x / y and x % y of integers. The smallest integer by -1 wraps round to itself: the processor
// would trap. REQUIRES: y != 0.
template <typename T>
T Quotient(T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return static_cast<T>(uint64_t{0} - static_cast<uint64_t>(x));
  }
  return static_cast<T>(x / y);
}
template <typename T>
T Remainder(T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return 0;
  }
  return static_cast<T>(x % y);
}

// The quotient of the smaller floats is rounded before it is cut: it may become a whole number.
struct FloorDivFunction {
  template <typename T>
  static T Apply(T x, T y) {
    if constexpr (kIsInteger<T>) {
      const T quotient = Quotient(x, y);
      const bool cut_up = Remainder(x, y) != 0 && (x < 0) != (y < 0);
      return static_cast<T>(quotient - (cut_up ? 1 : 0));
    } else {
      using std::floor;
      return floor(x / y);
    }
  }
};

struct TruncateDivFunction {
  template <typename T>
  static T Apply(T x, T y) {
    if constexpr (kIsInteger<T>) {
      return Quotient(x, y);
    } else if constexpr (std::is_floating_point_v<T>) {
      return std::trunc(x / y);
    } else {
      return T(std::trunc(static_cast<float>(x / y)));
    }
  }
};

// Of the dividend's sign.
struct TruncateModFunction {
  template <typename T>
  static T Apply(T x, T y) {
    if constexpr (kIsInteger<T>) {
      return Remainder(x, y);
    } else {
      return std::fmod(x, y);
    }
  }
};

// Of the divisor's sign.
struct FloorModFunction {
  template <typename T>
  static T Apply(T x, T y) {
    const T remainder = TruncateModFunction::Apply(x, y);
    const bool other_sign = remainder != 0 && (remainder < 0) != (y < 0);
    return other_sign ? static_cast<T>(remainder + y) : remainder;
  }
};

struct DivNoNanFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return y == T(0) ? T(0) : x / y;
  }
};

struct MulNoNanFunction {
  template <typename T>
  static T Apply(T x, T y) {
    return y == T(0) ? T(0) : x * y;
  }
};

template <typename Function>
loops::BinaryLoops OfIntegers(DataType dtype) {
  return FindBinaryScalarLoops<Function, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                               uint32_t, uint64_t>(dtype);
}
template <typename Function>
loops::BinaryLoops OfWideIntegers(DataType dtype) {
  return FindBinaryScalarLoops<Function, int32_t, int64_t>(dtype);
}
loops::BinaryLoops OfDiv(DataType dtype) {
  return loops::FindBinaryLoops(loops::BinaryFunction::kDiv, dtype);
}

template <typename T>
bool HasZero(const Tensor& tensor) {
  const T* values = static_cast<const T*>(tensor.data());
  const int64_t n = tensor.NumElements();
  bool zero = false;
  for (int64_t i = 0; i < n; ++i) zero |= values[i] == 0;
  return zero;
}

bool HasZero(const Tensor& integers) {
  switch (UnsignedOfSizeOf(integers.dtype())) {
    case DT_UINT8:
      return HasZero<uint8_t>(integers);
    case DT_UINT16:
      return HasZero<uint16_t>(integers);
    case DT_UINT32:
      return HasZero<uint32_t>(integers);
    default:
      return HasZero<uint64_t>(integers);
  }
}

// Of integers, which cannot be divided by 0.
template <BinaryLoopFinder kFind>
class IntegerDivisionOp : public BinaryOpBase {
 public:
  explicit IntegerDivisionOp(OpKernelConstruction* context) : BinaryOpBase(context, kFind, 2) {}

  void Compute(OpKernelContext* context) override {
    const bool nothing_divided = context->input(0).NumElements() == 0;
    OP_REQUIRES(context, nothing_divided || !HasZero(context->input(1)),
                absl::InvalidArgumentError("Integer division by zero"));
    BinaryOpBase::Compute(context);
  }
  ElementLoop scalar_loop() const override { return nullptr; }  // it does not look for zeros
};

#define REGISTER_DIVISION(op, T, ...) \
  REGISTER_KERNEL_BUILDER(            \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), __VA_ARGS__);

#define REGISTER(T)                                                                  \
  REGISTER_DIVISION("Div", T, IntegerDivisionOp<&OfDiv>)                             \
  REGISTER_DIVISION("FloorDiv", T, IntegerDivisionOp<&OfIntegers<FloorDivFunction>>) \
  REGISTER_DIVISION("TruncateDiv", T, IntegerDivisionOp<&OfDiv>)                     \
  REGISTER_DIVISION("FloorMod", T, IntegerDivisionOp<&OfIntegers<FloorModFunction>>)
TF_CALL_INTEGRAL_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                    \
  REGISTER_DIVISION("Mod", T, IntegerDivisionOp<&OfWideIntegers<TruncateModFunction>>) \
  REGISTER_DIVISION("TruncateMod", T, IntegerDivisionOp<&OfWideIntegers<TruncateModFunction>>)
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

template <typename Function>
loops::BinaryLoops OfFloats(DataType dtype) {
  return FindBinaryScalarLoops<Function, float, double>(dtype);
}
template <typename Function>
loops::BinaryLoops OfEveryFloat(DataType dtype) {
  return FindBinaryScalarLoops<Function, float, double, half, bfloat16>(dtype);
}
template <typename Function>
loops::BinaryLoops OfFloatsAndComplex(DataType dtype) {
  return FindBinaryScalarLoops<Function, float, double, complex64, complex128>(dtype);
}

#define REGISTER(T)                                                                            \
  REGISTER_DIVISION("FloorDiv", T, BinaryFunctionOp<&OfEveryFloat<FloorDivFunction>, 2>)       \
  REGISTER_DIVISION("TruncateDiv", T, BinaryFunctionOp<&OfEveryFloat<TruncateDivFunction>, 2>) \
  REGISTER_DIVISION("FloorMod", T, BinaryFunctionOp<&OfFloats<FloorModFunction>, 10>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                 \
  REGISTER_DIVISION("Mod", T, BinaryFunctionOp<&OfFloats<TruncateModFunction>, 10>) \
  REGISTER_DIVISION("TruncateMod", T, BinaryFunctionOp<&OfFloats<TruncateModFunction>, 10>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

// OpenVINO's has all types.
#define REGISTER(T) \
  REGISTER_DIVISION("OpenVINO>Mod", T, BinaryFunctionOp<&OfFloats<TruncateModFunction>, 10>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#define REGISTER(T) \
  REGISTER_DIVISION("OpenVINO>Mod", T, IntegerDivisionOp<&OfIntegers<TruncateModFunction>>)
TF_CALL_INTEGRAL_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                            \
  REGISTER_DIVISION("DivNoNan", T, BinaryFunctionOp<&OfFloatsAndComplex<DivNoNanFunction>, 1>) \
  REGISTER_DIVISION("MulNoNan", T, BinaryFunctionOp<&OfFloatsAndComplex<MulNoNanFunction>, 1>)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
