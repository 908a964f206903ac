// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/work_sharder.h"

#include <algorithm>

namespace opgraft {

void Shard(int max_parallelism, thread::ThreadPool* workers, int64_t total, int64_t cost_per_unit,
           absl::FunctionRef<void(int64_t, int64_t)> work) {
  if (total <= 0) return;
  const double cost =
      static_cast<double>(total) * static_cast<double>(std::max<int64_t>(cost_per_unit, 1));
  // More blocks than threads: who comes late, or is slow, takes fewer.
  constexpr int64_t kBlocksPerThread = 4;
  const int64_t most =
      max_parallelism > 1 ? std::min<int64_t>(kBlocksPerThread * max_parallelism, total) : 1;
  const double shards = std::min(cost / thread::kMinCostPerBlock, static_cast<double>(most));
  if (shards < 2 || workers == nullptr) return work(0, total);
  const int64_t count = static_cast<int64_t>(shards);
  thread::RunInBlocks(workers, max_parallelism, total, (total + count - 1) / count, work);
}

}  // namespace opgraft
