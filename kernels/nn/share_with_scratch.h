// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_SHARE_WITH_SCRATCH_H_
#define KERNELS_NN_SHARE_WITH_SCRATCH_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

// Calls work(unit, scratch) for each of `units`, each of about `unit_ns`; as many threads as pay
// take them, the next whenever they are done with one, each with `scratch_bytes` of its own,
// aligned to 64. RESOURCE_EXHAUSTED if there is no room for the scratch.
//
// Units are handed out one by one because they may differ in time; a thread keeps its scratch from
// unit to unit, so that it stays in its cache. What a unit computes must not depend on which thread
// takes it.
inline absl::Status ShareWithScratch(OpKernelContext* context, int64_t units, double unit_ns,
                                     int64_t scratch_bytes,
                                     absl::FunctionRef<void(int64_t, char*)> work) {
  if (units <= 0) return absl::OkStatus();
  const double total_ns = unit_ns * static_cast<double>(units);
  int64_t shares = 1;
  if (total_ns >= 2 * kWorthAThreadNs) {
    const int threads = context->device()->tensorflow_cpu_worker_threads()->num_threads;
    shares = std::max<int64_t>(1, std::min<int64_t>(units, threads));
  }
  const int64_t bytes = (scratch_bytes + 63) / 64 * 64;
  Tensor scratch;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_UINT8, TensorShape({shares, bytes}), &scratch));
  std::atomic<int64_t> next{0};
  ShardElements(context, shares, total_ns / static_cast<double>(shares),
                [&](int64_t begin, int64_t end) {
                  for (int64_t share = begin; share < end; ++share) {
                    char* own = static_cast<char*>(scratch.data()) + share * bytes;
                    for (int64_t u = next.fetch_add(1); u < units; u = next.fetch_add(1))
                      work(u, own);
                  }
                });
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_SHARE_WITH_SCRATCH_H_
