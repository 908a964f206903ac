// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/busy_flag.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

#include "absl/base/const_init.h"

namespace opgraft_internal {
namespace {

// Makes every other thread of the process pass a full fence. A kernel without it (before 4.14) gets
// the plain fence, which leaves a window of nanoseconds in which two threads that both misuse a
// request are not told.
void FenceAllThreads() {
  static const bool registered =
      syscall(__NR_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  if (registered && syscall(__NR_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return;
  static std::atomic<int> anything{0};
  anything.fetch_add(1);  // ThreadSanitizer does not know std::atomic_thread_fence
}

}  // namespace

// Hands a Visitor to the thread and takes it back when the thread ends.
class BusyFlag::VisitorLease {
 public:
  VisitorLease() {
    absl::MutexLock lock(&free_mutex_);
    if (Free().empty()) Free().push_back(new Visitor);
    ThisThread() = Free().back();
    Free().pop_back();
  }
  ~VisitorLease() {
    absl::MutexLock lock(&free_mutex_);
    Free().push_back(ThisThread());
    ThisThread() = nullptr;
  }

 private:
  static std::vector<Visitor*>& Free() {
    static auto* const free = new std::vector<Visitor*>;
    return *free;
  }
  static absl::Mutex free_mutex_;
};

absl::Mutex BusyFlag::VisitorLease::free_mutex_(absl::kConstInit);

BusyFlag::Visitor* BusyFlag::Here() {
  static thread_local VisitorLease lease;
  // The thread's variables are being destroyed, and the lease went first: rare enough to let this
  // one go.
  if (ThisThread() == nullptr) ThisThread() = new Visitor;
  return ThisThread();
}

void BusyFlag::BecomeOwner(Visitor* me) {
  me->inside.store(this, std::memory_order_release);
  owner_.store(me, std::memory_order_relaxed);
}

bool BusyFlag::TryEnterAsStranger() {
  Visitor* const me = Here();
  absl::MutexLock lock(&mu_);
  if (inner_) return false;
  Visitor* const owner = owner_.load(std::memory_order_relaxed);
  if (owner != nullptr) {
    // From here on the owner's fast path fails its second look, or its mark is seen below.
    owner_.store(nullptr, std::memory_order_relaxed);
    if (owner != me) FenceAllThreads();
    if (owner->inside.load(std::memory_order_acquire) == this) {
      owner_.store(owner, std::memory_order_relaxed);
      return false;
    }
  }
  if (me->inside.load(std::memory_order_relaxed) != nullptr) {
    inner_ = true;
    return true;
  }
  BecomeOwner(me);
  return true;
}

void BusyFlag::Detach() {
  Visitor* const me = ThisThread();
  if (me->inside.load(std::memory_order_relaxed) != this) return;  // it has no owner already
  absl::MutexLock lock(&mu_);
  inner_ = true;
  owner_.store(nullptr, std::memory_order_relaxed);
  me->inside.store(nullptr, std::memory_order_release);
}

void BusyFlag::Attach() {
  Visitor* const me = Here();
  if (me->inside.load(std::memory_order_relaxed) != nullptr) return;  // Leave finds it all the same
  absl::MutexLock lock(&mu_);
  inner_ = false;
  BecomeOwner(me);
}

void BusyFlag::LeaveInner() {
  absl::MutexLock lock(&mu_);
  inner_ = false;
}

}  // namespace opgraft_internal
