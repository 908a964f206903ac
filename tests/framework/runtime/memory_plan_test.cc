#include "framework/runtime/memory_plan.h"

#include <random>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

SlotLife Life(int32_t def, int32_t use, int64_t bytes, DataType dtype = DT_FLOAT) {
  SlotLife life;
  life.first_def = def;
  life.last_use = use;
  life.owns_memory = true;
  life.dtype = dtype;
  life.bytes = bytes;
  return life;
}

TEST(MemoryPlan, SlotsWhoseLivesDoNotOverlapShareARegion) {
  // A chain: each slot is read by the next step only, so two regions take turns.
  std::vector<SlotLife> chain;
  for (int i = 0; i < 10; ++i) chain.push_back(Life(i, i + 1, 64));
  EXPECT_EQ(PlanMemory(chain, {}).num_regions, 2);
}

TEST(MemoryPlan, ASlotReadAndWrittenInOneStepIsNotReused) {
  const MemoryPlan plan = PlanMemory({Life(0, 1, 64), Life(1, 2, 64)}, {});
  EXPECT_NE(plan.slot_region[0], plan.slot_region[1]);
}

TEST(MemoryPlan, AForwardedInputAndItsOutputShareFromTheStart) {
  const MemoryPlan plan = PlanMemory({Life(0, 1, 64), Life(1, 2, 64)}, {{0, 1, 1}});
  EXPECT_EQ(plan.slot_region[0], plan.slot_region[1]);
  EXPECT_EQ(plan.num_regions, 1);
}

TEST(MemoryPlan, NothingIsForwardedWhenTheInputIsNeededLaterOrTheSizesDiffer) {
  EXPECT_EQ(PlanMemory({Life(0, 5, 64), Life(1, 2, 64)}, {{0, 1, 1}}).num_regions, 2);
  EXPECT_EQ(PlanMemory({Life(0, 1, 64), Life(1, 2, 128)}, {{0, 1, 1}}).num_regions, 2);
  EXPECT_EQ(PlanMemory({Life(0, 1, -1), Life(1, 2, -1)}, {{0, 1, 1}}).num_regions, 2);
}

TEST(MemoryPlan, StringsGetRegionsOfTheirOwn) {
  const MemoryPlan plan = PlanMemory({Life(0, 1, 32, DT_STRING), Life(5, 6, 32, DT_STRING), Life(8, 9, 32)}, {});
  EXPECT_EQ(plan.num_regions, 3);
}

TEST(MemoryPlan, WhatIsFetchedIsNeverReused) {
  const MemoryPlan plan = PlanMemory({Life(0, SlotLife::kForever, 64), Life(5, 6, 64)}, {});
  EXPECT_EQ(plan.num_regions, 2);
}

TEST(MemoryPlan, AnAliasProlongsTheLifeOfWhatItViews) {
  std::vector<SlotLife> slots = {Life(0, 1, 64), Life(1, 9, 64), Life(2, 3, 64)};
  slots[1].owns_memory = false;
  ProlongThroughAliases({{0, 1}}, &slots);
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
      const int64_t bytes = random() % 4 == 0 ? -1 : static_cast<int64_t>(16 << (random() % 4));
      slots.push_back(
          Life(def, random() % 10 == 0 ? SlotLife::kForever : def + static_cast<int>(random() % 10), bytes));
      if (i > 0) forwards.push_back({static_cast<int32_t>(random() % slots.size()), i, def});
    }
    const MemoryPlan plan = PlanMemory(slots, forwards);
    for (size_t a = 0; a < slots.size(); ++a) {
      for (size_t b = a + 1; b < slots.size(); ++b) {
        if (plan.slot_region[a] != plan.slot_region[b]) continue;
        // They may meet in one step only: the one that forwards the first into the second.
        const SlotLife& first = slots[a].first_def <= slots[b].first_def ? slots[a] : slots[b];
        const SlotLife& second = slots[a].first_def <= slots[b].first_def ? slots[b] : slots[a];
        const bool handed_on = first.last_use == second.first_def && first.bytes == second.bytes;
        EXPECT_TRUE(first.last_use < second.first_def || handed_on)
            << "round " << round << ": slots " << a << " and " << b;
      }
    }
  }
}

}  // namespace
}  // namespace opgraft
