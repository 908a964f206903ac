// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Memory that tells who writes beside it: for debug runs and the test kit.
#ifndef FRAMEWORK_TENSOR_FENCED_MEMORY_H_
#define FRAMEWORK_TENSOR_FENCED_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "framework/tensor/allocation_hook.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How far beside a block something was written, in bytes from its ends; 0: not.
struct FenceDamage {
  size_t before = 0;
  size_t behind = 0;
  bool any() const { return before + behind > 0; }
};

// Bytes between two fences of a known value:
//
//     [fence, fence_bytes()] [data(), bytes()] [fence, fence_bytes()]
//
// The bytes are aligned as a buffer's; the second fence begins at the byte after the last.
// AddressSanitizer knows the fences and reports a touch at once. Owns its memory.
// Thread-compatible.
class FencedBlock {
 public:
  // The fences consist of the byte `fence`, the block of `fill`. Null if there is no memory.
  static std::unique_ptr<FencedBlock> Make(size_t bytes, uint8_t fence, uint8_t fill);
  ~FencedBlock();
  FencedBlock(const FencedBlock&) = delete;
  FencedBlock& operator=(const FencedBlock&) = delete;

  uint8_t* data() const { return memory_ + fence_bytes_; }
  size_t bytes() const { return bytes_; }
  // Of each fence: what is written farther off is not seen.
  size_t fence_bytes() const { return fence_bytes_; }
  // Where the fences are not what they were. May be asked again and again.
  FenceDamage FindDamage() const;
  // Makes the fences whole again.
  void Repair() const;

 private:
  FencedBlock(uint8_t* memory, size_t bytes, size_t fence_bytes, uint8_t fence);
  static size_t FenceFor(size_t bytes);
  // Tell AddressSanitizer that the fences may not be touched; that they may. Without it they do
  // nothing.
  void Close() const;
  void Open() const;

  uint8_t* const memory_;
  const size_t bytes_;
  const size_t fence_bytes_;
  const uint8_t fence_;
};

// Gives every buffer that the thread allocates fences, and poison for contents: an element that
// nobody writes keeps it. The buffers may outlive this and go on any thread; else
// thread-compatible.
//
// Example:
//   FencedMemory memory(0x7F);
//   AllocationHook* const outer = AllocationHook::Exchange(&memory);
//   kernel->Compute(context);
//   AllocationHook::Exchange(outer);
//   for (const FencedMemory::Fault& fault : memory.TakeFaults()) ...
class FencedMemory : public AllocationHook {
 public:
  explicit FencedMemory(uint8_t poison);
  ~FencedMemory() override;

  TensorBuffer* Allocate(int64_t bytes) override;

  // A block beside which something was written.
  struct Fault {
    const void* data = nullptr;
    size_t bytes = 0;
    FenceDamage damage;
    size_t fence_bytes = 0;
  };
  // What was written so far, of blocks that are gone too; each fault is reported once.
  std::vector<Fault> TakeFaults();

 private:
  struct Log;
  struct Owned;
  static void Release(void* owned);

  const uint8_t poison_;
  const std::shared_ptr<Log> log_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_FENCED_MEMORY_H_
