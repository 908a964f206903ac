#ifndef FRAMEWORK_RUNTIME_BUSY_FLAG_H_
#define FRAMEWORK_RUNTIME_BUSY_FLAG_H_

#include <atomic>
#include <cstdint>

#include "absl/synchronization/mutex.h"

namespace opgraft {

// A try-lock for something that one thread uses again and again and others hardly ever: whoever comes while it is
// taken, on whatever thread, is refused. The thread that had it last enters and leaves without an atomic
// read-modify-write or fence; another one pays a system call (membarrier) that makes the two sides see each other's
// writes. Thread-safe.
class BusyFlag {
 public:
  BusyFlag() = default;
  BusyFlag(const BusyFlag&) = delete;
  BusyFlag& operator=(const BusyFlag&) = delete;

  // False if it is taken, by this thread or another.
  bool TryEnter() {
    if (owner_.load(std::memory_order_relaxed) == ThisThread()) {
      if (taken_.load(std::memory_order_relaxed)) return false;
      taken_.store(true, std::memory_order_relaxed);
      // The processor may still delay the store; a thread that takes ownership makes it visible by its membarrier.
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (owner_.load(std::memory_order_relaxed) == ThisThread()) return true;
      taken_.store(false, std::memory_order_release);
    }
    return TryEnterAsStranger();
  }
  // REQUIRES: TryEnter gave true.
  void Leave() { taken_.store(false, std::memory_order_release); }

 private:
  static uintptr_t ThisThread() {
    static thread_local char token;
    return reinterpret_cast<uintptr_t>(&token);
  }
  bool TryEnterAsStranger();

  std::atomic<uintptr_t> owner_{0};
  std::atomic<bool> taken_{false};
  absl::Mutex mu_;  // between strangers
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

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_BUSY_FLAG_H_
