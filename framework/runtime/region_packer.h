// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_REGION_PACKER_H_
#define FRAMEWORK_RUNTIME_REGION_PACKER_H_

#include <cstdint>
#include <vector>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

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
// The best assignment is NP-hard to find. This goes through the uses from the largest to the
// smallest and puts each into a region that is free for all of its steps, or else into a new one,
// which so never has to grow. Of the regions that are free it takes the one with the least room
// before the use. For example
//
//     steps      0 1 2 3 4 5
//     use A 8 B  # # # . . .    region 0: A, then B
//     use B 6 B  . . . # # #
//     use C 4 B  . . # # . .    region 1: D, then C
//     use D 2 B  # . . . . .
//
// takes 8 + 4 bytes, and so many are alive at step 2. Sizes that are nearly equal may count as one
// and go by their first step instead, which needs fewer regions; a few such orders are tried, each
// in O(n log n), and the first one that comes near MostBytesAlive is taken.
RegionPacking PackRegions(const std::vector<MemoryUse>& uses);

// The most bytes in use at one step: no way to lay out memory takes less.
int64_t MostBytesAlive(const std::vector<MemoryUse>& uses);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_REGION_PACKER_H_
