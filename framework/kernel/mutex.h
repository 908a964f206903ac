// The lock types of TensorFlow's kernels. Opgraft's own code uses absl::Mutex.
#ifndef FRAMEWORK_KERNEL_MUTEX_H_
#define FRAMEWORK_KERNEL_MUTEX_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace opgraft {
namespace core {

// For mutexes of static storage, in sources of before C++11's constant initialisation.
enum LinkerInitialized { LINKER_INITIALIZED };

// absl::Mutex with the spellings of std::mutex and std::shared_mutex: works with std::lock_guard and std::unique_lock.
class ABSL_LOCKABLE Mutex {
 public:
  Mutex() = default;
  explicit Mutex(LinkerInitialized) {}
  explicit constexpr Mutex(absl::ConstInitType tag) : mu_(tag) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mu_.Lock(); }
  bool try_lock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) { return mu_.TryLock(); }
  void unlock() ABSL_UNLOCK_FUNCTION() { mu_.Unlock(); }
  void assert_held() const ABSL_ASSERT_EXCLUSIVE_LOCK() { mu_.AssertHeld(); }
  void lock_shared() ABSL_SHARED_LOCK_FUNCTION() { mu_.ReaderLock(); }
  bool try_lock_shared() ABSL_SHARED_TRYLOCK_FUNCTION(true) { return mu_.ReaderTryLock(); }
  void unlock_shared() ABSL_UNLOCK_FUNCTION() { mu_.ReaderUnlock(); }
  void assert_held_shared() const ABSL_ASSERT_SHARED_LOCK() { mu_.AssertReaderHeld(); }
  // Waits until the condition holds, giving the lock away meanwhile.
  void Await(const absl::Condition& condition) { mu_.Await(condition); }

 private:
  friend class ConditionVariable;
  absl::Mutex mu_;
};

// Holds a Mutex exclusively (kShared false) or with other readers for a scope. Movable; thread-compatible.
template <bool kShared>
class ABSL_SCOPED_LOCKABLE ScopedLock {
 public:
  explicit ScopedLock(Mutex& mu) ABSL_EXCLUSIVE_LOCK_FUNCTION(mu) : mu_(&mu) {
    if constexpr (kShared) {
      mu.lock_shared();
    } else {
      mu.lock();
    }
  }
  ScopedLock(Mutex& mu, std::try_to_lock_t) ABSL_EXCLUSIVE_LOCK_FUNCTION(mu) : mu_(TryLock(mu) ? &mu : nullptr) {}
  ScopedLock(ScopedLock&& other) noexcept ABSL_EXCLUSIVE_LOCK_FUNCTION(other.mu_)
      : mu_(std::exchange(other.mu_, nullptr)) {}
  ~ScopedLock() ABSL_UNLOCK_FUNCTION() {
    if (mu_ != nullptr) Unlock();
  }
  Mutex* mutex() { return mu_; }
  explicit operator bool() const { return mu_ != nullptr; }
  bool owns_lock() const { return mu_ != nullptr; }

 private:
  static bool TryLock(Mutex& mu) {
    if constexpr (kShared) return mu.try_lock_shared();
    return mu.try_lock();
  }
  void Unlock() {
    if constexpr (kShared) {
      mu_->unlock_shared();
    } else {
      mu_->unlock();
    }
  }
  Mutex* mu_;
};
using MutexLock = ScopedLock<false>;
using SharedLock = ScopedLock<true>;

// std::condition_variable for MutexLock.
class ConditionVariable {
 public:
  ConditionVariable() = default;
  ConditionVariable(const ConditionVariable&) = delete;
  ConditionVariable& operator=(const ConditionVariable&) = delete;

  void wait(MutexLock& lock) { cv_.Wait(&lock.mutex()->mu_); }
  template <class Predicate>
  void wait(MutexLock& lock, Predicate stop_waiting) {
    while (!stop_waiting()) wait(lock);
  }
  template <class Rep, class Period>
  std::cv_status wait_for(MutexLock& lock, std::chrono::duration<Rep, Period> time) {
    return cv_.WaitWithTimeout(&lock.mutex()->mu_, absl::FromChrono(time)) ? std::cv_status::timeout
                                                                           : std::cv_status::no_timeout;
  }
  template <class Rep, class Period, class Predicate>
  bool wait_for(MutexLock& lock, std::chrono::duration<Rep, Period> time, Predicate stop_waiting) {
    const absl::Time deadline = absl::Now() + absl::FromChrono(time);
    while (!stop_waiting()) {
      if (cv_.WaitWithDeadline(&lock.mutex()->mu_, deadline)) return stop_waiting();
    }
    return true;
  }
  void notify_one() { cv_.Signal(); }
  void notify_all() { cv_.SignalAll(); }

 private:
  absl::CondVar cv_;
};

}  // namespace core
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_MUTEX_H_
