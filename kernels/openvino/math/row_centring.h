// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_MATH_ROW_CENTRING_H_
#define KERNELS_OPENVINO_MATH_ROW_CENTRING_H_

#include <cmath>
#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/openvino/math/loop_scalar.h"

namespace opgraft_internal {

// What is added to a deviation before rows are divided by it: to the variance, or to its root.
struct DeviationEpsilon {
  double value;
  bool is_inside;  // of the root

  double DeviationOf(double variance) const {
    return is_inside ? std::sqrt(variance + value) : std::sqrt(variance) + value;
  }
};

// Rows of float or double less their mean, and divided by their deviation. The squares are those of
// differences, so that a large mean costs no digits. Thread-safe.
class RowCentring {
 public:
  explicit RowCentring(DataType dtype)
      : dtype_(dtype),
        sum_(loops::FindReduceLoops(loops::Reduction::kSum, dtype)),
        squares_(loops::FindReduceLoops(loops::Reduction::kSumOfSquares, dtype)),
        subtract_(loops::FindBinaryLoops(loops::BinaryFunction::kSub, dtype)),
        multiply_(loops::FindBinaryLoops(loops::BinaryFunction::kMul, dtype)) {}

  // The row less its mean. `to` may be `from`.
  void Centre(const void* from, void* to, int64_t n) const {
    double sum = 0;
    sum_.run(from, n, &sum);
    const LoopScalar mean(dtype_, sum / static_cast<double>(n));
    subtract_[loops::kVectorScalar](from, mean.data(), to, n);
  }
  // A row without a mean by its deviation.
  void Divide(void* row, const DeviationEpsilon& epsilon, int64_t n) const {
    double squares = 0;
    squares_.run(row, n, &squares);
    const double deviation = epsilon.DeviationOf(squares / static_cast<double>(n));
    multiply_[loops::kVectorScalar](row, LoopScalar(dtype_, 1 / deviation).data(), row, n);
  }

 private:
  const DataType dtype_;
  const loops::ReduceLoops sum_;
  const loops::ReduceLoops squares_;
  const loops::BinaryLoops subtract_;
  const loops::BinaryLoops multiply_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_MATH_ROW_CENTRING_H_
