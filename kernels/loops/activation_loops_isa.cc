// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/activation_loops.h"
#include "kernels/loops/scalar_arithmetic.h"
#include "kernels/loops/scalar_math.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

ActivationLoop FindActivationLoop(Activation function, DataType dtype);
ActivationGradLoop FindActivationGradLoop(Activation function, DataType dtype);

namespace {

// log(1 + e) for 0 <= e <= 1, as 2 artanh(s) with s = e / (2 + e) <= 1/3, whose series
// s + s^3/3 + s^5/5 + ... converges fast.
template <typename T>
OPGRAFT_INLINE T LogOnePlus(T e) {
  constexpr int kTerms = sizeof(T) == 4 ? 8 : 17;
  const T s = e / (T{2} + e);
  const T z = s * s;
  T p = T{0};
  for (int i = kTerms; i-- > 0;) p = p * z + T{1} / static_cast<T>(2 * i + 1);
  return (s + s) * p;
}

constexpr double kSeluScale = 1.0507009873554804934;
constexpr double kSeluAlpha = 1.7580993408473768;  // times the scale

// A new function: a struct here with an Apply and a Grad, and a line in Pick.
struct ReluOp {
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T x, T) {
    return Times(gradient, static_cast<T>(x > T{0} ? 1 : 0));
  }
};

struct Relu6Op {
  // NaN stays NaN.
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T) {
    const T above = x <= T{0} ? T{0} : x;
    return above >= T{6} ? T{6} : above;
  }
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T x, T) {
    return Times(gradient, static_cast<T>(((x > T{0}) & (x < T{6})) ? 1 : 0));
  }
};

struct LeakyReluOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T alpha) {
    return x > T{0} ? x : x * alpha;
  }
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T x, T alpha) {
    return x > T{0} ? gradient : gradient * alpha;
  }
};

struct EluOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T) {
    const T below = ExpMinusOne(x > T{0} ? T{0} : x);
    return x < T{0} ? below : x;
  }
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T result, T) {
    return result < T{0} ? (result + T{1}) * gradient : gradient;
  }
};

struct SeluOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T) {
    const T below = ExpMinusOne(x > T{0} ? T{0} : x);
    return x < T{0} ? static_cast<T>(kSeluAlpha) * below : static_cast<T>(kSeluScale) * x;
  }
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T result, T) {
    return result < T{0} ? (result + static_cast<T>(kSeluAlpha)) * gradient
                         : gradient * static_cast<T>(kSeluScale);
  }
};

struct SoftplusOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T) {
    const T above = x <= T{0} ? T{0} : x;
    return above + LogOnePlus(Exp(-Abs(x)));
  }
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T x, T) {
    return gradient / (Exp(-x) + T{1});
  }
};

struct SoftsignOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T) {
    return x / (Abs(x) + T{1});
  }
  template <typename T>
  static OPGRAFT_INLINE T Grad(T gradient, T x, T) {
    const T sum = Abs(x) + T{1};
    return gradient / (sum * sum);
  }
};

template <typename Op, typename T>
void Forward(const void* x_data, float alpha, void* out_data, int64_t n) {
  const T* x = static_cast<const T*>(x_data);
  T* out = static_cast<T*>(out_data);
  const T factor = static_cast<T>(alpha);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Apply(x[i], factor);
}

template <typename Op, typename T>
void Backward(const void* gradient_data, const void* x_data, float alpha, void* out_data,
              int64_t n) {
  const T* gradients = static_cast<const T*>(gradient_data);
  const T* x = static_cast<const T*>(x_data);
  T* out = static_cast<T*>(out_data);
  const T factor = static_cast<T>(alpha);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Grad(gradients[i], x[i], factor);
}

using RealTypes =
    Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;

template <typename Op, typename... Ts>
ActivationLoop PickForward(DataType dtype, Types<Ts...>) {
  ActivationLoop loop = nullptr;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loop = &Forward<Op, Ts>) : static_cast<void>(0)),
   ...);
  return loop;
}

template <typename Op, typename... Ts>
ActivationGradLoop PickBackward(DataType dtype, Types<Ts...>) {
  ActivationGradLoop loop = nullptr;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loop = &Backward<Op, Ts>) : static_cast<void>(0)),
   ...);
  return loop;
}

}  // namespace

ActivationLoop FindActivationLoop(Activation function, DataType dtype) {
  switch (function) {
    case Activation::kRelu:
      return nullptr;
    case Activation::kRelu6:
      return PickForward<Relu6Op>(dtype, RealTypes());
    case Activation::kLeakyRelu:
      return PickForward<LeakyReluOp>(dtype, FloatTypes());
    case Activation::kElu:
      return PickForward<EluOp>(dtype, FloatTypes());
    case Activation::kSelu:
      return PickForward<SeluOp>(dtype, FloatTypes());
    case Activation::kSoftplus:
      return PickForward<SoftplusOp>(dtype, FloatTypes());
    case Activation::kSoftsign:
      return PickForward<SoftsignOp>(dtype, FloatTypes());
  }
  return nullptr;
}

ActivationGradLoop FindActivationGradLoop(Activation function, DataType dtype) {
  switch (function) {
    case Activation::kRelu:
      return PickBackward<ReluOp>(dtype, RealTypes());
    case Activation::kRelu6:
      return PickBackward<Relu6Op>(dtype, RealTypes());
    case Activation::kLeakyRelu:
      return PickBackward<LeakyReluOp>(dtype, FloatTypes());
    case Activation::kElu:
      return PickBackward<EluOp>(dtype, FloatTypes());
    case Activation::kSelu:
      return PickBackward<SeluOp>(dtype, FloatTypes());
    case Activation::kSoftplus:
      return PickBackward<SoftplusOp>(dtype, FloatTypes());
    case Activation::kSoftsign:
      return PickBackward<SoftsignOp>(dtype, FloatTypes());
  }
  return nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
