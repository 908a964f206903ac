// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/isa.h"
#include "kernels/loops/lanes.h"
#include "kernels/loops/online_softmax_loops.h"
#include "kernels/loops/scalar_math.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

OnlineSoftmaxLoop FindOnlineSoftmaxLoop(DataType dtype);
RescaleLoop FindRescaleLoop(DataType dtype);

namespace {

template <typename T>
void ScaleAndAdd(T scale, const T* bias, T* x, int64_t n) {
  if (bias == nullptr) {
    OPGRAFT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) x[i] *= scale;
    return;
  }
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) x[i] = x[i] * scale + bias[i];
}

// The greatest of `above` and x; NaN is passed over.
template <typename T>
T Greatest(T above, const T* x, int64_t n) {
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Load(x);
    for (i = kLanes<T>; i + kLanes<T> <= n; i += kLanes<T>)
      lanes.TakeGreater(Lanes<T>::Load(x + i));
    T values[kLanes<T>];
    lanes.Store(values);
    for (T value : values) above = value > above ? value : above;
  }
  for (; i < n; ++i) above = x[i] > above ? x[i] : above;
  return above;
}

template <typename T>
T SumOf(const T* x, int64_t n) {
  T sum = 0;
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Of(T{0});
    for (; i + kLanes<T> <= n; i += kLanes<T>) lanes.Add(Lanes<T>::Load(x + i));
    sum = SumOfLanes<T>(lanes);
  }
  for (; i < n; ++i) sum += x[i];
  return sum;
}

template <typename T>
void OnlineSoftmax(const OnlineSoftmaxRow& row) {
  T* x = static_cast<T*>(row.scores);
  T* max = static_cast<T*>(row.max);
  T* sum = static_cast<T*>(row.sum);
  T* factor = static_cast<T*>(row.factor);
  ScaleAndAdd(static_cast<T>(row.scale), static_cast<const T*>(row.bias), x, row.n);
  const T before = *max;
  const T greatest = Greatest(before, x, row.n);
  const bool nothing_yet = greatest == -static_cast<T>(__builtin_inf());
  // -inf - -inf would be no number; NaN among the scores stays one.
  const T shift = nothing_yet ? T{0} : greatest;
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < row.n; ++i) x[i] = Exp(x[i] - shift);
  *factor = nothing_yet ? T{1} : Exp(before - greatest);
  *sum = *sum * *factor + SumOf(x, row.n);
  *max = greatest;
}

template <typename T>
void Rescale(void* accumulated, const void* factor_data, const void* part_data, int64_t n) {
  T* to = static_cast<T*>(accumulated);
  const T* part = static_cast<const T*>(part_data);
  const T factor = *static_cast<const T*>(factor_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) to[i] = to[i] * factor + part[i];
}

}  // namespace

OnlineSoftmaxLoop FindOnlineSoftmaxLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return &OnlineSoftmax<float>;
  return dtype == DT_DOUBLE ? &OnlineSoftmax<double> : nullptr;
}

RescaleLoop FindRescaleLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return &Rescale<float>;
  return dtype == DT_DOUBLE ? &Rescale<double> : nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
