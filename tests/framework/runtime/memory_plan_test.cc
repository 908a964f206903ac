// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/memory_plan.h"

#include <random>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kUnknown = -1;

// `bytes` kUnknown: one unknown dimension of floats.
SlotLife Life(int32_t def, int32_t use, int64_t bytes, DataType dtype = DT_FLOAT) {
  SlotLife life;
  life.first_def = def;
  life.last_use = use;
  life.owns_memory = true;
  life.dtype = dtype;
  life.size = bytes == kUnknown ? SizeOf(dtype, PartialTensorShape({-1})) : SlotSize{bytes, true};
  return life;
}

TEST(MemoryPlan, SlotsWhoseLivesDoNotOverlapShareARegion) {
  // A chain: each slot is read by the next step only, so two regions take turns.
  std::vector<SlotLife> chain;
  for (int i = 0; i < 10; ++i) chain.push_back(Life(i, i + 1, 64));
  EXPECT_EQ(PlanMemory(chain, {}).num_regions(), 2);
}

TEST(MemoryPlan, ASlotReadAndWrittenInOneStepIsNotReused) {
  const MemoryPlan plan = PlanMemory({Life(0, 1, 64), Life(1, 2, 64)}, {});
  EXPECT_NE(plan.slot_region[0], plan.slot_region[1]);
}

TEST(MemoryPlan, AForwardedInputAndItsOutputShareFromTheStart) {
  const MemoryPlan plan = PlanMemory({Life(0, 1, 64), Life(1, 2, 64)}, {{0, 1, 1}});
  EXPECT_EQ(plan.slot_region[0], plan.slot_region[1]);
  EXPECT_EQ(plan.num_regions(), 1);
}

TEST(MemoryPlan, NothingIsForwardedWhenTheInputIsNeededLaterOrTheSizesDiffer) {
  EXPECT_EQ(PlanMemory({Life(0, 5, 64), Life(1, 2, 64)}, {{0, 1, 1}}).num_regions(), 2);
  EXPECT_EQ(PlanMemory({Life(0, 1, 64), Life(1, 2, 128)}, {{0, 1, 1}}).num_regions(), 2);
  EXPECT_EQ(PlanMemory({Life(0, 1, kUnknown), Life(1, 2, kUnknown)}, {{0, 1, 1}}).num_regions(), 2);
}

TEST(MemoryPlan, UnknownSizesAreForwardedWhereTheShapesAreSurelyTheSame) {
  const SlotForward forward{0, 1, 1, /*same_shape=*/true};
  EXPECT_EQ(PlanMemory({Life(0, 1, kUnknown), Life(1, 2, kUnknown)}, {forward}).num_regions(), 1);
}

TEST(MemoryPlan, WhatALoopUsesFromOutsideLivesToItsEnd) {
  const std::vector<LoopExtent> loops = {{2, 9}, {4, 6}, {12, 14}};
  const struct {
    int32_t def, use, lives_to;
  } cases[] = {
      {0, 1, 1},   {1, 5, 9},    {3, 5, 6},   {4, 5, 5},
      {3, 8, 8},   {1, 2, 9},    {-1, 9, 9},  {1, 11, 11},
      {7, 13, 14}, {13, 13, 13}, {5, 20, 20}, {1, SlotLife::kForever, SlotLife::kForever},
  };
  for (const auto& c : cases) {
    std::vector<SlotLife> slots = {Life(c.def, c.use, 64)};
    ProlongLives({}, loops, &slots);
    EXPECT_EQ(slots[0].last_use, c.lives_to) << c.def << " to " << c.use;
  }
}

TEST(MemoryPlan, WhatIsViewedInALoopLivesAsLongAsTheLoop) {
  // 1 views 0 before the loop, 2 views 1 inside it.
  std::vector<SlotLife> slots = {Life(0, 1, 64), Life(1, 4, 64), Life(4, 5, 64)};
  ProlongLives({{0, 1}, {1, 2}}, {{3, 8}}, &slots);
  EXPECT_EQ(slots[2].last_use, 5);
  EXPECT_EQ(slots[1].last_use, 8);
  EXPECT_EQ(slots[0].last_use, 8);
}

TEST(MemoryPlan, AnInputIsWrittenOverOnce) {
  const MemoryPlan plan =
      PlanMemory({Life(0, 1, 64), Life(1, 2, 64), Life(1, 2, 64)}, {{0, 1, 1}, {0, 2, 1}});
  EXPECT_EQ(plan.slot_region[0], plan.slot_region[1]);
  EXPECT_NE(plan.slot_region[1], plan.slot_region[2]);
}

TEST(MemoryPlan, WhatViewsAnInputIsWrittenOverInItsPlace) {
  std::vector<SlotLife> slots = {Life(0, 1, 64), Life(1, 2, 64), Life(2, 3, 64)};
  slots[1].owns_memory = false;  // a view of slot 0
  const std::vector<SlotAlias> aliases = {{0, 1, /*always=*/true}};
  ProlongLives(aliases, {}, &slots);
  EXPECT_EQ(PlanMemory(slots, {{1, 2, 2}}, aliases).num_regions(), 1);
  slots[0].last_use = 5;  // it is read once more
  EXPECT_EQ(PlanMemory(slots, {{1, 2, 2}}, aliases).num_regions(), 2);
}

