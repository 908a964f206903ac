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
    return absl::ResourceExhaustedError("there is no thread to be had that watches the deadline");
  }
  return absl::OkStatus();
}

absl::Status DeadlineTimer::Arm(absl::Time deadline, StopFlag* flag) {
  absl::MutexLock lock(&mu_);
  OPGRAFT_RETURN_IF_ERROR(StartThread());
  const auto place = waiting_.emplace(deadline, flag).first;
  if (place == waiting_.begin()) changed_.Signal();
  return absl::OkStatus();
}

void DeadlineTimer::Disarm(absl::Time deadline, StopFlag* flag) {
  absl::MutexLock lock(&mu_);
  waiting_.erase({deadline, flag});
}

void DeadlineTimer::SetFlags() {
  absl::MutexLock lock(&mu_);
  while (!is_ended_) {
    if (waiting_.empty()) {
      changed_.Wait(&mu_);
    } else if (const auto first = waiting_.begin(); absl::Now() < first->first) {
      changed_.WaitWithDeadline(&mu_, first->first);
    } else {
      first->second->store(StopReason::kDeadline, std::memory_order_relaxed);
      waiting_.erase(first);
    }
  }
}

}  // namespace opgraft_internal
