// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/busy_flag.h"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(BusyFlag, RefusesReentryOnTheSameThread) {
  BusyFlag flag;
  ASSERT_TRUE(flag.TryEnter());
  EXPECT_FALSE(flag.TryEnter());
  flag.Leave();
  EXPECT_TRUE(flag.TryEnter());
  flag.Leave();
}

TEST(BusyFlag, RefusesAnotherThreadUntilItIsLeft) {
  BusyFlag flag;
  ASSERT_TRUE(flag.TryEnter());
  bool entered = true;
  std::thread([&] { entered = flag.TryEnter(); }).join();
  EXPECT_FALSE(entered);
  flag.Leave();
  std::thread([&] {
    entered = flag.TryEnter();
    flag.Leave();
  }).join();
  EXPECT_TRUE(entered);
}

TEST(BusyFlag, NeverLetsTwoThreadsIn) {
  BusyFlag flag;
  std::atomic<int> inside{0};
  std::atomic<int> entries{0};
  std::atomic<bool> overlap{false};
  int guarded = 0;  // a data race on it would be reported by ThreadSanitizer
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20000; ++i) {
        if (!flag.TryEnter()) continue;
        if (inside.fetch_add(1) != 0) overlap = true;
        ++guarded;
        inside.fetch_sub(1);
        flag.Leave();
        entries.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(overlap);
  EXPECT_EQ(guarded, entries);
  EXPECT_GT(guarded, 0);
}

// Stops a thread wherever it is, by a signal, until it is let go.
std::atomic<bool> stopped{false};
std::atomic<bool> let_go{false};

void StayHere(int) {
  stopped = true;
  while (!let_go) continue;
  stopped = false;
}

void StopThread(pthread_t thread) {
  let_go = false;
  pthread_kill(thread, SIGUSR1);
  while (!stopped) std::this_thread::yield();
}

void LetGo() {
  let_go = true;
  while (stopped) std::this_thread::yield();
}

TEST(BusyFlag, NeverLetsAThreadInThatWasHeldUpOnItsWay) {
  ASSERT_NE(signal(SIGUSR1, StayHere), SIG_ERR);
  BusyFlag flag;
  std::atomic<int64_t> tries{0};
  std::atomic<bool> finished{false};
  std::atomic<bool> other_inside{false};
  std::atomic<int> overlaps{0};
  std::thread thread([&] {
    while (!finished) {
      if (flag.TryEnter()) {
        if (other_inside) ++overlaps;
        flag.Leave();
      }
      tries.fetch_add(1);
    }
  });
  int entered = 0;
  for (int i = 0; i < 50; ++i) {
    StopThread(thread.native_handle());
    const bool inside = flag.TryEnter();
    other_inside = inside;
    LetGo();
    // The thread finishes what it was at, and tries once more from the start.
    for (const int64_t start = tries; tries < start + 2;) std::this_thread::yield();
    other_inside = false;
    if (inside) flag.Leave();
    entered += inside;
    // It owns the flag again.
    for (const int64_t start = tries; tries < start + 10;) std::this_thread::yield();
  }
  finished = true;
  thread.join();
  EXPECT_EQ(overlaps, 0);
  EXPECT_GT(entered, 0);
}

TEST(BusyFlag, AThreadMayBeInsideSeveral) {
  BusyFlag outer, inner;
  for (int i = 0; i < 3; ++i) {  // the first time as a stranger, then as the owner
    ASSERT_TRUE(outer.TryEnter());
    ASSERT_TRUE(inner.TryEnter());
    for (BusyFlag* flag : {&outer, &inner}) {
      EXPECT_FALSE(flag->TryEnter());
      std::thread([flag] { EXPECT_FALSE(flag->TryEnter()); }).join();
    }
    inner.Leave();
    EXPECT_FALSE(outer.TryEnter());
    std::thread([&inner] { EXPECT_TRUE(BusyScope(&inner).entered()); }).join();
    outer.Leave();
    EXPECT_TRUE(BusyScope(&inner).entered());
  }
}

// Thread-local memory of a thread that has ended is used again by others; so is what a flag knows
// it by.
TEST(BusyFlag, OutlivesTheThreadsThatUsedIt) {
  BusyFlag flag;
  int guarded = 0;
  for (int i = 0; i < 50; ++i) {
    std::atomic<bool> done{false};
    std::thread thread([&] {
      ASSERT_TRUE(flag.TryEnter());
      ++guarded;
      flag.Leave();
      done = true;
    });
    while (!done) std::this_thread::yield();
    if (i % 2 == 0) {
      EXPECT_TRUE(BusyScope(&flag).entered());  // while the thread ends
    }
    thread.join();
  }
  EXPECT_EQ(guarded, 50);
}

}  // namespace
}  // namespace opgraft
