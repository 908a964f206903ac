// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Objects that count their owners, and pointers that own. TensorFlow's names.
#ifndef FRAMEWORK_STATE_REF_COUNTED_H_
#define FRAMEWORK_STATE_REF_COUNTED_H_

#include <atomic>
#include <cstdint>
#include <memory>

namespace opgraft {
namespace core {

// Starts with one owner; deletes itself when the last is gone. Thread-safe: owners may come and go
// on any thread. Derive with a protected or private destructor, so that nobody else deletes it.
//
// Example:
//   core::RefCountPtr<Table> table(new Table);  // owns the one reference
//   Keep(core::GetNewRef(table.get()));         // and one more
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  // One owner more. REQUIRES: the caller is one, or holds the lock under which an owner is kept.
  void Ref() const { count_.fetch_add(1, std::memory_order_relaxed); }
  // True if this was the last owner: the object is gone.
  bool Unref() const {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return false;
    delete this;
    return true;
  }
  // How many owners there are. By the time of the answer another thread may have changed that,
  // unless the only reference is the caller's.
  bool RefCountIsOne() const { return count_.load(std::memory_order_acquire) == 1; }
  int_fast32_t RefCount() const { return count_.load(std::memory_order_acquire); }

 protected:
  virtual ~RefCounted() = default;

 private:
  mutable std::atomic<int_fast32_t> count_{1};
};

struct RefCountDeleter {
  void operator()(const RefCounted* object) const { object->Unref(); }
};
// Owns one reference, which it gives back at its end.
template <typename T>
using RefCountPtr = std::unique_ptr<T, RefCountDeleter>;

// Takes one more reference to `object`.
template <typename T>
RefCountPtr<T> GetNewRef(T* object) {
  if (object != nullptr) object->Ref();
  return RefCountPtr<T>(object);
}

// Gives the reference back at the end of the scope. Null is allowed. Belongs to one thread.
//
// Example:
//   Table* table = nullptr;
//   OP_REQUIRES_OK(context, LookupResource(context, HandleFromInput(context, 0), &table));
//   core::ScopedUnref unref(table);
class ScopedUnref {
 public:
  explicit ScopedUnref(const RefCounted* object) : object_(object) {}
  ~ScopedUnref() {
    if (object_ != nullptr) object_->Unref();
  }
  ScopedUnref(const ScopedUnref&) = delete;
  ScopedUnref& operator=(const ScopedUnref&) = delete;

 private:
  const RefCounted* object_;
};

}  // namespace core
}  // namespace opgraft

#endif  // FRAMEWORK_STATE_REF_COUNTED_H_
