// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/memory_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "framework/runtime/region_packer.h"
#include "framework/tensor/tensor_buffer.h"

namespace opgraft_internal {
namespace {

// Larger than any tensor that runs, and so small that the sum over all slots of a program cannot
// overflow.
constexpr int64_t kMaxBytes = int64_t{1} << 38;

// Slots that follow one another in one piece of memory: each was written over the one before.
struct Chain {
  MemoryUse use;
  DataType dtype = DT_INVALID;
};

// What regions are kept apart by: numbers lie in any buffer, objects only in one of their own kind.
DataType KindOf(DataType dtype) { return DataTypeCanUseMemcpy(dtype) ? DT_INVALID : dtype; }

// Makes the plan in steps. First every slot gets an owner: the slot whose memory it is in, which a
// view is not. Then owners that are written over one another become chains, each of which is one
// piece of memory whose life is from the first definition to the last use. Then chains of one kind
// whose lives do not overlap share regions (region_packer.h).
//
//   stage  0    1    2    3    4        owners  0, 1, 2, 4 (3 views 1)
//   slot 0 +----+                       chains  {0, 1}: Neg writes 1 over 0, which dies there
//        1      +---------+                     {2}, {4}
//        2           +---------+        regions {0, 1} and {4}: 4 begins where 1 and its view ended
//        3           +----+                     {2}
//        4                     +--
class Planner {
 public:
  explicit Planner(std::vector<SlotLife> slots) {
    plan_.slots = std::move(slots);
    chain_of_.assign(plan_.slots.size(), -1);
  }

  void FindOwners(const std::vector<SlotAlias>& aliases) {
    plan_.owner.assign(plan_.slots.size(), -1);
    for (size_t i = 0; i < plan_.slots.size(); ++i) {
      if (plan_.slots[i].owns_memory) plan_.owner[i] = static_cast<int32_t>(i);
    }
    for (const SlotAlias& alias : aliases) {
      if (alias.always)
        plan_.owner[static_cast<size_t>(alias.to)] = plan_.owner[static_cast<size_t>(alias.from)];
    }
  }

  void MakeChains(const std::vector<SlotForward>& forwards) {
    std::vector<int32_t> source(plan_.slots.size(), -1);  // by output: the owner it is written over
    std::vector<bool> given(plan_.slots.size(), false);   // by owner: something is written over it
    for (const SlotForward& forward : forwards) {
      const int32_t input = plan_.owner[static_cast<size_t>(forward.input)];
      int32_t& from = source[static_cast<size_t>(forward.output)];
      if (input < 0 || from >= 0 || given[static_cast<size_t>(input)] || !MayShare(input, forward))
        continue;
      from = input;
      given[static_cast<size_t>(input)] = true;
    }
    for (const int32_t slot : OwnersByFirstDef()) Append(slot, source[static_cast<size_t>(slot)]);
  }

  void AssignRegions() {
    PackChains();
    plan_.slot_region.assign(plan_.slots.size(), -1);
    for (size_t i = 0; i < plan_.slots.size(); ++i) {
      const int32_t owner = plan_.owner[i];
      if (owner < 0) continue;
      const int32_t chain = chain_of_[static_cast<size_t>(owner)];
      const int32_t region = region_of_chain_[static_cast<size_t>(chain)];
      plan_.slot_region[i] = region;
      if (owner == static_cast<int32_t>(i))
        Account(plan_.slots[i].size, static_cast<size_t>(region));
    }
  }

  MemoryPlan Finish() {
    for (const SlotSize& size : plan_.region_size) plan_.region_bytes += size.bytes;
    std::vector<MemoryUse> uses;
    uses.reserve(chains_.size());
    for (const Chain& chain : chains_) uses.push_back(chain.use);
    plan_.alive_bytes = MostBytesAlive(uses);
    return std::move(plan_);
  }

 private:
  bool MayShare(int32_t input, const SlotForward& forward) const {
    const SlotLife& in = plan_.slots[static_cast<size_t>(input)];
    const SlotLife& out = plan_.slots[static_cast<size_t>(forward.output)];
    const bool is_known = in.size.is_known && out.size.is_known;
    return out.owns_memory && in.first_def < forward.stage && in.last_use == forward.stage &&
           out.first_def == forward.stage &&
           (is_known ? in.size.bytes == out.size.bytes : forward.same_shape) &&
           DataTypeCanUseMemcpy(in.dtype) && DataTypeCanUseMemcpy(out.dtype);
  }

  std::vector<int32_t> OwnersByFirstDef() const {
    std::vector<int32_t> order;
    for (size_t i = 0; i < plan_.slots.size(); ++i) {
      if (plan_.slots[i].owns_memory) order.push_back(static_cast<int32_t>(i));
    }
    std::stable_sort(order.begin(), order.end(), [this](int32_t a, int32_t b) {
      return plan_.slots[static_cast<size_t>(a)].first_def <
             plan_.slots[static_cast<size_t>(b)].first_def;
    });
    return order;
  }

