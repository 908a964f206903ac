#ifndef FRAMEWORK_RUNTIME_MEMORY_PLAN_H_
#define FRAMEWORK_RUNTIME_MEMORY_PLAN_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "framework/types/data_type.h"

namespace opgraft {

// What the planner needs to know of one slot. Steps are numbered in program order; all jumps go forward, so a slot is
// alive from its first definition to its last use whatever path a run takes.
struct SlotLife {
  static constexpr int32_t kForever = INT32_MAX;
  int32_t first_def = -1;    // step; -1: filled from outside (feed, constant)
  int32_t last_use = -1;     // step; kForever: fetched
  bool owns_memory = false;  // a kernel's output: wants a region
  DataType dtype = DT_INVALID;
  int64_t bytes = -1;  // -1: not known before the run
};

// Slot `to` may view the memory of slot `from`.
struct SlotAlias {
  int32_t from = -1;
  int32_t to = -1;
  bool always = false;  // it does in every run: `to` is in the region of `from`
};

// A kernel that can write `output` over `input`; taken where the input dies at `step` and both have the same known
// size.
struct SlotForward {
  int32_t input = -1;
  int32_t output = -1;
  int32_t step = -1;
};

struct MemoryPlan {
  std::vector<int32_t> slot_region;  // -1: none
  int32_t num_regions = 0;
};

// Prolongs lives through aliases: memory lives as long as anything that may view it. `aliases` in program order.
void ProlongThroughAliases(const std::vector<SlotAlias>& aliases, std::vector<SlotLife>* slots);

// Gives every slot that owns memory a region; slots share one when their lives do not overlap. Non-trivial dtypes
// (string, resource, variant) get a region each. O(n log n). `aliases` in program order, as ProlongThroughAliases took
// them.
MemoryPlan PlanMemory(const std::vector<SlotLife>& slots, const std::vector<SlotForward>& forwards,
                      const std::vector<SlotAlias>& aliases = {});

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_MEMORY_PLAN_H_
