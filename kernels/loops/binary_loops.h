// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_BINARY_LOOPS_H_
#define KERNELS_LOOPS_BINARY_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// out[i] = f(x[i], y[i]) for i in [0, n), where a scalar operand has only x[0] or y[0]. `out` may
// be an operand that is a vector; else they do not overlap.
using BinaryLoop = void (*)(const void* x, const void* y, void* out, int64_t n);

// Which operands are vectors.
enum Operands { kVectorVector = 0, kVectorScalar = 1, kScalarVector = 2 };

// The loops of one function; all null if there are none.
struct BinaryLoops {
  BinaryLoop by_operands[3] = {nullptr, nullptr, nullptr};

  BinaryLoop operator[](Operands operands) const { return by_operands[operands]; }
  explicit operator bool() const { return by_operands[0] != nullptr; }
};

// kDiv of integers truncates; the divisor must not be 0. kExpOfDifference is exp(x - y). kEqual and
// those after it give bool.
enum class BinaryFunction {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kMaximum,
  kMinimum,
  kExpOfDifference,
  kSquaredDifference,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kLogicalAnd,
  kLogicalOr,
};

// The loops for operands of `dtype`, for this machine. Of the floating-point types there are float
// and double. Thread-safe.
//
// Example: FindBinaryLoops(BinaryFunction::kMul, DT_FLOAT)[kVectorScalar](x, &two, out, n).
BinaryLoops FindBinaryLoops(BinaryFunction function, DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_BINARY_LOOPS_H_