TEST(MemoryPlan, StringsShareWithStringsOnly) {
  const MemoryPlan plan =
      PlanMemory({Life(0, 1, 32, DT_STRING), Life(5, 6, 32, DT_STRING), Life(8, 9, 32)}, {});
  EXPECT_EQ(plan.slot_region[0], plan.slot_region[1]);
  EXPECT_NE(plan.slot_region[0], plan.slot_region[2]);
}

TEST(MemoryPlan, TellsPeakSumAndWhatIsAliveAtOneStep) {
  // Slot 2 begins when slot 0 has ended, but is larger.
  const MemoryPlan plan = PlanMemory({Life(0, 1, 100), Life(1, 3, 50), Life(2, 3, 200)}, {});
  EXPECT_EQ(plan.slot_bytes, 350);
  EXPECT_EQ(plan.alive_bytes, 250);
  EXPECT_EQ(plan.region_bytes, 250);
  EXPECT_EQ(plan.reserved_bytes[static_cast<size_t>(plan.slot_region[0])], 200);
}

TEST(MemoryPlan, ASizeThatIsNotKnownIsAssumedAndNotReserved) {
  struct Case {
    PartialTensorShape shape;
    int64_t bytes;
    bool is_known;
  } cases[] = {
      {PartialTensorShape({2, 3}), 24, true},
      {PartialTensorShape({-1, 3}), 16 * 12, false},
      {PartialTensorShape(), 16 * 4, false},
      {PartialTensorShape::OfRanges({DimRange(2, 8)}), 8 * 4, false},
      {PartialTensorShape::OfRanges({DimRange(20, 80)}), 20 * 4, false},
      {PartialTensorShape({int64_t{1} << 40, 1 << 20}), int64_t{1} << 38, true},
      {PartialTensorShape({0, -1}), 0, false},
  };
  for (const Case& c : cases) {
    const SlotSize size = SizeOf(DT_FLOAT, c.shape);
    EXPECT_EQ(size.bytes, c.bytes) << c.shape.DebugString();
    EXPECT_EQ(size.is_known, c.is_known) << c.shape.DebugString();
  }
  const MemoryPlan plan = PlanMemory({Life(0, 1, kUnknown), Life(2, 3, 8)}, {});
  EXPECT_EQ(plan.region_bytes, 64);
  EXPECT_EQ(plan.reserved_bytes[0], 8);
}

TEST(MemoryPlan, WhatIsFetchedIsNeverReused) {
  const MemoryPlan plan = PlanMemory({Life(0, SlotLife::kForever, 64), Life(5, 6, 64)}, {});
  EXPECT_EQ(plan.num_regions(), 2);
}

TEST(MemoryPlan, AnAliasProlongsTheLifeOfWhatItViews) {
  std::vector<SlotLife> slots = {Life(0, 1, 64), Life(1, 9, 64), Life(2, 3, 64)};
  slots[1].owns_memory = false;
  ProlongLives({{0, 1}}, {}, &slots);
  EXPECT_EQ(slots[0].last_use, 9);
  const MemoryPlan plan = PlanMemory(slots, {});
  EXPECT_NE(plan.slot_region[0], plan.slot_region[2]);
  EXPECT_EQ(plan.slot_region[1], -1);
}

TEST(MemoryPlan, RandomPlansNeverLetTwoLivingSlotsShare) {
  std::mt19937 random(301);
  for (int round = 0; round < 200; ++round) {
    std::vector<SlotLife> slots;
    std::vector<SlotForward> forwards;
    for (int i = 0; i < 40; ++i) {
      const int def = static_cast<int>(random() % 50);
      const int64_t bytes =
          random() % 4 == 0 ? kUnknown : static_cast<int64_t>(16 << (random() % 4));
      slots.push_back(
          Life(def, random() % 10 == 0 ? SlotLife::kForever : def + static_cast<int>(random() % 10),
               bytes));
      if (i > 0) forwards.push_back({static_cast<int32_t>(random() % slots.size()), i, def});
    }
    const MemoryPlan plan = PlanMemory(slots, forwards);
    for (size_t a = 0; a < slots.size(); ++a) {
      for (size_t b = a + 1; b < slots.size(); ++b) {
        if (plan.slot_region[a] != plan.slot_region[b]) continue;
        // They may meet in one step only: the one that forwards the first into the second.
        const SlotLife& first = slots[a].first_def <= slots[b].first_def ? slots[a] : slots[b];
        const SlotLife& second = slots[a].first_def <= slots[b].first_def ? slots[b] : slots[a];
        const bool handed_on =
            first.last_use == second.first_def && first.size.bytes == second.size.bytes;
        EXPECT_TRUE(first.last_use < second.first_def || handed_on)
            << "round " << round << ": slots " << a << " and " << b;
      }
    }
  }
}

}  // namespace
}  // namespace opgraft
