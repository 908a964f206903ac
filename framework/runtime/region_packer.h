// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_REGION_PACKER_H_
#define FRAMEWORK_RUNTIME_REGION_PACKER_H_

#include <cstdint>
#include <vector>

namespace opgraft {

// Memory that is in use from step `first` to step `last`, both included.
struct MemoryUse {
  int32_t first = 0;
  int32_t last = 0;  // INT32_MAX: for ever
  int64_t bytes = 0;
};

// Which region each use is in. A region is as large as the largest of its uses.
struct RegionPacking {
  std::vector<int32_t> region;  // by use
  std::vector<int64_t> region_bytes;
  int64_t total_bytes = 0;  // of all regions
};

// Shares regions between uses that do not overlap, so that the regions take little memory in all.
// The best assignment is NP-hard to find; this takes the best of a few orders of "the largest
// first", each in O(n log n), and stops at the first that comes near MostBytesAlive.
RegionPacking PackRegions(const std::vector<MemoryUse>& uses);

// The most bytes in use at one step: no way to lay out memory takes less.
int64_t MostBytesAlive(const std::vector<MemoryUse>& uses);

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_REGION_PACKER_H_
