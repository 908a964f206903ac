// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Copying elements of any dtype: as bytes where they may be, by assignment where they own
// something.
#ifndef KERNELS_DATA_MOVEMENT_ELEMENT_MOVE_H_
#define KERNELS_DATA_MOVEMENT_ELEMENT_MOVE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Elements of kSize bytes that own nothing.
template <size_t kBytes>
struct ByteElements {
  static constexpr int64_t kSize = kBytes;
  // Copies one element, or a run of them.
  static void CopyOne(const char* from, char* to) { std::memcpy(to, from, kBytes); }
  static void CopyRun(const char* from, char* to, int64_t count) {
    std::memcpy(to, from, static_cast<size_t>(count) * kBytes);
  }
  // Copies the one element `from` to every place of a run.
  static void FillRun(const char* from, char* to, int64_t count) {
    char element[kBytes];
    std::memcpy(element, from, kBytes);
    for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * kSize, element, kBytes);
  }
  // Makes a run zeros.
  static void ClearRun(char* to, int64_t count) {
    std::memset(to, 0, static_cast<size_t>(count) * kBytes);
  }
};

// Elements that are objects: tstring, ResourceHandle, Variant.
template <typename T>
struct ObjectElements {
  static constexpr int64_t kSize = sizeof(T);
  static void CopyOne(const char* from, char* to) {
    *reinterpret_cast<T*>(to) = *reinterpret_cast<const T*>(from);
  }
  static void CopyRun(const char* from, char* to, int64_t count) {
    std::copy_n(reinterpret_cast<const T*>(from), count, reinterpret_cast<T*>(to));
  }
  static void FillRun(const char* from, char* to, int64_t count) {
    std::fill_n(reinterpret_cast<T*>(to), count, *reinterpret_cast<const T*>(from));
  }
  // Makes a run empty strings, handles or variants.
  static void ClearRun(char* to, int64_t count) {
    std::fill_n(reinterpret_cast<T*>(to), count, T());
  }
};

// Calls fn(E()), where E is the ByteElements or ObjectElements of `dtype`. A loop over any dtype is
// so written once and compiled eight times. Does nothing for what is no dtype of a tensor.
//
// Example: the first element of each of n pairs.
//
//     WithElements(dtype, [&](auto elements) {
//       using E = decltype(elements);
//       for (int64_t i = 0; i < n; ++i) E::CopyOne(from + 2 * i * E::kSize, to + i * E::kSize);
//     });
template <typename Fn>
void WithElements(DataType dtype, Fn&& fn) {
  switch (DataTypeSize(dtype)) {
    case 1:
      return fn(ByteElements<1>());
    case 2:
      return fn(ByteElements<2>());
    case 4:
      return fn(ByteElements<4>());
    case 8:
      return fn(ByteElements<8>());
    case 16:
      return fn(ByteElements<16>());
  }
  switch (dtype) {
    case DT_STRING:
      return fn(ObjectElements<tstring>());
    case DT_RESOURCE:
      return fn(ObjectElements<ResourceHandle>());
    case DT_VARIANT:
      return fn(ObjectElements<Variant>());
    default:
      return;
  }
}

// Bytes of an element in memory, whatever it is.
inline int64_t ElementSize(DataType dtype) {
  int64_t size = 0;
  WithElements(dtype, [&](auto elements) { size = decltype(elements)::kSize; });
  return size;
}

// Makes n elements of `dtype` zeros, false, empty strings, ...
inline void ClearElements(DataType dtype, void* to, int64_t n) {
  if (n == 0) return;
  WithElements(dtype,
               [&](auto elements) { decltype(elements)::ClearRun(static_cast<char*>(to), n); });
}

// Calls fn(E(), n): a run of `count` elements of `dtype` is n of E. Runs of 2, 4, 8 or 16 bytes are
// one element of that size, because a call of memcpy takes longer than to move it.
template <typename Fn>
void WithRuns(DataType dtype, int64_t count, Fn&& fn) {
  const int64_t bytes = count <= 16 ? count * DataTypeSize(dtype) : 0;
  switch (bytes) {
    case 2:
      return fn(ByteElements<2>(), int64_t{1});
    case 4:
      return fn(ByteElements<4>(), int64_t{1});
    case 8:
      return fn(ByteElements<8>(), int64_t{1});
    case 16:
      return fn(ByteElements<16>(), int64_t{1});
    default:
      WithElements(dtype, [&](auto elements) { fn(elements, count); });
  }
}

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_ELEMENT_MOVE_H_
