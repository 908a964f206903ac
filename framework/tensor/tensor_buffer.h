// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_TENSOR_BUFFER_H_
#define FRAMEWORK_TENSOR_TENSOR_BUFFER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "framework/types/data_type.h"

namespace opgraft {

class MemoryBudget;

// A counted block of memory that tensors share.
//
// Thread safety: the count is atomic; the bytes are not guarded. A buffer is written only by who
// holds its single reference (RefCountIsOne). Elements of non-trivial types (string, resource,
// variant) are constructed by the buffer and destroyed with it.
class TensorBuffer {
 public:
  // Alignment in bytes of what Allocate returns; enough for every vector register and for Eigen.
  static constexpr size_t kAlignment = 64;

  // A buffer with room for `elements` of `dtype`, its count one, or null when the limits of the
  // current MemoryScope or the machine refuse it. Trivial elements are not initialised. Bytes may
  // be rounded up.
  static TensorBuffer* Allocate(DataType dtype, int64_t elements);

  // A buffer over memory that it does not own, e.g. a mapped file; `release` runs when the last
  // reference goes. The memory must be aligned as its elements are; those are of a trivial type.
  // Outside of every budget.
  static TensorBuffer* Wrap(void* data, size_t bytes, void (*release)(void* arg), void* arg);

  // Bytes that `elements` of `dtype` take, objects included; -1 if no buffer can be so large or the
  // dtype is not valid.
  static int64_t BytesFor(DataType dtype, int64_t elements);

  void Ref() const { refs_.fetch_add(1, std::memory_order_relaxed); }
  void Unref() const {
    if (refs_.load(std::memory_order_acquire) == 1 ||
        refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  bool RefCountIsOne() const { return refs_.load(std::memory_order_acquire) == 1; }

  void* data() const { return data_; }
  // Usable bytes.
  size_t bytes() const { return bytes_; }
  // DT_INVALID for trivial elements (any trivial dtype may live here), else the dtype constructed
  // in it.
  DataType element_type() const { return element_type_; }
  // Makes the first `elements` strings, handles or variants empty; does nothing to others.
  // REQUIRES: RefCountIsOne.
  void ClearObjects(int64_t elements);
  // Charges what the strings here hold beyond their elements to the budget that the elements were
  // charged to, in place of what was charged for them before; given back with the buffer. False if
  // a limit refuses it. Other buffers: true. REQUIRES: the caller is the only one who uses the
  // buffer.
  virtual bool ChargeContents() const { return true; }
  // True if the bytes are not owned (Wrap): a mapped file.
  virtual bool is_wrapped() const { return false; }
  // True if elements of `dtype` that take `bytes` may live here.
  bool Fits(DataType dtype, int64_t bytes) const {
    return static_cast<size_t>(bytes) <= bytes_ &&
           element_type_ == (DataTypeCanUseMemcpy(dtype) ? DT_INVALID : dtype);
  }

 protected:
  TensorBuffer(void* data, size_t bytes, DataType element_type)
      : data_(data), bytes_(bytes), element_type_(element_type) {}
  virtual ~TensorBuffer() = default;
  TensorBuffer(const TensorBuffer&) = delete;
  TensorBuffer& operator=(const TensorBuffer&) = delete;

 private:
  mutable std::atomic<int32_t> refs_{1};
  void* const data_;
  const size_t bytes_;
  const DataType element_type_;
};

// Limits on memory, charged by every TensorBuffer::Allocate on a thread inside a MemoryScope and
// given back when the buffer dies, whoever holds it then. What a budget charges, its parent charges
// too: requests share the limit of their Environment. Thread-safe.
//
// Example:
//   auto budget = std::make_shared<MemoryBudget>(1 << 20, 64 << 20);  // 1 MiB a tensor, 64 in all
//   const MemoryScope scope(budget);  // of this thread, from here on
class MemoryBudget {
 public:
  static constexpr int64_t kUnlimited = INT64_MAX;
  // `parent`: null for none.
  MemoryBudget(int64_t max_tensor_bytes, int64_t max_total_bytes,
               std::shared_ptr<MemoryBudget> parent = nullptr)
      : max_tensor_bytes_(max_tensor_bytes),
        max_total_bytes_(max_total_bytes),
        parent_(std::move(parent)) {}

  // False when a tensor of `bytes` breaks a limit, here or of the parent, or when FailAt says so;
  // else charges them.
  bool Charge(int64_t bytes);
  // The same for memory that is not a tensor's: the limit on one tensor does not hold for it.
  bool ChargeOther(int64_t bytes);
  void Release(int64_t bytes);
  // Until the next call no more than `bytes` in all may be used (RunOptions::max_bytes); what is
  // used already stays. kUnlimited: only max_total_bytes() counts.
  void LimitRunTo(int64_t bytes) { run_limit_.store(bytes, std::memory_order_relaxed); }

  int64_t max_tensor_bytes() const { return max_tensor_bytes_; }
  int64_t max_total_bytes() const { return max_total_bytes_; }
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  // "the limits are 64 bytes a tensor and 128 in all, of which 100 are used".
  std::string Describe() const;

  // For tests: the n-th Charge from now (from 0) fails; -1 switches it off.
  void FailAt(int64_t n) { fail_at_.store(n, std::memory_order_relaxed); }

 private:
  const int64_t max_tensor_bytes_;
  const int64_t max_total_bytes_;
  const std::shared_ptr<MemoryBudget> parent_;
  std::atomic<int64_t> run_limit_{kUnlimited};
  std::atomic<int64_t> used_{0};
  std::atomic<int64_t> fail_at_{-1};
};

// While alive, allocations of this thread are charged to `budget` (null: none), which it borrows:
// entering one costs no reference count. Scopes nest; the inner one counts. Belongs to the thread
// that made it.
class MemoryScope {
 public:
  explicit MemoryScope(const std::shared_ptr<MemoryBudget>& budget)
      : previous_(Exchange(&budget)) {}
  explicit MemoryScope(std::shared_ptr<MemoryBudget>&& budget) = delete;
  ~MemoryScope() { Exchange(previous_); }
  MemoryScope(const MemoryScope&) = delete;
  MemoryScope& operator=(const MemoryScope&) = delete;

  // The budget of the calling thread; null outside any scope.
  static const std::shared_ptr<MemoryBudget>& Current();
  // For what begins and ends apart from a block (RunScope): makes `budget` the calling thread's,
  // null for none, and gives the one before.
  static const std::shared_ptr<MemoryBudget>* Exchange(
      const std::shared_ptr<MemoryBudget>* budget) {
    return std::exchange(current_, budget);
  }

 private:
  // Not thread_local, which must be asked at each use whether it has a constructor.
  static __thread const std::shared_ptr<MemoryBudget>* current_;
  const std::shared_ptr<MemoryBudget>* const previous_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_TENSOR_BUFFER_H_
