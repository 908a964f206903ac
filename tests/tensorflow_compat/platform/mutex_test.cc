// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tensorflow_compat/platform/mutex.h"

#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "gtest/gtest.h"

namespace opgraft {
namespace core {
namespace {

TEST(Mutex, IsHeldByOneAtATime) {
  Mutex mu;
  int count = 0;
  std::thread other([&] {
    for (int i = 0; i < 1000; ++i) {
      const MutexLock lock(mu);
      ++count;
    }
  });
  for (int i = 0; i < 1000; ++i) {
    const std::lock_guard<Mutex> lock(mu);
    ++count;
  }
  other.join();
  EXPECT_EQ(count, 2000);
}

TEST(Mutex, IsSharedByReaders) {
  Mutex mu;
  const SharedLock one(mu);
  std::thread others([&] {
    {
      const SharedLock other(mu, std::try_to_lock);
      EXPECT_TRUE(static_cast<bool>(other));
    }
    const MutexLock refused(mu, std::try_to_lock);
    EXPECT_FALSE(static_cast<bool>(refused));
  });
  others.join();
}

TEST(MutexLock, GoesWithAMove) {
  Mutex mu;
  {
    MutexLock lock(mu);
    const MutexLock moved(std::move(lock));
    EXPECT_FALSE(lock.owns_lock());
    EXPECT_TRUE(moved.owns_lock());
  }
  const bool is_free = mu.try_lock();
  EXPECT_TRUE(is_free);
  if (is_free) mu.unlock();
}

TEST(ConditionVariable, WaitsUntilToldOrTheTimeIsOver) {
  Mutex mu;
  ConditionVariable changed;
  bool ready = false;
  {
    MutexLock lock(mu);
    EXPECT_FALSE(changed.wait_for(lock, std::chrono::milliseconds(2), [&] { return ready; }));
    EXPECT_EQ(changed.wait_for(lock, std::chrono::milliseconds(2)), std::cv_status::timeout);
  }
  std::thread other([&] {
    const MutexLock lock(mu);
    ready = true;
    changed.notify_all();
  });
  MutexLock lock(mu);
  changed.wait(lock, [&] { return ready; });
  EXPECT_TRUE(ready);
  EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(10), [&] { return ready; }));
  other.join();
}

}  // namespace
}  // namespace core
}  // namespace opgraft
