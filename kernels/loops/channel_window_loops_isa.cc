// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/channel_window_loops.h"
#include "kernels/loops/lanes.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

ChannelWindowLoops FindChannelWindowLoops(DataType dtype);

namespace {

// --- Between planes and pixels ---

template <typename T>
using Four __attribute__((vector_size(4 * sizeof(T)))) = T;

template <typename T>
OPGRAFT_INLINE Four<T> LoadFour(const T* from) {
  Four<T> four;
  __builtin_memcpy(&four, from, sizeof(four));
  return four;
}
template <typename T>
OPGRAFT_INLINE void StoreFour(Four<T> four, T* to) {
  __builtin_memcpy(to, &four, sizeof(four));
}

// Four rows, `from_apart`, become four columns: pairs of rows are interleaved, then pairs of pairs.
template <typename T>
OPGRAFT_INLINE void TurnSquare(const T* from, int64_t from_apart, T* to, int64_t to_apart) {
  const Four<T> a = LoadFour(from), b = LoadFour(from + from_apart),
                c = LoadFour(from + 2 * from_apart), d = LoadFour(from + 3 * from_apart);
  const Four<T> ac0 = __builtin_shufflevector(a, c, 0, 4, 1, 5);
  const Four<T> ac2 = __builtin_shufflevector(a, c, 2, 6, 3, 7);
  const Four<T> bd0 = __builtin_shufflevector(b, d, 0, 4, 1, 5);
  const Four<T> bd2 = __builtin_shufflevector(b, d, 2, 6, 3, 7);
  StoreFour<T>(__builtin_shufflevector(ac0, bd0, 0, 4, 1, 5), to);
  StoreFour<T>(__builtin_shufflevector(ac0, bd0, 2, 6, 3, 7), to + to_apart);
  StoreFour<T>(__builtin_shufflevector(ac2, bd2, 0, 4, 1, 5), to + 2 * to_apart);
  StoreFour<T>(__builtin_shufflevector(ac2, bd2, 2, 6, 3, 7), to + 3 * to_apart);
}

// `rows` of `columns` elements become columns.
template <typename T>
OPGRAFT_INLINE void TurnAll(const T* from, int64_t from_apart, int64_t rows, int64_t columns, T* to,
                            int64_t to_apart) {
  const int64_t square_rows = rows / 4 * 4, square_columns = columns / 4 * 4;
  for (int64_t r = 0; r < square_rows; r += 4)
    for (int64_t c = 0; c < square_columns; c += 4)
      TurnSquare(from + r * from_apart + c, from_apart, to + c * to_apart + r, to_apart);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = r < square_rows ? square_columns : 0; c < columns; ++c)
      to[c * to_apart + r] = from[r * from_apart + c];
  }
}

template <typename T>
void Turn(const void* from, int64_t apart, int64_t planes, int64_t count, void* pixels) {
  T* const to = static_cast<T*>(pixels);
  TurnAll(static_cast<const T*>(from), apart, planes, count, to, kLanes<T>);
  if (planes == kLanes<T>) return;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t c = planes; c < kLanes<T>; ++c) to[i * kLanes<T> + c] = T{0};
}

template <typename T>
void TurnBack(const void* pixels, int64_t count, void* to, int64_t apart, int64_t planes) {
  TurnAll(static_cast<const T*>(pixels), kLanes<T>, count, planes, static_cast<T*>(to), apart);
}

// --- Windows ---

// So many places side by side stay in registers while all taps go by.
constexpr int kPlaces = OPGRAFT_REGISTER_BYTES == 64 ? 7 : OPGRAFT_REGISTER_BYTES / 16;

template <typename T>
struct Line {
  const T* pixels;
  const int64_t* taps;
  int64_t num_taps;
  int64_t step;
  const T* weights;
  T* out;

  template <int kCount>
  OPGRAFT_INLINE void Run(int64_t place) const {
    Lanes<T> sums[kCount];
    OPGRAFT_UNROLLED
    for (int i = 0; i < kCount; ++i) sums[i] = Lanes<T>::Of(T{0});
    const T* const first = pixels + place * step * kLanes<T>;
    for (int64_t t = 0; t < num_taps; ++t) {
      const Lanes<T> weight = Lanes<T>::Load(weights + t * kLanes<T>);
      const T* const tap = first + taps[t] * kLanes<T>;
      OPGRAFT_UNROLLED
      for (int i = 0; i < kCount; ++i)
        sums[i].AddProduct(Lanes<T>::Load(tap + i * step * kLanes<T>), weight);
    }
    OPGRAFT_UNROLLED
    for (int i = 0; i < kCount; ++i) sums[i].Store(out + (place + i) * kLanes<T>);
  }
};

template <typename T>
void RunLine(const void* pixels, const int64_t* taps, int64_t num_taps, int64_t step,
             const void* weights, int64_t places, void* out) {
  const Line<T> line = {
      static_cast<const T*>(pixels), taps, num_taps, step, static_cast<const T*>(weights),
      static_cast<T*>(out)};
  int64_t place = 0;
  for (; place + kPlaces <= places; place += kPlaces) line.template Run<kPlaces>(place);
  if (kPlaces > 4)
    for (; place + 4 <= places; place += 4) line.template Run<4>(place);
  if (kPlaces > 2)
    for (; place + 2 <= places; place += 2) line.template Run<2>(place);
  for (; place < places; ++place) line.template Run<1>(place);
}

template <typename T>
ChannelWindowLoops LoopsOf() {
  return {kLanes<T>, &Turn<T>, &TurnBack<T>, &RunLine<T>};
}

}  // namespace

ChannelWindowLoops FindChannelWindowLoops(DataType dtype) {
  if (dtype == DT_FLOAT) return LoopsOf<float>();
  if (dtype == DT_DOUBLE) return LoopsOf<double>();
  return {0, nullptr, nullptr, nullptr};
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