  // Gives every chain a region. Those of each kind are packed by themselves.
  void PackChains() {
    std::map<DataType, std::vector<int32_t>> chains_of_kind;
    for (size_t i = 0; i < chains_.size(); ++i)
      chains_of_kind[KindOf(chains_[i].dtype)].push_back(static_cast<int32_t>(i));
    region_of_chain_.assign(chains_.size(), -1);
    int32_t num_regions = 0;
    for (const auto& [kind, chains] : chains_of_kind) {
      std::vector<MemoryUse> uses;
      uses.reserve(chains.size());
      for (const int32_t chain : chains) uses.push_back(chains_[static_cast<size_t>(chain)].use);
      const RegionPacking packing = PackRegions(uses);
      for (size_t i = 0; i < chains.size(); ++i)
        region_of_chain_[static_cast<size_t>(chains[i])] = num_regions + packing.region[i];
      num_regions += static_cast<int32_t>(packing.region_bytes.size());
    }
    plan_.region_size.assign(static_cast<size_t>(num_regions), SlotSize());
    plan_.reserved_bytes.assign(static_cast<size_t>(num_regions), 0);
  }

  // Puts an owner at the end of the chain of `source`, or (-1) into one of its own.
  void Append(int32_t slot, int32_t source) {
    const SlotLife& life = plan_.slots[static_cast<size_t>(slot)];
    const int32_t last = std::max(life.first_def, life.last_use);
    int32_t& chain = chain_of_[static_cast<size_t>(slot)];
    if (source < 0) {
      chain = static_cast<int32_t>(chains_.size());
      chains_.push_back({{life.first_def, last, life.size.bytes}, life.dtype});
      return;
    }
    chain = chain_of_[static_cast<size_t>(source)];
    MemoryUse& use = chains_[static_cast<size_t>(chain)].use;
    use.last = last;
    use.bytes = std::max(use.bytes, life.size.bytes);
  }

  void Account(const SlotSize& size, size_t region) {
    plan_.slot_bytes += size.bytes;
    SlotSize& all = plan_.region_size[region];
    all = all.Or(size);
    int64_t& reserved = plan_.reserved_bytes[region];
    if (size.is_known) reserved = std::max(reserved, size.bytes);
  }

  MemoryPlan plan_;
  std::vector<Chain> chains_;
  std::vector<int32_t> chain_of_;         // by owner
  std::vector<int32_t> region_of_chain_;  // by chain
};

// Finds the loops that a stage is in.
class LoopNest {
 public:
  explicit LoopNest(const std::vector<LoopExtent>& loops) : loops_(loops) {
    for (size_t i = 0; i < loops.size(); ++i) {
      const auto begin = static_cast<size_t>(loops[i].first);
      const auto end = static_cast<size_t>(loops[i].last) + 1;
      if (innermost_.size() < end) innermost_.resize(end, -1);
      outer_.push_back(innermost_[begin]);
      std::fill(innermost_.begin() + static_cast<std::ptrdiff_t>(begin),
                innermost_.begin() + static_cast<std::ptrdiff_t>(end), static_cast<int32_t>(i));
    }
  }

  // To the end of the outermost loop that the last use is in and the definition is not.
  void Prolong(SlotLife* slot) const {
    if (slot->last_use < 0 || static_cast<size_t>(slot->last_use) >= innermost_.size()) return;
    int32_t loop = innermost_[static_cast<size_t>(slot->last_use)];
    for (; loop >= 0 && At(loop).first > slot->first_def; loop = outer_[static_cast<size_t>(loop)])
      slot->last_use = At(loop).last;
  }

 private:
  const LoopExtent& At(int32_t loop) const { return loops_[static_cast<size_t>(loop)]; }

  const std::vector<LoopExtent>& loops_;
  std::vector<int32_t> innermost_;  // by stage; -1: no loop
  std::vector<int32_t> outer_;      // by loop: the one around it; -1: none
};

}  // namespace

SlotSize SlotSize::Or(const SlotSize& other) const {
  return {std::max(bytes, other.bytes), is_known && other.is_known};
}

SlotSize SizeOf(DataType dtype, const PartialTensorShape& shape) {
  SlotSize size;
  size.is_known = shape.IsFullyDefined();
  int64_t elements = shape.unknown_rank() ? SlotSize::kAssumedDimension : 1;
  for (const DimRange& dim : shape.ranges()) {
    const int64_t n = std::clamp(SlotSize::kAssumedDimension, dim.min(), dim.max());
    if (__builtin_mul_overflow(elements, n, &elements)) elements = INT64_MAX;
  }
  const int64_t bytes = TensorBuffer::BytesFor(dtype, elements);
  size.bytes = bytes < 0 ? kMaxBytes : std::min(bytes, kMaxBytes);
  return size;
}

void ProlongLives(const std::vector<SlotAlias>& aliases, const std::vector<LoopExtent>& loops,
                  std::vector<SlotLife>* slots) {
  const LoopNest nest(loops);
  // Later aliases first: all uses of `to` are then known.
  for (auto alias = aliases.rbegin(); alias != aliases.rend(); ++alias) {
    SlotLife& from = (*slots)[static_cast<size_t>(alias->from)];
    SlotLife& to = (*slots)[static_cast<size_t>(alias->to)];
    nest.Prolong(&to);
    from.last_use = std::max(from.last_use, to.last_use);
  }
  for (SlotLife& slot : *slots) nest.Prolong(&slot);
}

MemoryPlan PlanMemory(std::vector<SlotLife> slots, const std::vector<SlotForward>& forwards,
                      const std::vector<SlotAlias>& aliases) {
  Planner planner(std::move(slots));
  planner.FindOwners(aliases);
  planner.MakeChains(forwards);
  planner.AssignRegions();
  return planner.Finish();
}

}  // namespace opgraft_internal
