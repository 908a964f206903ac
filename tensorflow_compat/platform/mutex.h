// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The lock types of TensorFlow's kernels. Opgraft's own code uses absl::Mutex.
#ifndef TENSORFLOW_COMPAT_PLATFORM_MUTEX_H_
#define TENSORFLOW_COMPAT_PLATFORM_MUTEX_H_

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

// absl::Mutex with the spellings of std::mutex and std::shared_mutex: works with std::lock_guard
// and std::unique_lock.
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

// What MutexLock and SharedLock have in common.
template <bool kShared>
class ScopedLock {
 public:
  ScopedLock& operator=(const ScopedLock&) = delete;
  Mutex* mutex() { return mu_; }
  explicit operator bool() const { return mu_ != nullptr; }
  bool owns_lock() const { return mu_ != nullptr; }

 protected:
  // clang follows the annotations of the two classes below; what they rest on it cannot follow.
  explicit ScopedLock(Mutex& mu) ABSL_NO_THREAD_SAFETY_ANALYSIS : mu_(&mu) {
    if constexpr (kShared) {
      mu.lock_shared();
    } else {
      mu.lock();
    }
  }
  ScopedLock(Mutex& mu, std::try_to_lock_t) : mu_(TryLock(mu) ? &mu : nullptr) {}
  ScopedLock(ScopedLock&& other) noexcept : mu_(std::exchange(other.mu_, nullptr)) {}
  ~ScopedLock() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    if (mu_ == nullptr) return;
    if constexpr (kShared) {
      mu_->unlock_shared();
    } else {
      mu_->unlock();
    }
  }

 private:
  static bool TryLock(Mutex& mu) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    if constexpr (kShared) return mu.try_lock_shared();
    return mu.try_lock();
  }
  Mutex* mu_;
};

// Holds a Mutex for a scope. Movable; thread-compatible.
class ABSL_SCOPED_LOCKABLE MutexLock : public ScopedLock<false> {
 public:
  explicit MutexLock(Mutex& mu) ABSL_EXCLUSIVE_LOCK_FUNCTION(mu) : ScopedLock(mu) {}
  MutexLock(Mutex& mu, std::try_to_lock_t tag) ABSL_EXCLUSIVE_LOCK_FUNCTION(mu)
      : ScopedLock(mu, tag) {}
  MutexLock(MutexLock&& other) noexcept ABSL_EXCLUSIVE_LOCK_FUNCTION(other.mutex())
      : ScopedLock(std::move(other)) {}
  ~MutexLock() ABSL_UNLOCK_FUNCTION() {}
};

// The same with other readers.
class ABSL_SCOPED_LOCKABLE SharedLock : public ScopedLock<true> {
 public:
  explicit SharedLock(Mutex& mu) ABSL_SHARED_LOCK_FUNCTION(mu) : ScopedLock(mu) {}
  SharedLock(Mutex& mu, std::try_to_lock_t tag) ABSL_SHARED_LOCK_FUNCTION(mu)
      : ScopedLock(mu, tag) {}
  SharedLock(SharedLock&& other) noexcept ABSL_SHARED_LOCK_FUNCTION(other.mutex())
      : ScopedLock(std::move(other)) {}
  ~SharedLock() ABSL_UNLOCK_FUNCTION() {}
};

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
    return cv_.WaitWithTimeout(&lock.mutex()->mu_, absl::FromChrono(time))
               ? std::cv_status::timeout
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

#endif  // TENSORFLOW_COMPAT_PLATFORM_MUTEX_H_
