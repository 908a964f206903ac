// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_CACHE_LINE_VECTOR_H_
#define FRAMEWORK_STATE_CACHE_LINE_VECTOR_H_

#include <cstddef>
#include <new>
#include <vector>

#include "absl/base/optimization.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How far memory that several threads write must lie apart so that they do not slow each other
// down. Two lines, not one, since processors fetch cache lines in pairs.
inline constexpr size_t kApart = 2 * ABSL_CACHELINE_SIZE;

// Allocates whole lines, so that no other allocation lies on them. Stateless, so thread-safe;
// throws std::bad_alloc.
template <typename T>
class CacheLineAllocator {
 public:
  using value_type = T;

  CacheLineAllocator() = default;
  template <typename U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT: as allocators convert

  // What std::vector asks of an allocator.
  T* allocate(size_t n) {
    const size_t bytes = (n * sizeof(T) + kApart - 1) / kApart * kApart;
    return static_cast<T*>(::operator new(bytes, std::align_val_t(kApart)));
  }
  void deallocate(T* memory, size_t) { ::operator delete(memory, std::align_val_t(kApart)); }

  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
  friend bool operator!=(const CacheLineAllocator&, const CacheLineAllocator&) { return false; }
};

// For what runs write: the next request in memory may be another thread's. Use as any std::vector.
//
// Example: `CacheLineVector<int32_t> touched;`
template <typename T>
using CacheLineVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_CACHE_LINE_VECTOR_H_
