// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_WORK_SHARDER_H_
#define FRAMEWORK_KERNEL_WORK_SHARDER_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "framework/kernel/thread_pool.h"

namespace opgraft {

// Calls work(start, limit) for ranges that cover [0, total), on at most `max_parallelism` threads,
// and returns when all are done. `cost_per_unit` is about the nanoseconds an element takes.
// TensorFlow's name and meaning; `workers` may be null. An error in `work` (a wrong accessor, no
// memory, an exception) ends the call and is rethrown to the caller, as if `work` had run here.
//
// Example, a kernel that scales rows:
//   const auto* cpu = context->device()->tensorflow_cpu_worker_threads();
//   Shard(cpu->num_threads, cpu->workers, rows, row_size, [&](int64_t begin, int64_t end) {
//     for (int64_t row = begin; row < end; ++row) Scale(row);
//   });
void Shard(int max_parallelism, thread::ThreadPool* workers, int64_t total, int64_t cost_per_unit,
           absl::FunctionRef<void(int64_t, int64_t)> work);

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_WORK_SHARDER_H_
