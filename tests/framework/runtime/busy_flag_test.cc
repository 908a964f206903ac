#include "framework/runtime/busy_flag.h"

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

}  // namespace
}  // namespace opgraft
