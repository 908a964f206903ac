// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/framework/runtime/best_packing.h"

#include <algorithm>
#include <numeric>

namespace opgraft {
namespace {

// More uses are not searched, nor is a search of more steps than this ended.
constexpr size_t kMaxUses = 20;
constexpr int64_t kMaxTries = 300'000;

bool Overlap(const MemoryUse& a, const MemoryUse& b) {
  return a.first <= b.last && b.first <= a.last;
}

// As many regions are larger than some size as uses of more than that size are alive at one step.
// Adds up the regions' bytes size by size.
int64_t BoundBySizes(std::vector<MemoryUse> uses) {
  std::vector<int64_t> sizes;
  for (const MemoryUse& use : uses) sizes.push_back(use.bytes);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  int64_t bound = 0;
  int64_t below = 0;
  for (const int64_t size : sizes) {
    std::vector<MemoryUse> large;
    for (MemoryUse use : uses) {
      if (use.bytes < size) continue;
      use.bytes = 1;
      large.push_back(use);
    }
    bound += (size - below) * MostBytesAlive(large);
    below = size;
  }
  return bound;
}

// Tries all assignments, the largest use first, so that a region's size is that of its first use.
class Search {
 public:
  explicit Search(std::vector<MemoryUse> uses)
      : uses_(std::move(uses)), bound_(BoundBySizes(uses_)) {
    std::sort(uses_.begin(), uses_.end(),
              [](const MemoryUse& a, const MemoryUse& b) { return a.bytes > b.bytes; });
    for (const MemoryUse& use : uses_) best_ += use.bytes;
  }

  int64_t Run(bool* is_exact) {
    if (uses_.size() > kMaxUses) tries_ = kMaxTries;
    Place(0, 0);
    if (is_exact != nullptr) *is_exact = tries_ <= kMaxTries;
    return tries_ <= kMaxTries ? best_ : bound_;
  }

 private:
  void Place(size_t i, int64_t bytes) {
    if (bytes >= best_ || best_ == bound_ || ++tries_ > kMaxTries) return;
    if (i == uses_.size()) {
      best_ = bytes;
      return;
    }
    for (size_t r = 0; r < regions_.size(); ++r) {
      const bool is_free =
          std::none_of(regions_[r].begin(), regions_[r].end(),
                       [&](const MemoryUse& other) { return Overlap(uses_[i], other); });
      if (!is_free) continue;
      regions_[r].push_back(uses_[i]);
      Place(i + 1, bytes);
      regions_[r].pop_back();
    }
    regions_.push_back({uses_[i]});
    Place(i + 1, bytes + uses_[i].bytes);
    regions_.pop_back();
  }

  std::vector<MemoryUse> uses_;
  const int64_t bound_;
  int64_t best_ = 0;
  int64_t tries_ = 0;
  std::vector<std::vector<MemoryUse>> regions_;
};

}  // namespace

int64_t LeastRegionBytes(const std::vector<MemoryUse>& uses, bool* is_exact) {
  return Search(uses).Run(is_exact);
}

}  // namespace opgraft
