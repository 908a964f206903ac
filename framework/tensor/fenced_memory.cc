// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/fenced_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>

#include "absl/base/config.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"

#if defined(ABSL_HAVE_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) static_cast<void>(0)
#define ASAN_UNPOISON_MEMORY_REGION(address, size) static_cast<void>(0)
#endif

namespace opgraft_internal {

// --- FencedBlock ---

// Wide enough for an index that is wrong by a row or a factor of two.
size_t FencedBlock::FenceFor(size_t bytes) {
  constexpr size_t kMin = 4096;
  constexpr size_t kMax = size_t{1} << 20;
  const size_t wanted = std::min(std::max(bytes, kMin), kMax);
  return (wanted + TensorBuffer::kAlignment - 1) / TensorBuffer::kAlignment *
         TensorBuffer::kAlignment;
}

std::unique_ptr<FencedBlock> FencedBlock::Make(size_t bytes, uint8_t fence, uint8_t fill) {
  const size_t fence_bytes = FenceFor(bytes);
  void* memory = nullptr;
  if (posix_memalign(&memory, TensorBuffer::kAlignment, 2 * fence_bytes + bytes) != 0)
    return nullptr;
  std::unique_ptr<FencedBlock> block(
      new FencedBlock(static_cast<uint8_t*>(memory), bytes, fence_bytes, fence));
  std::memset(block->data(), fill, bytes);
  block->Repair();
  return block;
}

FencedBlock::FencedBlock(uint8_t* memory, size_t bytes, size_t fence_bytes, uint8_t fence)
    : memory_(memory), bytes_(bytes), fence_bytes_(fence_bytes), fence_(fence) {}

FencedBlock::~FencedBlock() {
  Open();
  std::free(memory_);
}

void FencedBlock::Close() const {
  ASAN_POISON_MEMORY_REGION(memory_, fence_bytes_);
  ASAN_POISON_MEMORY_REGION(data() + bytes_, fence_bytes_);
}

void FencedBlock::Open() const { ASAN_UNPOISON_MEMORY_REGION(memory_, 2 * fence_bytes_ + bytes_); }

void FencedBlock::Repair() const {
  Open();
  std::memset(memory_, fence_, fence_bytes_);
  std::memset(data() + bytes_, fence_, fence_bytes_);
  Close();
}

FenceDamage FencedBlock::FindDamage() const {
  Open();
  const auto is_changed = [this](uint8_t byte) { return byte != fence_; };
  FenceDamage damage;
  const uint8_t* const begin = memory_;
  const uint8_t* const front = begin + fence_bytes_;
  damage.before = static_cast<size_t>(front - std::find_if(begin, front, is_changed));
  const uint8_t* const back = data() + bytes_;
  const auto last = std::find_if(std::make_reverse_iterator(back + fence_bytes_),
                                 std::make_reverse_iterator(back), is_changed);
  damage.behind = static_cast<size_t>(last.base() - back);
  Close();
  return damage;
}

// --- FencedMemory ---

// What is known of the blocks, as long as one of them or the memory lives.
struct FencedMemory::Log {
  absl::Mutex mu;
  bool is_read ABSL_GUARDED_BY(mu) = true;  // the memory is there, to be asked
  absl::flat_hash_set<const FencedBlock*> alive ABSL_GUARDED_BY(mu);
  std::vector<Fault> faults ABSL_GUARDED_BY(mu);

  void Note(const FencedBlock& block) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu) {
    const FenceDamage damage = block.FindDamage();
    if (damage.any()) faults.push_back({block.data(), block.bytes(), damage, block.fence_bytes()});
  }
};

// A block with what it was charged to and where its faults are told; the buffer owns it.
struct FencedMemory::Owned {
  std::unique_ptr<FencedBlock> block;
  std::shared_ptr<Log> log;
  std::shared_ptr<MemoryBudget> budget;
  int64_t charged = 0;
};

FencedMemory::FencedMemory(uint8_t poison) : poison_(poison), log_(std::make_shared<Log>()) {}

FencedMemory::~FencedMemory() {
  absl::MutexLock lock(&log_->mu);
  log_->is_read = false;
}

TensorBuffer* FencedMemory::Allocate(int64_t bytes) {
  auto owned = std::make_unique<Owned>();
  owned->log = log_;
  const std::shared_ptr<MemoryBudget>& budget = MemoryScope::Current();
  if (budget != nullptr) {
    if (!budget->Charge(bytes)) return nullptr;
    owned->budget = budget;
    owned->charged = bytes;
  }
  const auto fence = static_cast<uint8_t>(~poison_);
  owned->block = FencedBlock::Make(static_cast<size_t>(bytes), fence, poison_);
  if (owned->block == nullptr) {
    if (budget != nullptr) budget->Release(bytes);
    return nullptr;
  }
  {
    absl::MutexLock lock(&log_->mu);
    log_->alive.insert(owned->block.get());
  }
  uint8_t* const data = owned->block->data();
  return TensorBuffer::Wrap(data, static_cast<size_t>(bytes), &Release, owned.release());
}

void FencedMemory::Release(void* arg) {
  const std::unique_ptr<Owned> owned(static_cast<Owned*>(arg));
  {
    absl::MutexLock lock(&owned->log->mu);
    owned->log->alive.erase(owned->block.get());
    if (owned->log->is_read) owned->log->Note(*owned->block);
  }
  if (owned->budget != nullptr) owned->budget->Release(owned->charged);
}

std::vector<FencedMemory::Fault> FencedMemory::TakeFaults() {
  absl::MutexLock lock(&log_->mu);
  for (const FencedBlock* block : log_->alive) {
    log_->Note(*block);
    block->Repair();
  }
  return std::exchange(log_->faults, {});
}

}  // namespace opgraft_internal
