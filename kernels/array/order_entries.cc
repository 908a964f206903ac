// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/array/order_entries.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "framework/kernel/register_types.h"

namespace opgraft_internal {
namespace {

// Small floats are ordered as floats.
float Widened(half value) { return static_cast<float>(value); }
float Widened(bfloat16 value) { return static_cast<float>(value); }
template <typename T>
T Widened(T value) {
  return value;
}

// A whole number that is larger for a larger value, and one for 0 and -0; least for NaN.
template <typename T>
auto OrderKey(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
    if (value != value) return Bits{0};
    if (value == T{0}) return kSign;
    Bits bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return (bits & kSign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | kSign);
  } else {
    using Key = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    constexpr Key kLowest = static_cast<Key>(std::numeric_limits<T>::lowest());
    return static_cast<Key>(static_cast<Key>(value) - kLowest);
  }
}

template <typename T, typename Entry>
void MakeEntries(const void* row, const OrderedRows& rows, void* entries) {
  using Key = decltype(OrderKey(Widened(T())));
  // All bits the other way round: the order too.
  const Key flip = rows.smallest_first ? static_cast<Key>(~Key{0}) : Key{0};
  for (int64_t i = 0; i < rows.length; ++i) {
    const Key key = OrderKey(Widened(static_cast<const T*>(row)[i * rows.step]));
    static_cast<Entry*>(entries)[i] = Entry(static_cast<Key>(key ^ flip), i);
  }
}

}  // namespace

MakeEntriesLoop FindMakeEntries(DataType dtype) {
  switch (dtype) {
#define OPGRAFT_CASE(T)          \
  case DataTypeToEnum<T>::value: \
    return &MakeEntries<T, std::conditional_t<sizeof(T) == 8, LongEntry, ShortEntry>>;
    TF_CALL_REAL_NUMBER_TYPES(OPGRAFT_CASE)
#undef OPGRAFT_CASE
    case DT_BOOL:
      return &MakeEntries<uint8_t, ShortEntry>;
    default:
      return nullptr;
  }
}

}  // namespace opgraft_internal
