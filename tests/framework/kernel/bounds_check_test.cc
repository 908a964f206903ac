// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/bounds_check.h"

#include <limits>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(FastBoundsCheck, IsTrueWithinTheLimit) {
  EXPECT_TRUE(FastBoundsCheck(0, 1));
  EXPECT_TRUE(FastBoundsCheck(int64_t{4}, 5));
  EXPECT_TRUE(FastBoundsCheck(4, int64_t{5}));
}

TEST(FastBoundsCheck, IsFalseBelowZeroAndFromTheLimitOn) {
  EXPECT_FALSE(FastBoundsCheck(-1, 1));
  EXPECT_FALSE(FastBoundsCheck(int64_t{-1}, 5));
  EXPECT_FALSE(FastBoundsCheck(5, 5));
  EXPECT_FALSE(FastBoundsCheck(0, 0));
  EXPECT_FALSE(FastBoundsCheck(std::numeric_limits<int64_t>::min(), int64_t{5}));
  EXPECT_FALSE(FastBoundsCheck(int64_t{1} << 32, 5));
}

TEST(SubtleMustCopy, Copies) { EXPECT_EQ(internal::SubtleMustCopy(int64_t{7}), 7); }

}  // namespace
}  // namespace opgraft
