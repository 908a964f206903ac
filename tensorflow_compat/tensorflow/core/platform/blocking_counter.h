// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_BLOCKING_COUNTER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_BLOCKING_COUNTER_H_

#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Wait() returns when DecrementCount() was called as often as told. Thread-safe.
class BlockingCounter {
 public:
  explicit BlockingCounter(int initial_count) : count_(initial_count) {}
  void DecrementCount() {
    mutex_lock l(mu_);
    if (--count_ == 0) done_.notify_all();
  }
  void Wait() {
    mutex_lock l(mu_);
    done_.wait(l, [this] { return count_ <= 0; });
  }

 private:
  mutex mu_;
  condition_variable done_;
  int count_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_BLOCKING_COUNTER_H_
