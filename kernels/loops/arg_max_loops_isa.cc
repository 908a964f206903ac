// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/arg_max_loops.h"
#include "kernels/loops/lanes.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

ArgMaxLoops FindArgMaxLoops(DataType dtype);

namespace {

// The largest of `start` and n elements.
template <typename T>
T LargestOf(const T* in, int64_t n, T start) {
  T largest = start;
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Of(start);
    for (; i + kLanes<T> <= n; i += kLanes<T>) lanes.TakeGreater(Lanes<T>::Load(in + i));
    T values[kLanes<T>];
    lanes.Store(values);
    for (const T value : values) largest = value > largest ? value : largest;
  }
  for (; i < n; ++i) largest = in[i] > largest ? in[i] : largest;
  return largest;
}

// In blocks: the index is searched only in a block that has a new maximum.
template <typename T>
int64_t Run(const void* in_data, int64_t n, void* best_data) {
  constexpr int64_t kBlock = 1024;
  const T* in = static_cast<const T*>(in_data);
  T& best = *static_cast<T*>(best_data);
  int64_t index = -1;
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t end = n - begin < kBlock ? n : begin + kBlock;
    const T largest = LargestOf(in + begin, end - begin, best);
    if (!(largest > best)) continue;
    best = largest;
    index = begin;
    while (in[index] != largest) ++index;
  }
  return index;
}

template <typename T>
void Row(const void* in_data, int64_t row, int64_t columns, void* best_data, int64_t* indices) {
  const T* in = static_cast<const T*>(in_data);
  T* best = static_cast<T*>(best_data);
  OPGRAFT_INDEPENDENT
  for (int64_t c = 0; c < columns; ++c) {
    const bool larger = in[c] > best[c];
    indices[c] = larger ? row : indices[c];
    best[c] = larger ? in[c] : best[c];
  }
}

template <typename... Ts>
ArgMaxLoops Pick(DataType dtype, Types<Ts...>) {
  ArgMaxLoops loops;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loops = {&Run<Ts>, &Row<Ts>})
                             : static_cast<void>(0)),
   ...);
  return loops;
}

}  // namespace

ArgMaxLoops FindArgMaxLoops(DataType dtype) {
  return Pick(dtype, Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                           uint32_t, uint64_t>());
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
