// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/arg_max_loops.h"
#include "kernels/loops/lanes.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

ArgMaxLoops FindArgMaxLoops(DataType dtype);
ArgMaxLoops FindArgMinLoops(DataType dtype);

namespace {

struct LargestOp {
  template <typename T>
  static OPGRAFT_INLINE bool Beats(T x, T best) {
    return x > best;
  }
  template <typename T>
  static OPGRAFT_INLINE void Join(const Lanes<T>& other, Lanes<T>* lanes) {
    lanes->TakeGreater(other);
  }
};

struct SmallestOp {
  template <typename T>
  static OPGRAFT_INLINE bool Beats(T x, T best) {
    return x < best;
  }
  template <typename T>
  static OPGRAFT_INLINE void Join(const Lanes<T>& other, Lanes<T>* lanes) {
    lanes->TakeLess(other);
  }
};

// The best of `start` and n elements.
template <typename Op, typename T>
T BestOf(const T* in, int64_t n, T start) {
  T best = start;
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Of(start);
    for (; i + kLanes<T> <= n; i += kLanes<T>) Op::Join(Lanes<T>::Load(in + i), &lanes);
    T values[kLanes<T>];
    lanes.Store(values);
    for (const T value : values) best = Op::Beats(value, best) ? value : best;
  }
  for (; i < n; ++i) best = Op::Beats(in[i], best) ? in[i] : best;
  return best;
}

// In blocks: the index is searched only in a block that has a new best.
template <typename Op, typename T>
int64_t Run(const void* in_data, int64_t n, void* best_data) {
  constexpr int64_t kBlock = 1024;
  const T* in = static_cast<const T*>(in_data);
  T& best = *static_cast<T*>(best_data);
  int64_t index = -1;
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t end = n - begin < kBlock ? n : begin + kBlock;
    const T found = BestOf<Op>(in + begin, end - begin, best);
    if (!Op::Beats(found, best)) continue;
    best = found;
    index = begin;
    while (in[index] != found) ++index;
  }
  return index;
}

template <typename Op, typename T>
void Row(const void* in_data, int64_t row, int64_t columns, void* best_data, int64_t* indices) {
  const T* in = static_cast<const T*>(in_data);
  T* best = static_cast<T*>(best_data);
  OPGRAFT_INDEPENDENT
  for (int64_t c = 0; c < columns; ++c) {
    const bool beats = Op::Beats(in[c], best[c]);
    indices[c] = beats ? row : indices[c];
    best[c] = beats ? in[c] : best[c];
  }
}

template <typename Op, typename... Ts>
ArgMaxLoops Pick(DataType dtype, Types<Ts...>) {
  ArgMaxLoops loops;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loops = {&Run<Op, Ts>, &Row<Op, Ts>})
                             : static_cast<void>(0)),
   ...);
  return loops;
}

using Numbers =
    Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;

}  // namespace

ArgMaxLoops FindArgMaxLoops(DataType dtype) { return Pick<LargestOp>(dtype, Numbers()); }
ArgMaxLoops FindArgMinLoops(DataType dtype) { return Pick<SmallestOp>(dtype, Numbers()); }

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
