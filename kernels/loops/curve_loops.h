// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_CURVE_LOOPS_H_
#define KERNELS_LOOPS_CURVE_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// Functions of an element x and up to two parameters p and q, those of a whole tensor:
//   kGelu         x times the probability that a normal number is below x; by erf
//   kGeluTanh     the same, by the usual approximation with tanh
//   kSwish        x / (1 + exp(-p x))
//   kMish         x tanh(log(1 + exp(x)))
//   kHardSigmoid  p x + q between 0 and 1
//   kHSigmoid     (x + 3) / 6 between 0 and 1
//   kHSwish       x times that
//   kElu          x from 0 on, p (exp(x) - 1) below
//   kSelu         q times that
//   kClamp        x between p and q
//   kRoundEven    the nearest whole number, of two as near the even one
//   kRoundAway    the same, but of two as near the one farther from 0
enum class Curve {
  kGelu,
  kGeluTanh,
  kSwish,
  kMish,
  kHardSigmoid,
  kHSigmoid,
  kHSwish,
  kElu,
  kSelu,
  kClamp,
  kRoundEven,
  kRoundAway,
};

// out[i] = f(x[i], parameters[0], parameters[1]) for i in [0, n). `out` may be `x`; else they do
// not overlap. NaN stays NaN.
using CurveLoop = void (*)(const void* x, const double* parameters, void* out, int64_t n);

// The loop for this machine: float and double. Null for other types. Thread-safe.
CurveLoop FindCurveLoop(Curve curve, DataType dtype);

// A loop of one more function, which rounds to steps: what is not above the lesser of
// parameters[0] and [1] becomes parameters[2], what is above the greater [3]. What is between is
// told by how many of parameters[4] equal steps it is away from [0]: from [2] as many steps of the
// way to [3].
CurveLoop FindStepsLoop(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_CURVE_LOOPS_H_
