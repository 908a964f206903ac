// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ALLOCATOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ALLOCATOR_H_

#include <cstddef>
#include <string>

#include "Eigen/Core"
#include "framework/kernel/allocator_attributes.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

struct AllocationAttributes {
  AllocationAttributes() = default;
  explicit AllocationAttributes(bool, bool, void*) {}
  bool no_retry_on_failure = false;
  bool retry_on_failure = true;
  bool allocation_will_be_logged = false;
};

// The memory of the process, for sources that ask TensorFlow's allocator for it. Thread-safe.
class Allocator {
 public:
  static constexpr size_t kAllocatorAlignment = 64;
  virtual ~Allocator() = default;
  virtual std::string Name() { return "cpu"; }
  // `num_bytes` aligned to kAllocatorAlignment; null if there is no memory.
  virtual void* AllocateRaw(size_t, size_t num_bytes) {
    return ::operator new(num_bytes, kAlignment, std::nothrow);
  }
  virtual void* AllocateRaw(size_t alignment, size_t num_bytes, const AllocationAttributes&) {
    return AllocateRaw(alignment, num_bytes);
  }
  virtual void DeallocateRaw(void* memory) { ::operator delete(memory, kAlignment); }

 private:
  static constexpr std::align_val_t kAlignment{kAllocatorAlignment};
};

inline Allocator* cpu_allocator(int = 0) {
  static Allocator* const allocator = new Allocator();
  return allocator;
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ALLOCATOR_H_
