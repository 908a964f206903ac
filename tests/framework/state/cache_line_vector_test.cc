// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/cache_line_vector.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(CacheLineVector, HasItsLinesToItself) {
  for (size_t n = 1; n < 200; ++n) {
    const CacheLineVector<int32_t> a(n), b(n);
    const auto from_a = reinterpret_cast<uintptr_t>(a.data());
    const auto from_b = reinterpret_cast<uintptr_t>(b.data());
    EXPECT_EQ(from_a % kApart, 0);
    EXPECT_NE(from_a / kApart, (from_b + (n - 1) * sizeof(int32_t)) / kApart);
    EXPECT_NE(from_b / kApart, (from_a + (n - 1) * sizeof(int32_t)) / kApart);
  }
}

TEST(CacheLineVector, GrowsAndKeepsWhatIsInIt) {
  CacheLineVector<int32_t> numbers;
  for (int32_t i = 0; i < 1000; ++i) numbers.push_back(i);
  for (int32_t i = 0; i < 1000; ++i) EXPECT_EQ(numbers[static_cast<size_t>(i)], i);
}

}  // namespace
}  // namespace opgraft
