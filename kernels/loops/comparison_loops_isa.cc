// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/binary_loops_inl.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

BinaryLoops FindComparisonLoops(BinaryFunction function, DataType dtype);

namespace {

struct EqualOp {
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(T x, T y) {
    return x == y;
  }
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(Complex<T> x, Complex<T> y) {
    return (x.re == y.re) & (x.im == y.im);
  }
};

struct NotEqualOp {
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(T x, T y) {
    return x != y;
  }
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(Complex<T> x, Complex<T> y) {
    return (x.re != y.re) | (x.im != y.im);
  }
};

struct LessOp {
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(T x, T y) {
    return x < y;
  }
};

struct LessEqualOp {
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(T x, T y) {
    return x <= y;
  }
};

struct GreaterOp {
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(T x, T y) {
    return x > y;
  }
};

struct GreaterEqualOp {
  template <typename T>
  static OPGRAFT_INLINE uint8_t Apply(T x, T y) {
    return x >= y;
  }
};

struct LogicalAndOp {
  static OPGRAFT_INLINE uint8_t Apply(uint8_t x, uint8_t y) { return (x != 0) & (y != 0); }
};

struct LogicalOrOp {
  static OPGRAFT_INLINE uint8_t Apply(uint8_t x, uint8_t y) { return (x | y) != 0; }
};

}  // namespace

BinaryLoops FindComparisonLoops(BinaryFunction function, DataType dtype) {
  const FloatTypes floats;
  const SignedTypes signed_types;
  const UnsignedTypes unsigned_types;
  switch (function) {
    case BinaryFunction::kEqual:
      return PickBool<EqualOp>(AsUnsigned(dtype), floats, unsigned_types, ComplexTypes());
    case BinaryFunction::kNotEqual:
      return PickBool<NotEqualOp>(AsUnsigned(dtype), floats, unsigned_types, ComplexTypes());
    case BinaryFunction::kLess:
      return PickBool<LessOp>(dtype, floats, signed_types, unsigned_types);
    case BinaryFunction::kLessEqual:
      return PickBool<LessEqualOp>(dtype, floats, signed_types, unsigned_types);
    case BinaryFunction::kGreater:
      return PickBool<GreaterOp>(dtype, floats, signed_types, unsigned_types);
    case BinaryFunction::kGreaterEqual:
      return PickBool<GreaterEqualOp>(dtype, floats, signed_types, unsigned_types);
    case BinaryFunction::kLogicalAnd:
      return dtype == DT_BOOL ? LoopsOf<LogicalAndOp, uint8_t, uint8_t>() : BinaryLoops();
    case BinaryFunction::kLogicalOr:
      return dtype == DT_BOOL ? LoopsOf<LogicalOrOp, uint8_t, uint8_t>() : BinaryLoops();
    default:
      return {};
  }
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
