// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_BUSY_FLAG_H_
#define FRAMEWORK_RUNTIME_BUSY_FLAG_H_

#include <atomic>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A try-lock for something that one thread uses again and again and others hardly ever: whoever
// comes while it is taken, on whatever thread, is refused. The thread that had it last (the owner)
// enters and leaves without an atomic read-modify-write or fence; another one pays a system call
// (membarrier) that makes the two sides see each other's writes. Thread-safe. It is left on the
// thread that entered it, unless that hands it over by Detach.
class BusyFlag {
 public:
  BusyFlag() = default;
  BusyFlag(const BusyFlag&) = delete;
  BusyFlag& operator=(const BusyFlag&) = delete;

  // False if it is taken, by this thread or another.
  bool TryEnter() {
    Visitor* const me = ThisThread();
    if (me != nullptr && owner_.load(std::memory_order_relaxed) == me &&
        me->inside.load(std::memory_order_relaxed) == nullptr) {
      me->inside.store(this, std::memory_order_release);
      // The processor may still delay the store; a thread that takes ownership makes it visible by
      // its membarrier.
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (owner_.load(std::memory_order_relaxed) == me) return true;
      me->inside.store(nullptr, std::memory_order_release);
    }
    return TryEnterAsStranger();
  }
  // REQUIRES: TryEnter gave true on this thread, or it is detached.
  void Leave() {
    Visitor* const me = ThisThread();
    if (me != nullptr && me->inside.load(std::memory_order_relaxed) == this) {
      me->inside.store(nullptr, std::memory_order_release);
    } else {
      LeaveInner();
    }
  }
  // Makes it taken by no thread in particular: any one may Leave. REQUIRES: TryEnter gave true on
  // this thread, and nobody has left since.
  void Detach();
  // Makes it the calling thread's again, which then is the owner: its next TryEnter costs nothing.
  // REQUIRES: detached.
  void Attach();

 private:
  // A thread, as the flags see it. Only the thread itself writes it: one that has lost ownership
  // while it was about to enter takes back its own mark, never another's. Never freed, so that a
  // flag may look at an owner that has ended; used again by later threads.
  struct Visitor {
    // The outermost of the flags that the thread has entered.
    std::atomic<const BusyFlag*> inside{nullptr};
  };
  class VisitorLease;

  // Null until the thread has entered a flag.
  static Visitor*& ThisThread() {
    static thread_local Visitor* visitor = nullptr;
    return visitor;
  }
  // The mark of the calling thread, made if it has none.
  static Visitor* Here();
  bool TryEnterAsStranger();
  // Makes `me`, which is inside no other flag, the owner, inside this one.
  void BecomeOwner(Visitor* me) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void LeaveInner();

  std::atomic<Visitor*> owner_{nullptr};
  absl::Mutex mu_;  // between strangers
  // Taken by a thread that is inside another flag, or by none (Detach); there is no owner then.
  bool inner_ ABSL_GUARDED_BY(mu_) = false;
};

// Enters for the life of the object.
class BusyScope {
 public:
  explicit BusyScope(BusyFlag* flag) : flag_(flag), entered_(flag->TryEnter()) {}
  ~BusyScope() {
    if (entered_) flag_->Leave();
  }
  BusyScope(const BusyScope&) = delete;
  BusyScope& operator=(const BusyScope&) = delete;
  bool entered() const { return entered_; }

 private:
  BusyFlag* const flag_;
  const bool entered_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_BUSY_FLAG_H_
