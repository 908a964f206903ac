// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/made_once.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(MadeOnce, MakesNothingBeforeItIsAsked) {
  int made = 0;
  const MadeOnce<std::string> value;
  EXPECT_EQ(made, 0);
  const auto make = [&made] { return std::string(40, static_cast<char>('a' + made++)); };
  const std::string& first = value.Get(make);
  EXPECT_EQ(first, std::string(40, 'a'));
  EXPECT_EQ(&value.Get(make), &first);
  EXPECT_EQ(made, 1);
}

TEST(MadeOnce, ManyThreadsGetOneValue) {
  for (int round = 0; round < 50; ++round) {
    const MadeOnce<std::string> value;
    std::atomic<bool> go{false};
    std::vector<const std::string*> seen(4);
    std::vector<std::thread> threads;
    for (const std::string*& place : seen) {
      threads.emplace_back([&] {
        while (!go) std::this_thread::yield();
        place = &value.Get([] { return std::string(40, 'x'); });
      });
    }
    go = true;
    for (std::thread& thread : threads) thread.join();
    for (const std::string* text : seen) EXPECT_EQ(text, seen[0]);
    EXPECT_EQ(*seen[0], std::string(40, 'x'));
  }
}

}  // namespace
}  // namespace opgraft
