#include "framework/runtime/memory_plan.h"

#include <algorithm>
#include <map>
#include <queue>

namespace opgraft {
namespace {

constexpr int64_t kUnknownSize = -1;

// Regions free at the current step, by the size of the slot that had them last.
class FreeRegions {
 public:
  void Put(int64_t bytes, int32_t region) { by_size_.emplace(bytes, region); }

  // The smallest that is large enough, else the largest; -1 if there is none. Slots of unknown size keep to themselves,
  // so that a region of known size is not grown again and again.
  int32_t Take(int64_t bytes) {
    if (by_size_.empty()) return -1;
    auto it = by_size_.lower_bound(bytes);
    if (bytes == kUnknownSize) {
      if (it == by_size_.end() || it->first != kUnknownSize) return -1;
    } else {
      if (it == by_size_.end()) --it;
      if (it->first == kUnknownSize) return -1;
    }
    const int32_t region = it->second;
    by_size_.erase(it);
    return region;
  }

 private:
  std::multimap<int64_t, int32_t> by_size_;
};

struct Expiry {
  int32_t step;
  int32_t slot;
  friend bool operator>(const Expiry& a, const Expiry& b) { return a.step > b.step; }
};

std::vector<int32_t> OwnersByFirstDef(const std::vector<SlotLife>& slots) {
  std::vector<int32_t> order;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].owns_memory) order.push_back(static_cast<int32_t>(i));
  }
  std::stable_sort(order.begin(), order.end(), [&slots](int32_t a, int32_t b) {
    return slots[static_cast<size_t>(a)].first_def < slots[static_cast<size_t>(b)].first_def;
  });
  return order;
}

bool MayShareFromStart(const SlotLife& in, const SlotLife& out, int32_t step) {
  return in.owns_memory && out.owns_memory && in.first_def < step && in.last_use == step && out.first_def == step &&
         in.bytes >= 0 && in.bytes == out.bytes && DataTypeCanUseMemcpy(in.dtype) && DataTypeCanUseMemcpy(out.dtype);
}

}  // namespace

void ProlongThroughAliases(const std::vector<SlotAlias>& aliases, std::vector<SlotLife>* slots) {
  for (auto alias = aliases.rbegin(); alias != aliases.rend(); ++alias) {
    SlotLife& from = (*slots)[static_cast<size_t>(alias->from)];
    from.last_use = std::max(from.last_use, (*slots)[static_cast<size_t>(alias->to)].last_use);
  }
}

MemoryPlan PlanMemory(const std::vector<SlotLife>& slots, const std::vector<SlotForward>& forwards,
                      const std::vector<SlotAlias>& aliases) {
  MemoryPlan plan;
  plan.slot_region.assign(slots.size(), -1);
  std::vector<int32_t> forwarded_from(slots.size(), -1);
  for (const SlotForward& f : forwards) {
    if (MayShareFromStart(slots[static_cast<size_t>(f.input)], slots[static_cast<size_t>(f.output)], f.step)) {
      forwarded_from[static_cast<size_t>(f.output)] = f.input;
    }
  }
  FreeRegions free_regions;
  std::priority_queue<Expiry, std::vector<Expiry>, std::greater<Expiry>> alive;
  std::vector<int32_t>
      holder;  // of each region: the slot it was given to last; a forwarded input holds none when it dies
  for (int32_t slot : OwnersByFirstDef(slots)) {
    const SlotLife& life = slots[static_cast<size_t>(slot)];
    while (!alive.empty() && alive.top().step < life.first_def) {
      const int32_t dead = alive.top().slot;
      const int32_t region = plan.slot_region[static_cast<size_t>(dead)];
      if (holder[static_cast<size_t>(region)] == dead) free_regions.Put(slots[static_cast<size_t>(dead)].bytes, region);
      alive.pop();
    }
    int32_t region = -1;
    const int32_t source = forwarded_from[static_cast<size_t>(slot)];
    const bool trivial = DataTypeCanUseMemcpy(life.dtype);
    if (source >= 0 && holder[static_cast<size_t>(plan.slot_region[static_cast<size_t>(source)])] == source) {
      region = plan.slot_region[static_cast<size_t>(source)];
    } else if (trivial) {
      region = free_regions.Take(life.bytes);
    }
    if (region < 0) {
      region = plan.num_regions++;
      holder.push_back(slot);
    }
    holder[static_cast<size_t>(region)] = slot;
    plan.slot_region[static_cast<size_t>(slot)] = region;
    if (trivial && life.last_use != SlotLife::kForever) alive.push({std::max(life.last_use, life.first_def), slot});
  }
  for (const SlotAlias& alias : aliases) {
    if (alias.always)
      plan.slot_region[static_cast<size_t>(alias.to)] = plan.slot_region[static_cast<size_t>(alias.from)];
  }
  return plan;
}

}  // namespace opgraft
