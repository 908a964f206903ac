// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_ONLINE_SOFTMAX_LOOPS_H_
#define KERNELS_LOOPS_ONLINE_SOFTMAX_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// A stretch of a row of scores whose softmax is taken stretch by stretch, as Milakov and Gimelshein
// do ("Online normalizer calculation for softmax", 2018): `max` and `sum` are the greatest score so
// far and the sum of exp(score - max), and what was made of earlier stretches is multiplied by
// `factor`. All of one type, float or double.
//
// For example scores 1, 3 in two stretches: the first gives exp(0) = 1, max 1, sum 1; the second
// exp(0) = 1, max 3, factor exp(1 - 3) = 0.135, sum 1 * 0.135 + 1.
struct OnlineSoftmaxRow {
  // In: x; out: exp(x * scale + bias - max).
  void* scores;
  const void* bias;  // null: 0
  int64_t n;
  double scale;
  // Before the first stretch -inf and 0. While every score is -inf, so is max, and what comes out
  // is 0.
  void* max;
  void* sum;
  void* factor;
};

// accumulated[i] = accumulated[i] * *factor + part[i].
using RescaleLoop = void (*)(void* accumulated, const void* factor, const void* part, int64_t n);
using OnlineSoftmaxLoop = void (*)(const OnlineSoftmaxRow& row);

// The loops for this machine: of float and double; null for others. Thread-safe.
OnlineSoftmaxLoop FindOnlineSoftmaxLoop(DataType dtype);
RescaleLoop FindRescaleLoop(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_ONLINE_SOFTMAX_LOOPS_H_
