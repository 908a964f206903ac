// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/interrupt.h"

#include <Python.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace opgraft_internal {
namespace {

constexpr std::chrono::milliseconds kPeriod(20);
constexpr int kIdlePeriods = 50;  // without a run before the thread sleeps

std::atomic<bool> interrupted{false};
struct sigaction handler_before;

void NoteAndHandOn(int signal_number, siginfo_t* info, void* context) {
  interrupted.store(true);
  if ((handler_before.sa_flags & SA_SIGINFO) != 0) {
    handler_before.sa_sigaction(signal_number, info, context);
  } else {
    handler_before.sa_handler(signal_number);
  }
}

bool IsOurs(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == NoteAndHandOn;
}

bool HasCode(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

// Our place before the handler of SIGINT that was there. Callers see to it that there is one call
// at a time.
class HandlerPlace {
 public:
  // Takes it, if there is a handler to hand on to: without one the signal ends the process, or is
  // not wanted. A handler that came after ours may hand on to us: it is left alone, as two that
  // hand on to each other would never end.
  void Take() {
    struct sigaction now;
    if (sigaction(SIGINT, nullptr, &now) != 0 || IsOurs(now) || !HasCode(now)) return;
    if (is_taken_ && now.sa_sigaction != handler_before.sa_sigaction) return;
    handler_before = now;
    struct sigaction ours = now;
    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = NoteAndHandOn;
    is_taken_ = sigaction(SIGINT, &ours, nullptr) == 0;
  }

  // Gives it back, unless there is another handler now.
  void Leave() {
    struct sigaction now;
    if (!is_taken_ || sigaction(SIGINT, nullptr, &now) != 0 || !IsOurs(now)) return;
    is_taken_ = sigaction(SIGINT, &handler_before, nullptr) != 0;
  }

 private:
  bool is_taken_ = false;
};

// Never destroyed, and as it was in a process that was forked.
HandlerPlace* const place = new HandlerPlace;

bool IsMainThread() {
  static thread_local const bool is_main = getpid() == static_cast<pid_t>(syscall(SYS_gettid));
  return is_main;
}

// The run that the main thread is in, and the thread that looks after it. Never destroyed.
class Watch {
 public:
  // The run that this one is inside of, if a kernel in Python began it.
  const InterruptScope* Begin(const InterruptScope* run) {
    ++runs_;
    const InterruptScope* const outer = running_.exchange(run);
    if (!is_awake_.load()) Wake();
    return outer;
  }

  void End(const InterruptScope* outer) {
    running_.store(outer);
    if (is_looking_.load()) WaitUntilItHasLooked();
  }

  // True if no signal can have escaped it since the last run.
  bool HasSeenAll() const { return is_awake_.load() && !interrupted.load(); }

  // From now on signals are noted; those before do not cancel the next run.
  void Start() {
    Wake();
    const std::lock_guard<std::mutex> lock(mutex_);
    interrupted.store(false);
  }

 private:
  void Wake() {
    const std::lock_guard<std::mutex> lock(mutex_);
    place->Take();
    if (!has_thread_) std::thread([this] { Run(); }).detach();
    has_thread_ = true;
    is_awake_.store(true);
    wake_.notify_one();
  }

  void WaitUntilItHasLooked() { const std::lock_guard<std::mutex> lock(mutex_); }

  void Run() {
    sigset_t all;  // signals are for the threads of Python
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    uint64_t seen = 0;
    for (int idle = 0;; ++idle) {
      std::this_thread::sleep_for(kPeriod);
      const uint64_t runs = runs_.load();
      if (runs != seen || running_.load() != nullptr) idle = 0;
      if (runs == seen && running_.load() != nullptr) LookAfter(runs);
      seen = runs;
      if (idle > kIdlePeriods) Sleep(&idle);
    }
  }

  // A run that has lasted for a period. A cancel may come before the run is ready for one, so it is
  // repeated until the run ends.
  void LookAfter(uint64_t run) {
    const std::lock_guard<std::mutex> lock(mutex_);
    place->Take();            // Python puts its own in front when it is told of a new one
    is_looking_.store(true);  // before it reads: End then waits for the lock
    const InterruptScope* const running = running_.load();
    if (running != nullptr && runs_.load() == run && interrupted.load()) running->Cancel();
    is_looking_.store(false);
  }

  void Sleep(int* idle) {
    std::unique_lock<std::mutex> lock(mutex_);
    is_awake_.store(false);
    if (running_.load() == nullptr) {
      place->Leave();
      wake_.wait(lock, [this] { return is_awake_.load(); });
    }
    is_awake_.store(true);
    *idle = 0;
  }

  std::atomic<const InterruptScope*> running_{nullptr};
  std::atomic<uint64_t> runs_{0};
  std::atomic<bool> is_awake_{false};
  std::atomic<bool> is_looking_{false};  // at running_; changes under the mutex
  std::mutex mutex_;
  std::condition_variable wake_;
  bool has_thread_ = false;
};

Watch* watch = new Watch;

}  // namespace

InterruptScope::InterruptScope(InferRequest* request, CancellationManager* load)
    : request_(request), load_(load), is_watched_(IsMainThread()) {
  if (is_watched_) outer_ = watch->Begin(this);
}

InterruptScope::~InterruptScope() {
  if (is_watched_) watch->End(outer_);
}

void InterruptScope::Cancel() const {
  if (request_ != nullptr) {
    request_->Cancel();
  } else {
    load_->StartCancel();
  }
}

bool HandleEarlierInterrupt() {
  if (!IsMainThread() || watch->HasSeenAll()) return true;
  watch->Start();  // first: a signal that comes now is handled below, or cancels the run
  return PyErr_CheckSignals() == 0;
}

void ForgetInterruptWatch() { watch = new Watch; }

}  // namespace opgraft_internal
