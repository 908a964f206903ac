// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/region_packer.h"

#include <algorithm>
#include <random>

#include "gtest/gtest.h"
#include "tests/framework/runtime/best_packing.h"

namespace opgraft {
namespace {

// What the plan promises: at most so many times what the best assignment takes.
constexpr double kMaxRatio = 1.25;

std::vector<int64_t> SizesAfterPacking(const std::vector<MemoryUse>& uses) {
  return PackRegions(uses).region_bytes;
}

TEST(RegionPacker, UsesThatTakeTurnsShareOneRegion) {
  EXPECT_EQ(SizesAfterPacking({{0, 1, 64}, {2, 3, 64}, {4, 5, 64}}), (std::vector<int64_t>{64}));
}

TEST(RegionPacker, UsesOfOneStepDoNotShare) {
  EXPECT_EQ(SizesAfterPacking({{0, 1, 64}, {1, 2, 64}}), (std::vector<int64_t>{64, 64}));
}

TEST(RegionPacker, ARegionIsAsLargeAsItsLargestUse) {
  EXPECT_EQ(SizesAfterPacking({{0, 1, 10}, {2, 3, 1000}, {4, 5, 100}}),
            (std::vector<int64_t>{1000}));
}

TEST(RegionPacker, TheLargestAreMatchedFirst) {
  // In the order of steps the small use would take the large region when that becomes free, and the
  // large one that follows would need another.
  EXPECT_EQ(PackRegions({{0, 1, 1000}, {0, 2, 10}, {3, 9, 10}, {3, 4, 1000}}).total_bytes, 1010);
}

TEST(RegionPacker, AGapInTheMiddleOfARegionIsUsed) {
  EXPECT_EQ(SizesAfterPacking({{0, 1, 100}, {8, 9, 100}, {3, 5, 50}}), (std::vector<int64_t>{100}));
}

TEST(RegionPacker, WhatIsUsedForEverComesAfterWhatIsNot) {
  EXPECT_EQ(SizesAfterPacking({{5, INT32_MAX, 64}, {0, 4, 64}, {6, 7, 64}}),
            (std::vector<int64_t>{64, 64}));
}

TEST(RegionPacker, NothingAndUsesOfNoBytesAreFine) {
  EXPECT_EQ(PackRegions({}).total_bytes, 0);
  EXPECT_EQ(PackRegions({{0, 1, 0}, {1, 2, 0}}).total_bytes, 0);
}

TEST(RegionPacker, MostBytesAliveCountsWhatEndsAndWhatBeginsAtAStep) {
  EXPECT_EQ(MostBytesAlive({{0, 1, 10}, {1, 2, 20}, {2, 3, 40}}), 60);
  EXPECT_EQ(MostBytesAlive({}), 0);
}

// Random uses: kind 0 sizes of powers of two, 1 any sizes, 2 nearly equal ones, 3 a few large among
// small, briefly used.
std::vector<MemoryUse> RandomUses(int n, int steps, std::mt19937* random) {
  const auto below = [random](int limit) {
    return static_cast<int>((*random)() % static_cast<unsigned>(limit));
  };
  const int kind = below(4);
  std::vector<MemoryUse> uses;
  for (int i = 0; i < n; ++i) {
    MemoryUse use;
    use.first = below(steps);
    use.last = use.first + below(kind == 3 ? 3 : 1 + steps / 2);
    if (below(10) == 0) use.last = INT32_MAX;
    const int64_t sizes[] = {16 << below(6), 1 + below(1000), 100 + below(20),
                             1 + below(10) * below(10) * below(100)};
    use.bytes = sizes[kind];
    uses.push_back(use);
  }
  return uses;
}

void ExpectThatNoneOverlap(const std::vector<MemoryUse>& uses, const RegionPacking& packing) {
  for (size_t a = 0; a < uses.size(); ++a) {
    EXPECT_GE(packing.region_bytes[static_cast<size_t>(packing.region[a])], uses[a].bytes);
    for (size_t b = a + 1; b < uses.size(); ++b) {
      if (packing.region[a] != packing.region[b]) continue;
      EXPECT_TRUE(uses[a].last < uses[b].first || uses[b].last < uses[a].first)
          << a << " and " << b;
    }
  }
}

TEST(RegionPacker, StaysNearTheBestAssignmentOfFewUses) {
  std::mt19937 random(301);
  int exact = 0;
  double sum = 0;
  for (int round = 0; round < 1000; ++round) {
    const auto n = static_cast<int>(5 + random() % 12);
    const std::vector<MemoryUse> uses = RandomUses(n, static_cast<int>(5 + random() % 30), &random);
    const RegionPacking packing = PackRegions(uses);
    ExpectThatNoneOverlap(uses, packing);
    bool is_exact = false;
    const auto best = static_cast<double>(LeastRegionBytes(uses, &is_exact));
    exact += is_exact ? 1 : 0;
    const double ratio = static_cast<double>(packing.total_bytes) / best;
    sum += ratio;
    EXPECT_LE(ratio, kMaxRatio) << "round " << round;
    EXPECT_GE(ratio, 1) << "round " << round << ": the reference is wrong";
  }
  EXPECT_GT(exact, 990);
  EXPECT_LT(sum / 1000, 1.01);
}

TEST(RegionPacker, StaysNearTheBoundOfManyUses) {
  std::mt19937 random(302);
  for (const int n : {30, 100, 300}) {
    for (int round = 0; round < 50; ++round) {
      const std::vector<MemoryUse> uses = RandomUses(n, n, &random);
      const RegionPacking packing = PackRegions(uses);
      ExpectThatNoneOverlap(uses, packing);
      EXPECT_LE(static_cast<double>(packing.total_bytes),
                kMaxRatio * static_cast<double>(LeastRegionBytes(uses)));
    }
  }
}

}  // namespace
}  // namespace opgraft
