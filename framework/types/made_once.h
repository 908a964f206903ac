// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_MADE_ONCE_H_
#define FRAMEWORK_TYPES_MADE_ONCE_H_

#include <atomic>
#include <memory>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A value that is made when it is first asked for, and stays. Owns it. Thread-safe without a lock:
// threads that ask first at the same time may each make the value, and one of these is kept; so
// `make` must give the same each time and change nothing else. Later calls read one pointer.
//
// Example:
//   class Spec {
//    public:
//     const Parsed& parsed() const {
//       return parsed_.Get([this] { return Parse(text_); });
//     }
//    private:
//     std::string text_;
//     MadeOnce<Parsed> parsed_;
//   };
template <typename T>
class MadeOnce {
 public:
  MadeOnce() = default;
  MadeOnce(const MadeOnce&) = delete;
  MadeOnce& operator=(const MadeOnce&) = delete;
  ~MadeOnce() { delete value_.load(std::memory_order_acquire); }

  // The value, made by `make()`, which gives a T, if this is the first call. The reference is good
  // for as long as this lives. If `make` throws, nothing is kept and the next call tries again.
  template <typename Make>
  const T& Get(const Make& make) const {
    const T* value = value_.load(std::memory_order_acquire);
    return value != nullptr ? *value : Keep(std::unique_ptr<const T>(new T(make())));
  }

 private:
  // Keeps `made` unless another thread was faster; returns the one that is kept.
  const T& Keep(std::unique_ptr<const T> made) const {
    const T* first = nullptr;
    const bool is_first = value_.compare_exchange_strong(
        first, made.get(), std::memory_order_acq_rel, std::memory_order_acquire);
    return is_first ? *made.release() : *first;
  }

  // Null until the first Get; never changed afterwards.
  mutable std::atomic<const T*> value_{nullptr};
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_MADE_ONCE_H_
