// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_CLEANUP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_CLEANUP_H_

#include <utility>

#include "absl/cleanup/cleanup.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {

// Runs `fn` at the end of the scope, unless it is released.
template <typename F>
class Cleanup {
 public:
  explicit Cleanup(F fn) : fn_(std::move(fn)) {}
  Cleanup(Cleanup&& other)
      : fn_(std::move(other.fn_)), released_(std::exchange(other.released_, true)) {}
  Cleanup(const Cleanup&) = delete;
  Cleanup& operator=(const Cleanup&) = delete;
  ~Cleanup() {
    if (!released_) fn_();
  }
  F release() {
    released_ = true;
    return std::move(fn_);
  }
  bool is_released() const { return released_; }

 private:
  F fn_;
  bool released_ = false;
};

template <typename F>
Cleanup<std::decay_t<F>> MakeCleanup(F&& fn) {
  return Cleanup<std::decay_t<F>>(std::forward<F>(fn));
}

}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_CLEANUP_H_
