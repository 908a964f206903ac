// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/isa.h"
#include "kernels/loops/select_loops.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

SelectLoops FindSelectLoops(int element_size);

namespace {

struct Bytes16 {
  uint64_t low;
  uint64_t high;
};

template <typename T>
OPGRAFT_INLINE T Choose(uint8_t condition, T then_value, T else_value) {
  return condition != 0 ? then_value : else_value;
}
OPGRAFT_INLINE Bytes16 Choose(uint8_t condition, Bytes16 then_value, Bytes16 else_value) {
  return {Choose(condition, then_value.low, else_value.low),
          Choose(condition, then_value.high, else_value.high)};
}

template <typename T, bool kThenVector, bool kElseVector>
void ByCondition(const void* condition_data, const void* then_data, const void* else_data,
                 void* out_data, int64_t n) {
  const uint8_t* condition = static_cast<const uint8_t*>(condition_data);
  const T* then_values = static_cast<const T*>(then_data);
  const T* else_values = static_cast<const T*>(else_data);
  T* out = static_cast<T*>(out_data);
  if (n == 0) return;
  const T then_first = then_values[0];
  const T else_first = else_values[0];
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) {
    out[i] = Choose(condition[i], kThenVector ? then_values[i] : then_first,
                    kElseVector ? else_values[i] : else_first);
  }
}

template <typename T, bool kThenVector, bool kElseVector>
void OneCondition(const void* condition_data, const void* then_data, const void* else_data,
                  void* out_data, int64_t n) {
  const bool condition = *static_cast<const uint8_t*>(condition_data) != 0;
  const T* chosen = static_cast<const T*>(condition ? then_data : else_data);
  T* out = static_cast<T*>(out_data);
  if (n == 0) return;
  if (condition ? kThenVector : kElseVector) {
    if (chosen != out) __builtin_memcpy(out, chosen, static_cast<uint64_t>(n) * sizeof(T));
    return;
  }
  const T value = chosen[0];
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = value;
}

template <typename T>
SelectLoops LoopsOf() {
  return {{{{&OneCondition<T, false, false>, &OneCondition<T, false, true>},
            {&OneCondition<T, true, false>, &OneCondition<T, true, true>}},
           {{&ByCondition<T, false, false>, &ByCondition<T, false, true>},
            {&ByCondition<T, true, false>, &ByCondition<T, true, true>}}}};
}

}  // namespace

SelectLoops FindSelectLoops(int element_size) {
  switch (element_size) {
    case 1:
      return LoopsOf<uint8_t>();
    case 2:
      return LoopsOf<uint16_t>();
    case 4:
      return LoopsOf<uint32_t>();
    case 8:
      return LoopsOf<uint64_t>();
    case 16:
      return LoopsOf<Bytes16>();
    default:
      return {};
  }
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
