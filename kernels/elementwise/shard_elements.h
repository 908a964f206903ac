// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_SHARD_ELEMENTS_H_
#define KERNELS_ELEMENTWISE_SHARD_ELEMENTS_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Work that takes less is not worth waking another thread.
constexpr double kWorthAThreadNs = 20000;

// ShardElements for what is worth several threads.
void ShardLongWork(OpKernelContext* context, int64_t total, double unit_ns,
                   absl::FunctionRef<void(int64_t, int64_t)> work);

// Calls work(begin, end) for ranges that cover [0, total), on several threads of the run's device
// where the whole takes so long that they pay. `unit_ns` is about the nanoseconds of one; it may be
// a fraction.
//
// Example: ShardElements(context, n, 0.5, [&](int64_t begin, int64_t end) { loop(x + begin, out +
// begin, end - begin); }). `work` must give the same results however the range is cut up.
template <typename Work>
void ShardElements(OpKernelContext* context, int64_t total, double unit_ns, const Work& work) {
  if (static_cast<double>(total) * unit_ns >= 2 * kWorthAThreadNs) {
    ShardLongWork(context, total, unit_ns, work);
  } else if (total > 0) {
    work(int64_t{0}, total);
  }
}

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_SHARD_ELEMENTS_H_
