// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/deadline_timer.h"

#include <system_error>

#include "absl/time/clock.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

DeadlineTimer::~DeadlineTimer() {
  std::thread thread;
  {
    absl::MutexLock lock(&mu_);
    is_ended_ = true;
    thread.swap(thread_);
  }
  changed_.SignalAll();
  if (thread.joinable()) thread.join();
}

absl::Status DeadlineTimer::StartThread() {
  if (thread_.joinable()) return absl::OkStatus();
  try {
    thread_ = std::thread([this] { SetFlags(); });
  } catch (const std::system_error&) {
    return absl::ResourceExhaustedError("no thread could be started to watch the deadline");
  }
  return absl::OkStatus();
}

absl::Status DeadlineTimer::Arm(absl::Time deadline, StopFlag* flag,
                                std::shared_ptr<CancellationManager> kernels) {
  absl::MutexLock lock(&mu_);
  OPGRAFT_RETURN_IF_ERROR(StartThread());
  const auto place = waiting_.try_emplace(std::make_pair(deadline, flag), std::move(kernels)).first;
  if (place == waiting_.begin()) changed_.Signal();
  return absl::OkStatus();
}

void DeadlineTimer::Disarm(absl::Time deadline, StopFlag* flag) {
  absl::MutexLock lock(&mu_);
  waiting_.erase({deadline, flag});
}

// Callbacks of kernels may arm and disarm.
void DeadlineTimer::CancelUnlocked(CancellationManager* kernels) {
  mu_.Unlock();
  kernels->StartCancel();
  mu_.Lock();
}

void DeadlineTimer::SetFlags() {
  absl::MutexLock lock(&mu_);
  while (!is_ended_) {
    if (waiting_.empty()) {
      changed_.Wait(&mu_);
    } else if (const auto first = waiting_.begin(); absl::Now() < first->first.first) {
      changed_.WaitWithDeadline(&mu_, first->first.first);
    } else {
      first->first.second->store(StopReason::kDeadline, std::memory_order_relaxed);
      const std::shared_ptr<CancellationManager> kernels = std::move(first->second);
      waiting_.erase(first);
      if (kernels != nullptr) CancelUnlocked(kernels.get());
    }
  }
}

}  // namespace opgraft_internal
