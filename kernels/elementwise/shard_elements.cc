// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/shard_elements.h"

#include <algorithm>

#include "framework/kernel/work_sharder.h"

namespace opgraft_internal {

void ShardLongWork(OpKernelContext* context, int64_t total, double unit_ns,
                   absl::FunctionRef<void(int64_t, int64_t)> work) {
  const DeviceBase::CpuWorkerThreads* threads = context->device()->tensorflow_cpu_worker_threads();
  const int64_t block = std::max<int64_t>(1, static_cast<int64_t>(kWorthAThreadNs / unit_ns));
  const int64_t blocks = (total - 1) / block + 1;
  Shard(threads->num_threads, threads->workers, blocks, static_cast<int64_t>(kWorthAThreadNs),
        [&](int64_t begin, int64_t end) { work(begin * block, std::min(end * block, total)); });
}

}  // namespace opgraft_internal
