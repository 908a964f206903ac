// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/tensor/allocation_hook.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"

namespace opgraft {
namespace {

// More than any machine has; keeps sums of sizes far from overflow.
constexpr int64_t kMaxBytes = int64_t{1} << 46;

int64_t RoundUp(int64_t bytes) {
  constexpr int64_t kUnit = TensorBuffer::kAlignment;
  return (bytes + kUnit - 1) / kUnit * kUnit;
}

// Bytes of an element, objects included.
int64_t ElementSize(DataType dtype) {
  switch (dtype) {
    case DT_STRING:
      return sizeof(tstring);
    case DT_RESOURCE:
      return sizeof(ResourceHandle);
    case DT_VARIANT:
      return sizeof(Variant);
    default:
      return DataTypeSize(dtype);
  }
}

// Calls fn(T*) with `data` as the C++ type of a dtype whose elements are objects; does nothing for
// others.
template <typename Fn>
void VisitObjects(DataType dtype, void* data, Fn fn) {
  switch (dtype) {
    case DT_STRING:
      return fn(static_cast<tstring*>(data));
    case DT_RESOURCE:
      return fn(static_cast<ResourceHandle*>(data));
    case DT_VARIANT:
      return fn(static_cast<Variant*>(data));
    default:
      return;
  }
}

// Bytes of a string outside of itself; short ones have none.
int64_t HeapBytes(const tstring& text) {
  const char* self = reinterpret_cast<const char*>(&text);
  const bool is_inside = text.data() >= self && text.data() < self + sizeof(tstring);
  return is_inside ? 0 : static_cast<int64_t>(text.capacity());
}

// `bytes`: a multiple of the alignment. Null if there is no memory. Large blocks ask for large
// pages (Linux gives them where it may): what a cache appends is mostly touched for the first time,
// and a page fault costs more than the row.
void* AllocateBlock(size_t bytes) {
  constexpr size_t kLarge = size_t{4} << 20;
  constexpr size_t kPage = 4096;
  void* const block = std::aligned_alloc(TensorBuffer::kAlignment, bytes);
  if (block == nullptr || bytes < kLarge) return block;
  const size_t to_page = (kPage - reinterpret_cast<uintptr_t>(block) % kPage) % kPage;
  // Advice only: without it all is as before.
  static_cast<void>(madvise(static_cast<char*>(block) + to_page, bytes - to_page, MADV_HUGEPAGE));
  return block;
}

// A buffer that lies before its own bytes in one block.
class HeapBuffer final : public TensorBuffer {
 public:
  static HeapBuffer* Make(DataType element_type, int64_t bytes) {
    static_assert(sizeof(HeapBuffer) <= kHeader, "the header lies before the bytes");
    std::shared_ptr<MemoryBudget> budget = MemoryScope::Current();
    if (budget != nullptr && !budget->Charge(bytes)) return nullptr;
    void* block = AllocateBlock(static_cast<size_t>(kHeader + bytes));
    if (block == nullptr) {
      if (budget != nullptr) budget->Release(bytes);
      return nullptr;
    }
    return new (block)
        HeapBuffer(static_cast<char*>(block) + kHeader, bytes, element_type, std::move(budget));
  }
  static void operator delete(void* block) { std::free(block); }

  bool ChargeContents() const override {
    if (budget_ == nullptr || element_type() != DT_STRING) return true;
    const auto* strings = static_cast<const tstring*>(data());
    int64_t bytes_held = 0;
    for (int64_t i = 0; i < elements(); ++i) bytes_held += HeapBytes(strings[i]);
    budget_->Release(std::exchange(contents_charged_, 0));
    if (bytes_held > 0 && !budget_->Charge(bytes_held)) return false;
    contents_charged_ = bytes_held;
    return true;
  }

 private:
  static constexpr int64_t kHeader = kAlignment;

  HeapBuffer(void* data, int64_t bytes, DataType element_type, std::shared_ptr<MemoryBudget> budget)
      : TensorBuffer(data, static_cast<size_t>(bytes), element_type), budget_(std::move(budget)) {
    VisitObjects(element_type, data, [this](auto* objects) {
      std::uninitialized_default_construct_n(objects, elements());
    });
  }
  ~HeapBuffer() override {
    VisitObjects(element_type(), data(),
                 [this](auto* objects) { std::destroy_n(objects, elements()); });
    if (budget_ != nullptr) budget_->Release(static_cast<int64_t>(bytes()) + contents_charged_);
  }
  // Those that are constructed, where they are objects.
  int64_t elements() const { return static_cast<int64_t>(bytes()) / ElementSize(element_type()); }
  static void* operator new(size_t, void* place) { return place; }

