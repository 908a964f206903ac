// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_MEMORY_PLAN_H_
#define FRAMEWORK_RUNTIME_MEMORY_PLAN_H_

#include <cstdint>
#include <vector>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// How much memory a tensor takes, as far as its static type and shape tell.
struct SlotSize {
  // What an unknown dimension counts as. Only the matching of slots to regions depends on it.
  static constexpr int64_t kAssumedDimension = 16;
  int64_t bytes = 0;
  // false: some dimension is not known before the run.
  bool is_known = true;

  // The size that is right for either; not known if one of them is not.
  SlotSize Or(const SlotSize& other) const;
};

// Of a tensor of this dtype and shape; a tensor beyond any memory counts as some hundred gigabytes.
SlotSize SizeOf(DataType dtype, const PartialTensorShape& shape);

// What the planner needs to know of one slot. Lives are counted in stages: steps that may run side
// by side are one; today each step is one of its own. Stages are numbered in program order. Where
// all jumps go forward, a slot is alive from its first definition to its last use whatever path a
// run takes; loops prolong that (ProlongLives).
struct SlotLife {
  static constexpr int32_t kForever = INT32_MAX;
  // Stage; -1: filled from outside (feed, constant).
  int32_t first_def = -1;
  // Stage; kForever: fetched.
  int32_t last_use = -1;
  // A kernel's output: wants a region.
  bool owns_memory = false;
  DataType dtype = DT_INVALID;
  SlotSize size;
};

// Slot `to` may view the memory of slot `from`.
struct SlotAlias {
  int32_t from = -1;
  int32_t to = -1;
  // It does in every run: `to` is in the region of `from`.
  bool always = false;
};

// Stages that are run again and again: `last` jumps back to `first`. Loops nest or lie apart.
struct LoopExtent {
  int32_t first = -1;
  int32_t last = -1;
};

// A kernel that can write `output` over `input`; taken where the memory of the input is needed no
// more after `stage` and the two are of one size.
struct SlotForward {
  int32_t input = -1;
  int32_t output = -1;
  int32_t stage = -1;
  bool same_shape = false;  // whatever the run brings
};

// The regions of one program. A region is as large as the largest slot in it.
struct MemoryPlan {
  // As planned: lives reach through aliases.
  std::vector<SlotLife> slots;
  // By slot: the slot whose memory it is in; -1: none of the plan's.
  std::vector<int32_t> owner;
  // By slot; -1: none.
  std::vector<int32_t> slot_region;
  // With unknown dimensions as assumed.
  std::vector<SlotSize> region_size;
  // By region: what its slots of known size take.
  std::vector<int64_t> reserved_bytes;
  // Of all regions.
  int64_t region_bytes = 0;
  // Of all slots that own memory: the regions if none were shared.
  int64_t slot_bytes = 0;
  // The most that is alive at one stage: no plan takes less.
  int64_t alive_bytes = 0;

  int32_t num_regions() const { return static_cast<int32_t>(region_size.size()); }
};

// Prolongs lives. Memory lives as long as anything that may view it; what is defined before a loop
// and used in it lives to the loop's end, for the next iteration uses it again. `aliases` and
// `loops` in program order, a loop before those inside it.
//
// Example: loops are [2, 9] and [4, 6]. What is used at 5 lives to 9 if it is defined at 1, to 6 if
// it is defined at 3, and to 5 if it is defined at 4.
void ProlongLives(const std::vector<SlotAlias>& aliases, const std::vector<LoopExtent>& loops,
                  std::vector<SlotLife>* slots);

// Gives every slot that owns memory a region. Slots share one when their lives do not overlap; an
// output shares with an input that it may be written over. Objects (string, resource, variant)
// share with their own dtype only. O(n log n). `aliases` in program order, as ProlongLives
// took them.
MemoryPlan PlanMemory(std::vector<SlotLife> slots, const std::vector<SlotForward>& forwards,
                      const std::vector<SlotAlias>& aliases = {});

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_MEMORY_PLAN_H_
