// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/scratch_memory.h"

#include <limits>

#include "framework/tensor/tensor_buffer.h"

namespace opgraft_internal {
namespace {

// The memory begins with a pointer to its buffer; the caller gets what follows.
constexpr size_t kHead = TensorBuffer::kAlignment;

}  // namespace

void* AllocateScratch(size_t bytes) noexcept {
  if (bytes > static_cast<size_t>(std::numeric_limits<int64_t>::max()) - kHead) return nullptr;
  TensorBuffer* const buffer =
      TensorBuffer::Allocate(DT_UINT8, static_cast<int64_t>(bytes + kHead));
  if (buffer == nullptr) return nullptr;
  *static_cast<const TensorBuffer**>(buffer->data()) = buffer;
  return static_cast<char*>(buffer->data()) + kHead;
}

void FreeScratch(void* memory) noexcept {
  if (memory == nullptr) return;
  void* const head = static_cast<char*>(memory) - kHead;
  (*static_cast<const TensorBuffer**>(head))->Unref();
}

}  // namespace opgraft_internal
