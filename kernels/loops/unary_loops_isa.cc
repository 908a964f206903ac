// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/scalar_arithmetic.h"
#include "kernels/loops/scalar_erf.h"
#include "kernels/loops/scalar_log.h"
#include "kernels/loops/scalar_math.h"
#include "kernels/loops/unary_loops.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

UnaryLoop FindUnaryLoop(UnaryFunction function, DataType dtype);

namespace {

// A new function: a struct here with an Apply for its types, and a line in FindUnaryLoop.
struct NegOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    if constexpr (kIsFloat<T>) {
      return -x;
    } else {
      return Minus(T{0}, x);
    }
  }
  template <typename T>
  static OPGRAFT_INLINE Complex<T> Apply(Complex<T> x) {
    return {-x.re, -x.im};
  }
};

struct AbsOp {
  static OPGRAFT_INLINE float Apply(float x) { return Abs(x); }
  static OPGRAFT_INLINE double Apply(double x) { return Abs(x); }
  // The smallest integer has no positive counterpart and stays.
  static OPGRAFT_INLINE int8_t Apply(int8_t x) { return static_cast<int8_t>(x < 0 ? -x : x); }
  static OPGRAFT_INLINE int16_t Apply(int16_t x) { return static_cast<int16_t>(x < 0 ? -x : x); }
  static OPGRAFT_INLINE int32_t Apply(int32_t x) {
    return static_cast<int32_t>(x < 0 ? 0u - static_cast<uint32_t>(x) : static_cast<uint32_t>(x));
  }
  static OPGRAFT_INLINE int64_t Apply(int64_t x) {
    return static_cast<int64_t>(x < 0 ? uint64_t{0} - static_cast<uint64_t>(x)
                                      : static_cast<uint64_t>(x));
  }
};

struct SquareOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Times(x, x);
  }
};

struct SqrtOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Sqrt(x);
  }
};

struct RsqrtOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return T{1} / Sqrt(x);
  }
};

struct ReciprocalOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return T{1} / x;
  }
};

struct FloorOp {
  static OPGRAFT_INLINE float Apply(float x) { return __builtin_floorf(x); }
  static OPGRAFT_INLINE double Apply(double x) { return __builtin_floor(x); }
};

struct CeilOp {
  static OPGRAFT_INLINE float Apply(float x) { return __builtin_ceilf(x); }
  static OPGRAFT_INLINE double Apply(double x) { return __builtin_ceil(x); }
};

struct RintOp {
  static OPGRAFT_INLINE float Apply(float x) { return __builtin_rintf(x); }
  static OPGRAFT_INLINE double Apply(double x) { return __builtin_rint(x); }
};

struct ExpOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Exp(x);
  }
};

struct TanhOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Tanh(x);
  }
};

struct SigmoidOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Sigmoid(x);
  }
};

struct LogOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Log(x);
  }
};

struct ErfOp {
  static OPGRAFT_INLINE float Apply(float x) { return Erf(x); }
  static OPGRAFT_INLINE double Apply(double x) { return __builtin_erf(x); }
};

struct ErfcOp {
  static OPGRAFT_INLINE float Apply(float x) { return Erfc(x); }
  static OPGRAFT_INLINE double Apply(double x) { return __builtin_erfc(x); }
};

// NaN stays NaN.
struct ReluOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return x <= T{0} ? T{0} : x;
  }
};

struct LogicalNotOp {
  static OPGRAFT_INLINE uint8_t Apply(uint8_t x) { return x == 0; }
};

template <typename Op, typename T>
void Loop(const void* in_data, void* out_data, int64_t n) {
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Apply(in[i]);
}

template <typename Op, typename... Ts>
UnaryLoop Pick(DataType dtype, Types<Ts...>) {
  UnaryLoop loop = nullptr;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loop = &Loop<Op, Ts>) : static_cast<void>(0)),
   ...);
  return loop;
}

// The first of the lists that has the type.
template <typename Op, typename... Lists>
UnaryLoop PickFrom(DataType dtype, Lists... lists) {
  UnaryLoop loop = nullptr;
  static_cast<void>(((loop = Pick<Op>(dtype, lists)) || ...));
  return loop;
}

}  // namespace

UnaryLoop FindUnaryLoop(UnaryFunction function, DataType dtype) {
  const FloatTypes floats;
  const SignedTypes signed_types;
  const UnsignedTypes unsigned_types;
  const ComplexTypes complex;
  switch (function) {
    case UnaryFunction::kNeg:
      return PickFrom<NegOp>(AsUnsigned(dtype), floats, unsigned_types, complex);
    case UnaryFunction::kAbs:
      return PickFrom<AbsOp>(dtype, floats, signed_types);
    case UnaryFunction::kSquare:
      return PickFrom<SquareOp>(AsUnsigned(dtype), floats, unsigned_types, complex);
    case UnaryFunction::kSqrt:
      return Pick<SqrtOp>(dtype, floats);
    case UnaryFunction::kRsqrt:
      return Pick<RsqrtOp>(dtype, floats);
    case UnaryFunction::kReciprocal:
      return Pick<ReciprocalOp>(dtype, floats);
    case UnaryFunction::kFloor:
      return Pick<FloorOp>(dtype, floats);
    case UnaryFunction::kCeil:
      return Pick<CeilOp>(dtype, floats);
    case UnaryFunction::kRint:
      return Pick<RintOp>(dtype, floats);
    case UnaryFunction::kExp:
      return Pick<ExpOp>(dtype, floats);
    case UnaryFunction::kTanh:
      return Pick<TanhOp>(dtype, floats);
    case UnaryFunction::kSigmoid:
      return Pick<SigmoidOp>(dtype, floats);
    case UnaryFunction::kLog:
      return Pick<LogOp>(dtype, floats);
    case UnaryFunction::kErf:
      return Pick<ErfOp>(dtype, floats);
    case UnaryFunction::kErfc:
      return Pick<ErfcOp>(dtype, floats);
    case UnaryFunction::kRelu:
      return PickFrom<ReluOp>(dtype, floats, signed_types, unsigned_types);
    case UnaryFunction::kLogicalNot:
      return dtype == DT_BOOL ? &Loop<LogicalNotOp, uint8_t> : nullptr;
  }
  return nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
