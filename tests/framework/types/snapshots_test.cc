// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/snapshots.h"

#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

static_assert(std::is_trivially_destructible<Snapshots<int>>::value,
              "it outlives every other variable");

Snapshots<std::string> names;
Snapshots<int> numbers;

TEST(Snapshots, WhoHoldsAnOldOneKeepsItWhileOthersSeeTheNewest) {
  EXPECT_EQ(names.Newest(), nullptr);
  names.Publish(std::make_shared<const std::string>("first"));
  const std::shared_ptr<const std::string>* const old = names.Newest();
  names.Publish(std::make_shared<const std::string>("second"));
  EXPECT_EQ(**old, "first");
  EXPECT_EQ(**names.Newest(), "second");
}

TEST(Snapshots, ReadersNeverSeeAnOlderOneAfterANewer) {
  constexpr int kLast = 1000;
  numbers.Publish(std::make_shared<const int>(0));
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([] {
      int seen = 0;
      while (seen < kLast) {
        const std::shared_ptr<const int> now = *numbers.Newest();
        ASSERT_GE(*now, seen);
        seen = *now;
      }
    });
  }
  for (int i = 1; i <= kLast; ++i) numbers.Publish(std::make_shared<const int>(i));
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace opgraft
