// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/interrupt.h"

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

// Puts NoteAndHandOn before the handler that is there; false if there is none to hand on to: the
// signal then ends the process, or is not wanted.
bool PutHandler() {
  if (sigaction(SIGINT, nullptr, &handler_before) != 0) return false;
  const bool has_code =
      (handler_before.sa_flags & SA_SIGINFO) != 0 ||
      (handler_before.sa_handler != SIG_DFL && handler_before.sa_handler != SIG_IGN);
  if (!has_code) return false;
  struct sigaction ours = handler_before;
  ours.sa_flags |= SA_SIGINFO;
  ours.sa_sigaction = NoteAndHandOn;
  interrupted.store(false);
  return sigaction(SIGINT, &ours, nullptr) == 0;
}

bool IsMainThread() {
  static thread_local const bool is_main = getpid() == static_cast<pid_t>(syscall(SYS_gettid));
  return is_main;
}

// The run that the main thread is in, and the thread that looks after it. Never destroyed.
class Watch {
 public:
  // The run that this one is inside of, if a kernel in Python began it.
  InferRequest* Begin(InferRequest* request) {
    ++runs_;
    InferRequest* const outer = running_.exchange(request);
    if (!is_awake_.load()) Wake();
    return outer;
  }

  void End(InferRequest* outer) {
    running_.store(outer);
    if (!is_armed_.load()) return;
    const std::lock_guard<std::mutex> lock(mutex_);  // the thread is not cancelling it now
    if (is_armed_.load()) sigaction(SIGINT, &handler_before, nullptr);
    is_armed_.store(false);
  }

 private:
  void Wake() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!has_thread_) std::thread([this] { Run(); }).detach();
    has_thread_ = true;
    is_awake_.store(true);
    wake_.notify_one();
  }

  void Run() {
    sigset_t all;  // signals are for the threads of Python
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    uint64_t seen = 0;
    for (int idle = 0;; ++idle) {
      std::this_thread::sleep_for(kPeriod);
      const uint64_t runs = runs_.load();
      if (runs != seen || running_.load() != nullptr) idle = 0;
      if (runs == seen) LookAfter(runs);
      seen = runs;
      if (idle > kIdlePeriods) Sleep(&idle);
    }
  }

  // A run that has lasted for a period.
  void LookAfter(uint64_t run) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (running_.load() == nullptr) return;
    if (!is_armed_.load()) {
      // Armed first: End then waits for the lock, and takes the handler away.
      is_armed_.store(true);
      if (running_.load() == nullptr || runs_.load() != run || !PutHandler())
        is_armed_.store(false);
      return;
    }
    InferRequest* const request = running_.load();
    if (request != nullptr && interrupted.exchange(false)) request->Cancel();
  }

  void Sleep(int* idle) {
    std::unique_lock<std::mutex> lock(mutex_);
    is_awake_.store(false);
    if (running_.load() == nullptr) wake_.wait(lock, [this] { return is_awake_.load(); });
    is_awake_.store(true);
    *idle = 0;
  }

  std::atomic<InferRequest*> running_{nullptr};
  std::atomic<uint64_t> runs_{0};
  std::atomic<bool> is_awake_{false};
  std::atomic<bool> is_armed_{false};  // our handler is there; changes under the mutex
  std::mutex mutex_;
  std::condition_variable wake_;
  bool has_thread_ = false;
};

Watch* watch = new Watch;

}  // namespace

InterruptScope::InterruptScope(InferRequest* request) : is_watched_(IsMainThread()) {
  if (is_watched_) outer_ = watch->Begin(request);
}

InterruptScope::~InterruptScope() {
  if (is_watched_) watch->End(outer_);
}

void ForgetInterruptWatch() { watch = new Watch; }

}  // namespace opgraft_internal
