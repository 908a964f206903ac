// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_THREAD_POOL_H_
#define FRAMEWORK_KERNEL_THREAD_POOL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "absl/base/call_once.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace Eigen {
class ThreadPoolInterface;
}

namespace opgraft {

class Env;
struct ThreadOptions;

namespace thread {

// Threads that run closures, over Eigen's work-stealing pool. TensorFlow's names. The threads start
// at the first use, so a pool that is never used costs nothing. Thread-safe. The destructor waits
// for all that was scheduled.
//
// A range is cut into blocks that threads take one by one, the caller among them, so that a slow
// thread does not hold up the others:
//
//     caller    | block 0 | block 3 |      block 5      | done
//     thread 1       | block 1      | block 4 |
//     thread 2         |      block 2           |
//
// Example:
//   thread::ThreadPool pool("mine", 4);
//   pool.ParallelFor(rows, 100, [&](int64_t begin, int64_t end) {  // a row takes some 100 ns
//     for (int64_t row = begin; row < end; ++row) Work(row);
//   });
class ThreadPool {
 public:
  // `num_threads` below 1: as many as the machine has; at most 1024. `name` is TensorFlow's and has
  // no effect.
  ThreadPool(absl::string_view name, int num_threads);
  ThreadPool(Env*, absl::string_view name, int num_threads) : ThreadPool(name, num_threads) {}
  // Threads have the system's stack size, and no latency but that.
  ThreadPool(Env*, const ThreadOptions&, absl::string_view name, int num_threads,
             bool /*low_latency_hint*/ = true)
      : ThreadPool(name, num_threads) {}
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // How ParallelFor cuts its range. kAdaptive: by the cost of an element (about a nanosecond each);
  // kFixedBlockSize: as told.
  enum class SchedulingStrategy { kAdaptive, kFixedBlockSize };
  // A strategy with its number. A value.
  //
  // Example: `pool.ParallelFor(n, ThreadPool::SchedulingParams::Fixed(64), work);`
  class SchedulingParams {
   public:
    SchedulingParams(SchedulingStrategy strategy, absl::optional<int64_t> cost_per_unit,
                     absl::optional<int64_t> block_size)
        : strategy_(strategy), cost_per_unit_(cost_per_unit), block_size_(block_size) {}
    static SchedulingParams Adaptive(int64_t cost_per_unit) {
      return {SchedulingStrategy::kAdaptive, cost_per_unit, absl::nullopt};
    }
    static SchedulingParams Fixed(int64_t block_size) {
      return {SchedulingStrategy::kFixedBlockSize, absl::nullopt, block_size};
    }
    SchedulingStrategy strategy() const { return strategy_; }
    absl::optional<int64_t> cost_per_unit() const { return cost_per_unit_; }
    absl::optional<int64_t> block_size() const { return block_size_; }

   private:
    SchedulingStrategy strategy_;
    absl::optional<int64_t> cost_per_unit_;
    absl::optional<int64_t> block_size_;
  };

  // Runs `fn` on some thread of the pool, and returns at once. It takes the limits on memory and
  // the state of the caller with it, and if the caller is a kernel, its wrong accesses throw as
  // there. What `fn` throws ends `fn` only.
  void Schedule(std::function<void()> fn);

  // Calls fn(start, limit) for ranges that cover [0, total), on the pool and on the calling thread,
  // and returns when all are done. `cost_per_unit` is about the nanoseconds an element takes: a
  // short range is done by the caller alone, which then costs nothing. Nothing deadlocks when `fn`
  // does the same. The first error thrown in `fn` is rethrown here.
  void ParallelFor(int64_t total, int64_t cost_per_unit,
                   absl::FunctionRef<void(int64_t, int64_t)> fn);
  void ParallelFor(int64_t total, const SchedulingParams& params,
                   absl::FunctionRef<void(int64_t, int64_t)> fn);

  // The same with the thread's number, in [0, NumThreads()], 0 for the calling one: for memory of
  // each thread's own.
  void ParallelForWithWorkerId(int64_t total, int64_t cost_per_unit,
                               absl::FunctionRef<void(int64_t, int64_t, int)> fn) {
    ParallelFor(total, cost_per_unit, [this, fn](int64_t start, int64_t limit) {
      fn(start, limit, CurrentThreadId() + 1);
    });
  }
  // In blocks of just `block_size`; and how many there are.
  void TransformRangeConcurrently(int64_t block_size, int64_t total,
                                  absl::FunctionRef<void(int64_t, int64_t)> fn) {
    ParallelFor(total, SchedulingParams::Fixed(block_size), fn);
  }
  int NumShardsUsedByFixedBlockSizeScheduling(int64_t total, int64_t block_size) const {
    return block_size <= 0 || total <= 0 ? 1
                                         : static_cast<int>((total + block_size - 1) / block_size);
  }

  int NumThreads() const { return num_threads_; }
  // In [0, NumThreads()) on a thread of this pool, else -1.
  int CurrentThreadId() const;
  // The pool itself, for Eigen's devices. Starts the threads.
  Eigen::ThreadPoolInterface* AsEigenThreadPool() const;

 private:
  const int num_threads_;
  mutable absl::once_flag started_;
  // Null until the first use.
  mutable std::unique_ptr<Eigen::ThreadPoolInterface> pool_;
};

// Does what ParallelFor does with blocks of `block_size`, on at most `max_parallelism` threads, the
// caller included.
void RunInBlocks(ThreadPool* pool, int max_parallelism, int64_t total, int64_t block_size,
                 absl::FunctionRef<void(int64_t, int64_t)> fn);

// The least cost worth waking a thread for.
inline constexpr double kMinCostPerBlock = 10000;

}  // namespace thread
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_THREAD_POOL_H_
