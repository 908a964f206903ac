// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_DEADLINE_TIMER_H_
#define FRAMEWORK_RUNTIME_DEADLINE_TIMER_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "framework/kernel/cancellation.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Why a run is to end before its last step.
enum class StopReason : uint8_t { kNone, kCancelled, kDeadline };

// A run looks at it before each step; other threads set it.
using StopFlag = std::atomic<StopReason>;

// Sets flags when their deadlines pass, on one thread of its own, which starts at the first use. So
// a run looks at a flag and never at the clock. Thread-safe.
//
// Example: a run that may take ten milliseconds.
//
//   OPGRAFT_RETURN_IF_ERROR(timer->Arm(deadline, &stop));
//   while (stop.load(std::memory_order_relaxed) == StopReason::kNone && MoreToDo()) DoSome();
//   timer->Disarm(deadline, &stop);
class DeadlineTimer {
 public:
  DeadlineTimer() = default;
  ~DeadlineTimer();
  DeadlineTimer(const DeadlineTimer&) = delete;
  DeadlineTimer& operator=(const DeadlineTimer&) = delete;

  // Makes `*flag` kDeadline when `deadline` has passed, unless Disarm is called before, and then
  // cancels `kernels`, for a kernel that waits or asks. A flag may wait for several deadlines, for
  // each once. RESOURCE_EXHAUSTED if no thread could be started.
  absl::Status Arm(absl::Time deadline, StopFlag* flag,
                   std::shared_ptr<CancellationManager> kernels = nullptr);
  // Afterwards the timer does not touch the flag any more; it may be about to cancel the kernels.
  void Disarm(absl::Time deadline, StopFlag* flag);

 private:
  absl::Status StartThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void SetFlags();
  void CancelUnlocked(CancellationManager* kernels) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  absl::Mutex mu_;
  absl::CondVar changed_;  // the first deadline, or the end
  std::map<std::pair<absl::Time, StopFlag*>, std::shared_ptr<CancellationManager>> waiting_
      ABSL_GUARDED_BY(mu_);
  bool is_ended_ ABSL_GUARDED_BY(mu_) = false;
  std::thread thread_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_DEADLINE_TIMER_H_