  mutable int64_t contents_charged_ = 0;
  const std::shared_ptr<MemoryBudget> budget_;
};

class WrappedBuffer final : public TensorBuffer {
 public:
  WrappedBuffer(void* data, size_t bytes, void (*release)(void*), void* arg)
      : TensorBuffer(data, bytes, DT_INVALID), release_(release), arg_(arg) {}
  bool is_wrapped() const override { return true; }

 private:
  ~WrappedBuffer() override {
    if (release_ != nullptr) release_(arg_);
  }

  void (*const release_)(void*);
  void* const arg_;
};

}  // namespace

TensorBuffer* TensorBuffer::Allocate(DataType dtype, int64_t elements) {
  const int64_t size = ElementSize(dtype);
  if (size == 0 || elements < 0 || elements > kMaxBytes / size) return nullptr;
  opgraft_internal::AllocationHook* const hook = opgraft_internal::AllocationHook::Current();
  if (hook != nullptr && DataTypeCanUseMemcpy(dtype)) return hook->Allocate(elements * size);
  // Even without elements there is an address to know the buffer by.
  const int64_t bytes = RoundUp(std::max<int64_t>(elements * size, 1));
  return HeapBuffer::Make(DataTypeCanUseMemcpy(dtype) ? DT_INVALID : dtype, bytes);
}

TensorBuffer* TensorBuffer::Wrap(void* data, size_t bytes, void (*release)(void* arg), void* arg) {
  return new WrappedBuffer(data, bytes, release, arg);
}

int64_t TensorBuffer::BytesFor(DataType dtype, int64_t elements) {
  const int64_t size = ElementSize(dtype);
  int64_t bytes = 0;
  if (size == 0 || elements < 0 || __builtin_mul_overflow(elements, size, &bytes) ||
      bytes > kMaxBytes)
    return -1;
  return bytes;
}

void TensorBuffer::ClearObjects(int64_t elements) {
  VisitObjects(element_type(), data(), [elements](auto* objects) {
    using Object = std::decay_t<decltype(*objects)>;
    std::fill_n(objects, elements, Object());
  });
}

bool MemoryBudget::Charge(int64_t bytes) {
  return bytes <= max_tensor_bytes_ && ChargeOther(bytes);
}

bool MemoryBudget::ChargeOther(int64_t bytes) {
  if (fail_at_.load(std::memory_order_relaxed) >= 0 &&
      fail_at_.fetch_sub(1, std::memory_order_relaxed) == 0)
    return false;
  const int64_t limit = std::min(max_total_bytes_, run_limit_.load(std::memory_order_relaxed));
  const bool fits = used_.fetch_add(bytes, std::memory_order_relaxed) <= limit - bytes;
  if (fits && (parent_ == nullptr || parent_->ChargeOther(bytes))) return true;
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void MemoryBudget::Release(int64_t bytes) {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  if (parent_ != nullptr) parent_->Release(bytes);
}

std::string MemoryBudget::Describe() const {
  const auto text = [](int64_t limit) {
    return limit == kUnlimited ? "no limit" : absl::StrCat(limit, " bytes");
  };
  std::string limits = absl::StrCat("the limits are ", text(max_tensor_bytes_),
                                    " a tensor (max_tensor_bytes) and ", text(max_total_bytes_),
                                    " in all (max_total_bytes), of which ", used(), " are used");
  const int64_t of_run = run_limit_.load(std::memory_order_relaxed);
  if (of_run < max_total_bytes_)
    absl::StrAppend(&limits, "; this run may use ", of_run, " (RunOptions::max_bytes)");
  if (parent_ != nullptr) {
    absl::StrAppend(&limits, "; all requests together may use ", text(parent_->max_total_bytes_),
                    " (EnvironmentOptions::max_bytes), of which ", parent_->used(), " are used");
  }
  return limits;
}

__thread const std::shared_ptr<MemoryBudget>* MemoryScope::current_ = nullptr;

const std::shared_ptr<MemoryBudget>& MemoryScope::Current() {
  static const auto* const none = new std::shared_ptr<MemoryBudget>();
  return current_ == nullptr ? *none : *current_;
}

}  // namespace opgraft
