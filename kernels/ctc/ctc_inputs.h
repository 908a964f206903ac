// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the ops on connectionist temporal classification share (A. Graves et al., 2006): scores of
// classes over time, of which one, the blank, stands for no label.
#ifndef KERNELS_CTC_CTC_INPUTS_H_
#define KERNELS_CTC_CTC_INPUTS_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Scores [time, batch, classes] and how many steps each of the batch has. Borrows the tensors.
//
// Example: for inputs [5, 2, 4] and steps {5, 3}, sequence 1 has scores at the steps 0, 1 and 2;
// its later ones are padding.
struct CtcInputs {
  int64_t time = 0;
  int64_t batch = 0;
  int64_t classes = 0;
  const int32_t* steps = nullptr;

  // The scores of a step, of `classes`.
  template <typename T>
  const T* Scores(const Tensor& inputs, int64_t t, int64_t b) const {
    return static_cast<const T*>(inputs.data()) + (t * batch + b) * classes;
  }
};

// INVALID_ARGUMENT for wrong shapes and inputs without elements, FAILED_PRECONDITION for steps that
// are not as many as the batch, or more than there is time.
absl::Status ReadCtcInputs(const Tensor& inputs, const Tensor& sequence_length, CtcInputs* ctc);

// log(exp(a) + exp(b)), where -inf is the logarithm of 0.
template <typename T>
T LogSumExp(T a, T b) {
  constexpr T kLogZero = -std::numeric_limits<T>::infinity();
  if (a == kLogZero) return b;
  if (b == kLogZero) return a;
  return a > b ? a + std::log1p(std::exp(b - a)) : b + std::log1p(std::exp(a - b));
}

// Outputs `first`, `first + step` and `first + 2 step` are labels[b] for each b of a batch, as a
// sparse matrix.
//
// Example: labels {{7, 8}, {}, {9}} give indices [[0,0], [0,1], [2,0]], values [7, 8, 9] and the
// shape [3, 2].
absl::Status SetDecoded(OpKernelContext* context, const std::vector<std::vector<int64_t>>& labels,
                        int first, int step);

}  // namespace opgraft_internal

#endif  // KERNELS_CTC_CTC_INPUTS_H_
