// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_CANCELLATION_H_
#define FRAMEWORK_KERNEL_CANCELLATION_H_

#include <atomic>
#include <cstdint>
#include <functional>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace opgraft {

// Names one registered callback of a manager. Not reused.
using CancellationToken = int64_t;
using CancelCallback = std::function<void()>;

// Tells those who take part in a run that it was cancelled. TensorFlow's names. Thread-safe. Owned
// by the request; a kernel reaches it through its context, for as long as the call.
//
// Example, a kernel that waits for something:
//   CancellationManager* manager = context->cancellation_manager();
//   const CancellationToken token = manager->get_cancellation_token();
//   if (!manager->RegisterCallback(token, [this] { queue_.Close(); })) return;  // is cancelled
//   ...
//   manager->DeregisterCallback(token);
class CancellationManager {
 public:
  static constexpr CancellationToken kInvalidToken = -1;

  CancellationManager() = default;
  CancellationManager(const CancellationManager&) = delete;
  CancellationManager& operator=(const CancellationManager&) = delete;

  // Calls every registered callback once, on this thread; a second call does nothing.
  void StartCancel();
  bool IsCancelled() const { return cancelled_.load(std::memory_order_acquire); }

  CancellationToken get_cancellation_token() {
    return next_token_.fetch_add(1, std::memory_order_relaxed);
  }
  // False, and `callback` is not kept, if cancellation has begun. The callback must not block.
  bool RegisterCallback(CancellationToken token, CancelCallback callback);
  // True if the callback is gone and did not and will not run. False if cancellation has begun: it
  // then has returned, so what it refers to may be destroyed. Not to be called by the callback
  // itself.
  bool DeregisterCallback(CancellationToken token);
  // As DeregisterCallback, but false at once when cancellation has begun.
  bool TryDeregisterCallback(CancellationToken token);

 private:
  std::atomic<bool> cancelled_{false};
  std::atomic<CancellationToken> next_token_{0};
  absl::Mutex mu_;
  // Set once every callback has returned: DeregisterCallback waits for it.
  bool callbacks_done_ ABSL_GUARDED_BY(mu_) = false;
  absl::flat_hash_map<CancellationToken, CancelCallback> callbacks_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_CANCELLATION_H_
