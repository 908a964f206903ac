// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_ALLOCATION_HOOK_H_
#define FRAMEWORK_TENSOR_ALLOCATION_HOOK_H_

#include <cstdint>
#include <utility>

#include "framework/types/internal_namespace.h"

namespace opgraft {
class TensorBuffer;
}  // namespace opgraft

namespace opgraft_internal {

// Takes the place of the heap: while a thread has one, TensorBuffer::Allocate asks it for buffers
// of plain elements. For debugging; see FencedMemory. Belongs to the thread that sets it, which
// must take it away before it is destroyed.
//
// Example:
//   AllocationHook* const outer = AllocationHook::Exchange(&hook);
//   Compute();
//   AllocationHook::Exchange(outer);
class AllocationHook {
 public:
  virtual ~AllocationHook() = default;
  // A buffer of `bytes`, aligned as every buffer, its count one; null if there is no memory.
  virtual TensorBuffer* Allocate(int64_t bytes) = 0;

  // Of the calling thread; null: none.
  static AllocationHook* Current() { return current_; }
  // Makes `hook` (may be null) the calling thread's, and returns the one before. Borrows it.
  static AllocationHook* Exchange(AllocationHook* hook) { return std::exchange(current_, hook); }

 private:
  static __thread AllocationHook* current_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_ALLOCATION_HOOK_H_
