// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/cancellation.h"

#include <utility>

namespace opgraft {

void CancellationManager::StartCancel() {
  absl::flat_hash_map<CancellationToken, CancelCallback> callbacks;
  {
    absl::MutexLock lock(&mu_);
    if (cancelled_.exchange(true, std::memory_order_acq_rel)) return;
    callbacks.swap(callbacks_);
  }
  for (auto& entry : callbacks) entry.second();
  absl::MutexLock lock(&mu_);
  callbacks_done_ = true;
}

bool CancellationManager::RegisterCallback(CancellationToken token, CancelCallback callback) {
  absl::MutexLock lock(&mu_);
  if (IsCancelled()) return false;
  callbacks_[token] = std::move(callback);
  return true;
}

bool CancellationManager::DeregisterCallback(CancellationToken token) {
  absl::MutexLock lock(&mu_);
  if (!IsCancelled()) {
    callbacks_.erase(token);
    return true;
  }
  mu_.Await(absl::Condition(&callbacks_done_));
  return false;
}

bool CancellationManager::TryDeregisterCallback(CancellationToken token) {
  absl::MutexLock lock(&mu_);
  if (IsCancelled()) return false;
  callbacks_.erase(token);
  return true;
}

}  // namespace opgraft
