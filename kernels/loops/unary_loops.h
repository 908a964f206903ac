// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_UNARY_LOOPS_H_
#define KERNELS_LOOPS_UNARY_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// out[i] = f(in[i]) for i in [0, n). `out` may be `in`; else they do not overlap.
using UnaryLoop = void (*)(const void* in, void* out, int64_t n);

// kRint rounds halves to the even neighbour.
enum class UnaryFunction {
  kNeg,
  kAbs,
  kSquare,
  kSqrt,
  kRsqrt,
  kReciprocal,
  kFloor,
  kCeil,
  kRint,
  kExp,
  kTanh,
  kSigmoid,
  kLog,
  kErf,
  kErfc,
  kRelu,
  kLogicalNot,
};

// The loop for elements of `dtype`, for this machine; null if there is none. Of the floating-point
// types there are float and double; complex has kNeg and kSquare. Thread-safe.
//
// Example: FindUnaryLoop(UnaryFunction::kSqrt, DT_FLOAT)(in, out, n).
UnaryLoop FindUnaryLoop(UnaryFunction function, DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_UNARY_LOOPS_H_
