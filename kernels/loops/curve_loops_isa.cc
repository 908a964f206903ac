// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/curve_loops.h"
#include "kernels/loops/scalar_erf.h"
#include "kernels/loops/scalar_math.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

CurveLoop FindCurveLoop(Curve curve, DataType dtype);
CurveLoop FindStepsLoop(DataType dtype);

namespace {

OPGRAFT_INLINE double Erf(double x) { return __builtin_erf(x); }
OPGRAFT_INLINE float Truncate(float x) { return __builtin_truncf(x); }
OPGRAFT_INLINE double Truncate(double x) { return __builtin_trunc(x); }
OPGRAFT_INLINE float Rint(float x) { return __builtin_rintf(x); }
OPGRAFT_INLINE double Rint(double x) { return __builtin_rint(x); }

// NaN stays NaN.
template <typename T>
OPGRAFT_INLINE T Between(T low, T x, T high) {
  const T above = x < low ? low : x;
  return above > high ? high : above;
}

// A new curve: a struct here, and a line in FindCurveLoop.
struct GeluCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T, T) {
    return T{0.5} * x * (T{1} + Erf(x * static_cast<T>(0.70710678118654752440)));
  }
};

struct GeluTanhCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T, T) {
    const T inner = x + static_cast<T>(0.044715) * x * x * x;
    return T{0.5} * x * (T{1} + Tanh(static_cast<T>(0.79788456080286535588) * inner));
  }
};

struct SwishCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T beta, T) {
    return x * Sigmoid(beta * x);
  }
};

// tanh(log(1 + e)) is ((1 + e)^2 - 1) / ((1 + e)^2 + 1). From 20 on that is 1, and e^2 still fits.
struct MishCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T, T) {
    const T e = Exp(x > T{20} ? T{20} : x);
    const T n = e * (e + T{2});
    return x * (n / (n + T{2}));
  }
};

struct HardSigmoidCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T alpha, T beta) {
    return Between(T{0}, alpha * x + beta, T{1});
  }
};

struct HSigmoidCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T, T) {
    return Between(T{0}, x + T{3}, T{6}) / T{6};
  }
};

struct HSwishCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T, T) {
    return x * Between(T{0}, x + T{3}, T{6}) / T{6};
  }
};

struct EluCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T alpha, T) {
    const T below = ExpMinusOne(x > T{0} ? T{0} : x);
    return x < T{0} ? alpha * below : x;
  }
};

struct SeluCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T alpha, T lambda) {
    return lambda * EluCurve::Apply(x, alpha, lambda);
  }
};

struct ClampCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T low, T high) {
    return Between(low, x, high);
  }
};

struct RoundEvenCurve {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x, T, T) {
    return Rint(x);
  }
};

// The half that is added is the number just below 0.5: 0.5 itself would take 0.49999997 to 1.
struct RoundAwayCurve {
  static OPGRAFT_INLINE float Apply(float x, float, float) {
    return Truncate(x + CopySign(0.49999997f, x));
  }
  static OPGRAFT_INLINE double Apply(double x, double, double) {
    return Truncate(x + CopySign(0.49999999999999994, x));
  }
};

template <typename Function, typename T>
void Loop(const void* x_data, const double* parameters, void* out_data, int64_t n) {
  const T* x = static_cast<const T*>(x_data);
  T* out = static_cast<T*>(out_data);
  const T p = static_cast<T>(parameters[0]), q = static_cast<T>(parameters[1]);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Function::Apply(x[i], p, q);
}

template <typename T>
void StepsLoop(const void* x_data, const double* parameters, void* out_data, int64_t n) {
  const T* x = static_cast<const T*>(x_data);
  T* out = static_cast<T*>(out_data);
  const T in_first = static_cast<T>(parameters[0]), in_last = static_cast<T>(parameters[1]);
  const T first = static_cast<T>(parameters[2]), last = static_cast<T>(parameters[3]);
  const T steps = static_cast<T>(parameters[4]);
  const T least = in_first < in_last ? in_first : in_last;
  const T most = in_first < in_last ? in_last : in_first;
  const T way = in_last - in_first, step = last - first;
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) {
    const T between = Rint((x[i] - in_first) / way * steps) / steps * step + first;
    const T above = x[i] > most ? last : between;
    out[i] = x[i] <= least ? first : above;
  }
}

template <typename Function>
CurveLoop Pick(DataType dtype) {
  if (dtype == DT_FLOAT) return &Loop<Function, float>;
  return dtype == DT_DOUBLE ? &Loop<Function, double> : nullptr;
}

}  // namespace

CurveLoop FindCurveLoop(Curve curve, DataType dtype) {
  switch (curve) {
    case Curve::kGelu:
      return Pick<GeluCurve>(dtype);
    case Curve::kGeluTanh:
      return Pick<GeluTanhCurve>(dtype);
    case Curve::kSwish:
      return Pick<SwishCurve>(dtype);
    case Curve::kMish:
      return Pick<MishCurve>(dtype);
    case Curve::kHardSigmoid:
      return Pick<HardSigmoidCurve>(dtype);
    case Curve::kHSigmoid:
      return Pick<HSigmoidCurve>(dtype);
    case Curve::kHSwish:
      return Pick<HSwishCurve>(dtype);
    case Curve::kElu:
      return Pick<EluCurve>(dtype);
    case Curve::kSelu:
      return Pick<SeluCurve>(dtype);
    case Curve::kClamp:
      return Pick<ClampCurve>(dtype);
    case Curve::kRoundEven:
      return Pick<RoundEvenCurve>(dtype);
    case Curve::kRoundAway:
      return Pick<RoundAwayCurve>(dtype);
  }
  return nullptr;
}

CurveLoop FindStepsLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return &StepsLoop<float>;
  return dtype == DT_DOUBLE ? &StepsLoop<double> : nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
