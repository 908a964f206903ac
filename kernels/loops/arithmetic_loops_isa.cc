// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/binary_loops_inl.h"
#include "kernels/loops/scalar_arithmetic.h"
#include "kernels/loops/scalar_math.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

BinaryLoops FindArithmeticLoops(BinaryFunction function, DataType dtype);

namespace {

struct AddOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Plus(x, y);
  }
};

struct SubOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Minus(x, y);
  }
};

struct MulOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Times(x, y);
  }
};

struct DivOp {
  // The smallest integer by -1 wraps round to itself: the processor would trap.
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    if constexpr (kIsFloat<T>) {
      return x / y;
    } else if constexpr (T(-1) < T(0)) {
      return y == T(-1) ? static_cast<T>(uint64_t{0} - static_cast<uint64_t>(x))
                        : static_cast<T>(x / y);
    } else {
      return static_cast<T>(x / y);
    }
  }
  // In double nothing overflows.
  static OPGRAFT_INLINE Complex<float> Apply(Complex<float> x, Complex<float> y) {
    const double a = x.re, b = x.im, c = y.re, d = y.im;
    const double norm = c * c + d * d;
    return {static_cast<float>((a * c + b * d) / norm), static_cast<float>((b * c - a * d) / norm)};
  }
  // The divisor is scaled so that its larger part is 1.
  static OPGRAFT_INLINE Complex<double> Apply(Complex<double> x, Complex<double> y) {
    const double scale = Larger(Abs(y.re), Abs(y.im));
    const double c = y.re / scale, d = y.im / scale;
    const double norm = c * c + d * d;
    const double a = x.re / scale, b = x.im / scale;
    return {(a * c + b * d) / norm, (b * c - a * d) / norm};
  }
};

struct MaximumOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Larger(x, y);
  }
};

struct MinimumOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Smaller(x, y);
  }
};

struct ExpOfDifferenceOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Exp(x - y);
  }
};

struct SquaredDifferenceOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T y) {
    return Times(Minus(x, y), Minus(x, y));
  }
  // Times its conjugate: the imaginary part is 0, or NaN if a part is infinite.
  template <typename T>
  static OPGRAFT_INLINE Complex<T> Apply(Complex<T> x, Complex<T> y) {
    const Complex<T> d = Minus(x, y);
    return Times(d, {d.re, -d.im});
  }
};

}  // namespace

BinaryLoops FindArithmeticLoops(BinaryFunction function, DataType dtype) {
  const FloatTypes floats;
  const SignedTypes signed_types;
  const UnsignedTypes unsigned_types;
  const ComplexTypes complex;
  switch (function) {
    case BinaryFunction::kAdd:
      return PickSame<AddOp>(AsUnsigned(dtype), floats, unsigned_types, complex);
    case BinaryFunction::kSub:
      return PickSame<SubOp>(AsUnsigned(dtype), floats, unsigned_types, complex);
    case BinaryFunction::kMul:
      return PickSame<MulOp>(AsUnsigned(dtype), floats, unsigned_types, complex);
    case BinaryFunction::kDiv:
      return PickSame<DivOp>(dtype, floats, signed_types, unsigned_types, complex);
    case BinaryFunction::kMaximum:
      return PickSame<MaximumOp>(dtype, floats, signed_types, unsigned_types);
    case BinaryFunction::kMinimum:
      return PickSame<MinimumOp>(dtype, floats, signed_types, unsigned_types);
    case BinaryFunction::kExpOfDifference:
      return PickSame<ExpOfDifferenceOp>(dtype, floats);
    case BinaryFunction::kSquaredDifference:
      return PickSame<SquaredDifferenceOp>(AsUnsigned(dtype), floats, unsigned_types, complex);
    default:
      return {};
  }
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
