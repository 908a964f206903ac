// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_ROW_SOFTMAX_H_
#define KERNELS_NN_ROW_SOFTMAX_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"

namespace opgraft_internal {

// exp(x - max) / sum over rows of T, float or double, or with kLog its logarithm. A
// value; thread-safe.
//
// The largest element is subtracted first, so that no exponential overflows; the sum is taken in
// double. With kLog blocks of exponentials are summed up and thrown away, and the row is read a
// second time: out = (x - max) - log(sum).
//
// Example: [0, log(3)] becomes [0.25, 0.75].
template <typename T, bool kLog>
class RowSoftmax {
 public:
  RowSoftmax()
      : max_(loops::FindReduceLoops(loops::Reduction::kMax, DataTypeToEnum<T>::v())),
        sum_(loops::FindReduceLoops(loops::Reduction::kSum, DataTypeToEnum<T>::v())),
        exp_(loops::FindBinaryLoops(loops::BinaryFunction::kExpOfDifference,
                                    DataTypeToEnum<T>::v())),
        div_(loops::FindBinaryLoops(loops::BinaryFunction::kDiv, DataTypeToEnum<T>::v())),
        sub_(loops::FindBinaryLoops(loops::BinaryFunction::kSub, DataTypeToEnum<T>::v())) {}

  // `out` may be `in`.
  void Run(const T* in, T* out, int64_t n) const {
    T max = -std::numeric_limits<T>::infinity();
    max_.run(in, n, &max);
    if (kLog) return RunLog(in, max, out, n);
    exp_[loops::kVectorScalar](in, &max, out, n);
    double total = 0;
    sum_.run(out, n, &total);
    const T sum = static_cast<T>(total);
    div_[loops::kVectorScalar](out, &sum, out, n);
  }

 private:
  // In two passes, for exponentials are not kept.
  void RunLog(const T* in, T max, T* out, int64_t n) const {
    constexpr int64_t kBlock = 512;
    T block[kBlock];
    double total = 0;
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t size = std::min(kBlock, n - i);
      exp_[loops::kVectorScalar](in + i, &max, block, size);
      sum_.run(block, size, &total);
    }
    const T log_sum = static_cast<T>(std::log(total));
    sub_[loops::kVectorScalar](in, &max, out, n);
    sub_[loops::kVectorScalar](out, &log_sum, out, n);
  }

  const loops::ReduceLoops max_;
  const loops::ReduceLoops sum_;
  const loops::BinaryLoops exp_;
  const loops::BinaryLoops div_;
  const loops::BinaryLoops sub_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_ROW_SOFTMAX_H_
