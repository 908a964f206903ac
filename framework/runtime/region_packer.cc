// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/region_packer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "absl/container/btree_set.h"

namespace opgraft_internal {
namespace {

// With more uses than this only one order is tried; with fewer, orders are tried until the result
// is within 1 / kGoodEnough of the bound. Packing is to stay a small part of compiling.
constexpr size_t kManyUses = 5'000;
constexpr int64_t kGoodEnough = 20;

constexpr int32_t kBeforeAll = -1;
constexpr int64_t kAfterAll = std::numeric_limits<int64_t>::max();

// The stretches of steps in which regions are free, to be asked for one that holds a given use.
//
// A stretch (after, before) of a region is free from step after + 1 to before - 1. Stretches are
// sorted by the step `after`, which is the last step of some use or kBeforeAll: those values,
// sorted, are the leaves of a binary tree, and each node of it keeps the latest `before` below it:
//
//                  [9]                 after   -1     3     7
//             [5]       [9]            before  2,5    5     9
//          -1:[5] 3:[5] 7:[9] .
//
// A use of steps 4 to 4 may begin in the leaves -1 and 3, which begin before it. The search goes
// through the subtrees that make up these leaves from the last to the first and descends where the
// latest `before` is beyond the use: to leaf 3, in O(log n).
class FreeStretches {
 public:
  explicit FreeStretches(const std::vector<MemoryUse>& uses) {
    starts_.reserve(uses.size() + 1);
    starts_.push_back(kBeforeAll);
    for (const MemoryUse& use : uses) starts_.push_back(use.last);
    std::sort(starts_.begin(), starts_.end());
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    while (leaves_ < starts_.size()) leaves_ *= 2;
    latest_end_.assign(2 * leaves_, kBeforeAll);
  }

  // `region` is free after step `after` and before step `before`.
  void Add(int32_t after, int64_t before, int32_t region) {
    if (before - after < 2) return;
    const size_t leaf = LeafOf(after);
    stretches_.insert({leaf, before, region});
    for (size_t i = leaves_ + leaf; i > 0 && latest_end_[i] < before; i /= 2)
      latest_end_[i] = before;
  }

  // Takes the stretch that begins last before `use` and, of several, ends first after it; puts back
  // the parts before and after the use. The region, or -1 if none is free.
  int32_t Take(const MemoryUse& use) {
    const ptrdiff_t leaf = LastLeaf(use);
    if (leaf < 0) return -1;
    const auto found =
        stretches_.lower_bound({static_cast<size_t>(leaf), int64_t{use.last} + 1, -1});
    const auto [unused, before, region] = *found;
    stretches_.erase(found);
    Lower(static_cast<size_t>(leaf));
    Add(starts_[static_cast<size_t>(leaf)], use.first, region);
    Add(use.last, before, region);
    return region;
  }

 private:
  using Stretch = std::tuple<size_t, int64_t, int32_t>;  // leaf of `after`, before, region

  size_t LeafOf(int32_t after) const {
    return static_cast<size_t>(std::lower_bound(starts_.begin(), starts_.end(), after) -
                               starts_.begin());
  }

  // The last leaf before the use with a stretch that ends after it; -1 if there is none.
  ptrdiff_t LastLeaf(const MemoryUse& use) const {
    // All leaves in [0, limit) begin before the use: walks the roots of the subtrees that make up
    // that range, last first.
    size_t node = leaves_ + LeafOf(use.first);
    while (node > 1) {
      if (node % 2 == 1 && latest_end_[node - 1] > use.last) {
        --node;
        while (node < leaves_) node = 2 * node + (latest_end_[2 * node + 1] > use.last ? 1 : 0);
        return static_cast<ptrdiff_t>(node - leaves_);
      }
      node /= 2;
    }
    return -1;
  }

