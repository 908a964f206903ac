// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/guarded_tensor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "absl/base/config.h"
#include "framework/tensor/tensor_access.h"

#if defined(ABSL_HAVE_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) static_cast<void>(0)
#define ASAN_UNPOISON_MEMORY_REGION(address, size) static_cast<void>(0)
#endif

namespace opgraft_internal {

// Guard, elements, guard.
struct GuardedTensor::Block {
  uint8_t* memory = nullptr;
  size_t bytes = 0;  // of the elements

  uint8_t* data() const { return memory + kGuard; }
  void Poison() const {
    ASAN_POISON_MEMORY_REGION(memory, kGuard);
    ASAN_POISON_MEMORY_REGION(data() + bytes, kGuard);
  }
  void Unpoison() const { ASAN_UNPOISON_MEMORY_REGION(memory, 2 * kGuard + bytes); }

  static Block* Make(const Tensor& original, uint8_t fill) {
    auto block = std::make_unique<Block>();
    block->bytes = original.TotalBytes();
    void* memory = nullptr;
    if (posix_memalign(&memory, TensorBuffer::kAlignment, 2 * kGuard + block->bytes) != 0)
      return nullptr;
    block->memory = static_cast<uint8_t*>(memory);
    std::memset(block->memory, fill, 2 * kGuard + block->bytes);
    std::memcpy(block->data(), original.data(), block->bytes);
    block->Poison();
    return block.release();
  }
  static void Release(void* arg) {
    std::unique_ptr<Block> block(static_cast<Block*>(arg));
    block->Unpoison();
    std::free(block->memory);
  }
};

GuardedTensor::GuardedTensor(const Tensor& original, uint8_t fill)
    : original_(original.DeepCopy().value_or(Tensor())),
      fill_(fill),
      tensor_(original_.DeepCopy().value_or(Tensor())) {
  if (!DataTypeCanUseMemcpy(original.dtype()) || original.NumElements() == 0) return;
  block_ = Block::Make(original, fill);
  if (block_ == nullptr) return;
  TensorBuffer* buffer = TensorBuffer::Wrap(block_->data(), block_->bytes, &Block::Release, block_);
  Tensor view;
  TensorAccess::BorrowBuffer(&view, buffer, original.dtype(), original.shape());
  tensor_ = Tensor();
  TensorAccess::AdoptAs(&tensor_, buffer, view);
}

GuardedTensor::~GuardedTensor() = default;

bool GuardedTensor::guards_changed() const {
  if (block_ == nullptr) return false;
  block_->Unpoison();
  const auto is_fill = [this](uint8_t byte) { return byte == fill_; };
  const uint8_t* const end = block_->data() + block_->bytes;
  const bool same = std::all_of(block_->memory, block_->memory + kGuard, is_fill) &&
                    std::all_of(end, end + kGuard, is_fill);
  block_->Poison();
  return !same;
}

}  // namespace opgraft_internal
