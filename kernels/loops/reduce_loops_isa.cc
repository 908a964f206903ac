// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/lanes.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/loops/scalar_arithmetic.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

ReduceLoops FindReduceLoops(Reduction reduction, DataType dtype);

namespace {

// --- Sums of float and double: lanes within a block, blocks in double ---

constexpr int64_t kBlock = 4096;

template <typename T>
double SumOfBlock(const T* in, int64_t n) {
  double sum = 0;
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Load(in);
    for (i = kLanes<T>; i + kLanes<T> <= n; i += kLanes<T>) lanes.Add(Lanes<T>::Load(in + i));
    sum = SumOfLanes<double>(lanes);
  }
  for (; i < n; ++i) sum += static_cast<double>(in[i]);
  return sum;
}

template <typename T>
void SumFloatRun(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  double sum = *static_cast<double*>(accumulator);
  for (int64_t i = 0; i < n; i += kBlock)
    sum += SumOfBlock(in + i, n - i < kBlock ? n - i : kBlock);
  *static_cast<double*>(accumulator) = sum;
}

template <typename T>
void SumFloatColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                     void* accumulators) {
  constexpr int64_t kRows = 64;
  const T* in = static_cast<const T*>(in_data);
  double* sums = static_cast<double*>(accumulators);
  T block[kMaxReduceColumns];
  for (int64_t row = 0; row < rows; row += kRows) {
    const int64_t end = rows - row < kRows ? rows : row + kRows;
    for (int64_t c = 0; c < columns; ++c) block[c] = in[row * stride + c];
    for (int64_t r = row + 1; r < end; ++r) {
      const T* line = in + r * stride;
      for (int64_t c = 0; c < columns; ++c) block[c] += line[c];
    }
    for (int64_t c = 0; c < columns; ++c) sums[c] += static_cast<double>(block[c]);
  }
}

// --- Sums of integers ---

template <typename T, typename Sum>
void SumIntegerRun(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  uint64_t sum = static_cast<uint64_t>(*static_cast<Sum*>(accumulator));
  for (int64_t i = 0; i < n; ++i) sum += static_cast<uint64_t>(in[i]);
  *static_cast<Sum*>(accumulator) = static_cast<Sum>(sum);
}

template <typename T, typename Sum>
void SumIntegerColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                       void* accumulators) {
  const T* in = static_cast<const T*>(in_data);
  Sum* sums = static_cast<Sum*>(accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    const T* line = in + r * stride;
    OPGRAFT_INDEPENDENT
    for (int64_t c = 0; c < columns; ++c) {
      sums[c] = static_cast<Sum>(static_cast<uint64_t>(sums[c]) + static_cast<uint64_t>(line[c]));
    }
  }
}

// --- Maxima ---

template <typename T>
void MaxRun(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  T max = *static_cast<T*>(accumulator);
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Load(in);
    for (i = kLanes<T>; i + kLanes<T> <= n; i += kLanes<T>)
      lanes.TakeLarger(Lanes<T>::Load(in + i));
    T values[kLanes<T>];
    lanes.Store(values);
    for (const T value : values) max = Larger(value, max);
  }
  for (; i < n; ++i) max = Larger(in[i], max);
  *static_cast<T*>(accumulator) = max;
}

template <typename T>
void MaxColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                void* accumulators) {
  const T* in = static_cast<const T*>(in_data);
  T* maxima = static_cast<T*>(accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    const T* line = in + r * stride;
    OPGRAFT_INDEPENDENT
    for (int64_t c = 0; c < columns; ++c) maxima[c] = Larger(line[c], maxima[c]);
  }
}

template <typename T>
ReduceLoops LoopsOf(Reduction reduction) {
  if (reduction == Reduction::kMax) return {&MaxRun<T>, &MaxColumns<T>, kDataTypeOf<T>};
  if constexpr (kIsFloat<T>) {
    return {&SumFloatRun<T>, &SumFloatColumns<T>, DT_DOUBLE};
  } else if constexpr (T(-1) < T(0)) {
    return {&SumIntegerRun<T, int64_t>, &SumIntegerColumns<T, int64_t>, DT_INT64};
  } else {
    return {&SumIntegerRun<T, uint64_t>, &SumIntegerColumns<T, uint64_t>, DT_UINT64};
  }
}

template <typename... Ts>
ReduceLoops Pick(Reduction reduction, DataType dtype, Types<Ts...>) {
  ReduceLoops loops;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loops = LoopsOf<Ts>(reduction))
                             : static_cast<void>(0)),
   ...);
  return loops;
}

}  // namespace

ReduceLoops FindReduceLoops(Reduction reduction, DataType dtype) {
  return Pick(reduction, dtype,
              Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t,
                    uint64_t>());
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