  // Updates the tree above a leaf that lost a stretch.
  void Lower(size_t leaf) {
    const auto next = stretches_.lower_bound({leaf + 1, std::numeric_limits<int64_t>::min(), -1});
    const bool has_one = next != stretches_.begin() && std::get<0>(*std::prev(next)) == leaf;
    size_t i = leaves_ + leaf;
    latest_end_[i] = has_one ? std::get<1>(*std::prev(next)) : kBeforeAll;
    for (i /= 2; i > 0; i /= 2)
      latest_end_[i] = std::max(latest_end_[2 * i], latest_end_[2 * i + 1]);
  }

  std::vector<int32_t> starts_;  // by leaf
  size_t leaves_ = 1;
  std::vector<int64_t> latest_end_;  // a tree over the leaves; node 1 is the root
  absl::btree_set<Stretch> stretches_;
};

RegionPacking PackInOrder(const std::vector<MemoryUse>& uses, const std::vector<int32_t>& order) {
  RegionPacking packing;
  packing.region.assign(uses.size(), -1);
  FreeStretches free(uses);
  for (const int32_t u : order) {
    const MemoryUse& use = uses[static_cast<size_t>(u)];
    int32_t region = free.Take(use);
    if (region < 0) {
      region = static_cast<int32_t>(packing.region_bytes.size());
      packing.region_bytes.push_back(0);
      free.Add(kBeforeAll, use.first, region);
      free.Add(use.last, kAfterAll, region);
    }
    int64_t& bytes = packing.region_bytes[static_cast<size_t>(region)];
    bytes = std::max(bytes, use.bytes);
    packing.region[static_cast<size_t>(u)] = region;
  }
  packing.total_bytes =
      std::accumulate(packing.region_bytes.begin(), packing.region_bytes.end(), int64_t{0});
  return packing;
}

// The largest first, where sizes within a factor of `ratio` count as equal and go in the order of
// their first steps: this gives uses of one size the fewest regions possible. `ratio` 1: only equal
// sizes; infinity: all sizes count as equal.
std::vector<int32_t> LargestFirst(const std::vector<MemoryUse>& uses, double ratio) {
  std::vector<int64_t> size_class(uses.size(), 0);
  for (size_t i = 0; i < uses.size(); ++i) {
    if (ratio == 1) {
      size_class[i] = uses[i].bytes;
    } else if (std::isfinite(ratio) && uses[i].bytes > 0) {
      size_class[i] =
          1 + static_cast<int64_t>(std::log(static_cast<double>(uses[i].bytes)) / std::log(ratio));
    }
  }
  std::vector<int32_t> order(uses.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    const auto key = [&](int32_t u) {
      const MemoryUse& use = uses[static_cast<size_t>(u)];
      return std::make_tuple(-size_class[static_cast<size_t>(u)], use.first, -use.bytes, u);
    };
    return key(a) < key(b);
  });
  return order;
}

}  // namespace

RegionPacking PackRegions(const std::vector<MemoryUse>& uses) {
  const int64_t least = MostBytesAlive(uses);
  RegionPacking best = PackInOrder(uses, LargestFirst(uses, 1));
  for (const double ratio : {1.1, 1.3, 1.6, 2.0, 4.0, std::numeric_limits<double>::infinity()}) {
    if (best.total_bytes <= least + least / kGoodEnough || uses.size() > kManyUses) break;
    RegionPacking other = PackInOrder(uses, LargestFirst(uses, ratio));
    if (other.total_bytes < best.total_bytes) best = std::move(other);
  }
  return best;
}

int64_t MostBytesAlive(const std::vector<MemoryUse>& uses) {
  std::vector<std::pair<int64_t, int64_t>> changes;  // at a step: bytes more or less
  changes.reserve(2 * uses.size());
  for (const MemoryUse& use : uses) {
    changes.emplace_back(use.first, use.bytes);
    changes.emplace_back(int64_t{use.last} + 1, -use.bytes);
  }
  std::sort(changes.begin(), changes.end());  // what ends at a step comes before what begins
  int64_t alive = 0;
  int64_t most = 0;
  for (const auto& change : changes) {
    alive += change.second;
    most = std::max(most, alive);
  }
  return most;
}

}  // namespace opgraft_internal
