// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/boxes.h"

#include <type_traits>

#include "framework/types/visit_type.h"

namespace opgraft_internal {
namespace {

template <typename T>
void Largest(const WindowGeometry& window, const Box3& box, const void* plane, void* largest,
             int64_t* which) {
  T best = *static_cast<T*>(largest);
  ForEachLineOfBox(window, box, [&](int64_t first, int64_t count, int64_t step) {
    const T* line = static_cast<const T*>(plane) + first;
    for (int64_t i = 0; i < count; ++i) {
      if (!(line[i * step] > best)) continue;
      best = line[i * step];
      *which = first + i * step;
    }
  });
  *static_cast<T*>(largest) = best;
}

}  // namespace

LargestOfBox FindLargestOfBox(DataType type) {
  LargestOfBox found = nullptr;
  VisitType(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_arithmetic<T>::value && !std::is_same<T, bool>::value)
      found = &Largest<T>;
  });
  return found;
}

}  // namespace opgraft_internal
