// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#define EIGEN_USE_THREADS

#include "framework/kernel/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <new>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/optional.h"
#include "framework/state/state_scope.h"
#include "framework/tensor/access_error.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/crash_note.h"
#include "unsupported/Eigen/CXX11/ThreadPool"

namespace opgraft {
namespace thread {
namespace {

constexpr int kMaxThreads = 1024;
// Blocks a thread, so that a slow thread does not hold up the others.
constexpr double kBlocksPerThread = 4;

int ThreadCount(int wanted) {
  if (wanted < 1) wanted = static_cast<int>(std::thread::hardware_concurrency());
  return std::min(std::max(wanted, 1), kMaxThreads);
}

int64_t CeilOfRatio(int64_t numerator, int64_t denominator) {
  return numerator / denominator + (numerator % denominator != 0 ? 1 : 0);
}

// Tells the processor that a thread waits in a loop.
void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// What a kernel's thread has around it, for another thread that works for it.
class KernelSurroundings {
 public:
  KernelSurroundings()
      : in_kernel_(AccessScope::Active()),
        budget_(MemoryScope::Current()),
        state_(StateScope::Current()) {}

  template <typename F>
  void Run(const F& f) const {
    MemoryScope memory(budget_);
    StateScope state(state_);
    absl::optional<AccessScope> access;
    if (in_kernel_) access.emplace();
    f();
  }

 private:
  const bool in_kernel_;
  const std::shared_ptr<MemoryBudget> budget_;
  StateStore* const state_;
};

// One range being worked on. Threads claim blocks until there are none left, so a thread that comes
// late finds nothing to do and nobody waits for a thread that has not begun: nested calls cannot
// deadlock.
class BlockRun {
 public:
  using Work = absl::FunctionRef<void(int64_t, int64_t)>;
  BlockRun(int64_t total, int64_t block_size, Work work)
      : total_(total),
        block_size_(block_size),
        blocks_(CeilOfRatio(total, block_size)),
        unfinished_(blocks_),
        work_(work) {}

  // Runs blocks until none is left to claim.
  void TakePart() {
    for (int64_t i = next_.fetch_add(1, std::memory_order_relaxed); i < blocks_;
         i = next_.fetch_add(1, std::memory_order_relaxed)) {
      if (!failed_.load(std::memory_order_relaxed)) RunBlock(i);
      if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) > 1) continue;
      absl::MutexLock lock(&mu_);
      is_done_ = true;
    }
  }
  void TakePartInPool() {
    surroundings_.Run([this] {
      const CrashNoteScope noted(note_);
      TakePart();
    });
  }
  // Waits for the blocks that others have claimed; then rethrows the first error.
  void Finish() {
    std::exception_ptr error;
    const bool is_over = IsOverSoon();
    {
      absl::MutexLock lock(&mu_);
      if (!is_over) mu_.Await(absl::Condition(&is_done_));
      error = std::move(error_);  // so that it ends on this thread, whoever ends this object
    }
    if (error != nullptr) std::rethrow_exception(error);
  }

 private:
  // Looks for some microseconds whether all blocks are done. To sleep and be woken takes longer
  // than blocks mostly differ in time.
  bool IsOverSoon() const {
    constexpr int kLooks = 500;
    for (int i = 0; i < kLooks; ++i) {
      if (unfinished_.load(std::memory_order_acquire) == 0) return true;
      Pause();
    }
    return false;
  }

  void RunBlock(int64_t i) {
    const int64_t start = i * block_size_;
    try {
      work_(start, start + std::min(block_size_, total_ - start));
    } catch (...) {
      failed_.store(true, std::memory_order_relaxed);
      absl::MutexLock lock(&mu_);
      if (error_ == nullptr) error_ = std::current_exception();
    }
  }

  const int64_t total_;
  const int64_t block_size_;
  const int64_t blocks_;
  std::atomic<int64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::atomic<int64_t> unfinished_;
  absl::Mutex mu_;
  bool is_done_ ABSL_GUARDED_BY(mu_) = false;
  std::exception_ptr error_ ABSL_GUARDED_BY(mu_);
  const Work work_;  // valid while a claimed block is unfinished
  const KernelSurroundings surroundings_;
  // The caller's, whose call lasts as long as a block does.
  const CrashNote* const note_ = CrashNote::Current();
};

}  // namespace

ThreadPool::ThreadPool(absl::string_view, int num_threads)
    : num_threads_(ThreadCount(num_threads)) {}

ThreadPool::~ThreadPool() = default;

Eigen::ThreadPoolInterface* ThreadPool::AsEigenThreadPool() const {
  // One thread that is out of work looks for more for some 50 us: kernels follow each other, and to
  // wake a thread takes as long. Where the caller has no processor left it would be in the way.
  absl::call_once(started_, [this] {
    pool_ = std::make_unique<Eigen::ThreadPool>(num_threads_, num_threads_ < ThreadCount(0));
  });
  return pool_.get();
}

int ThreadPool::CurrentThreadId() const { return AsEigenThreadPool()->CurrentThreadId(); }

void ThreadPool::Schedule(std::function<void()> fn) {
  AsEigenThreadPool()->Schedule([surroundings = KernelSurroundings(), fn = std::move(fn)] {
    try {
      surroundings.Run(fn);
    } catch (...) {
      // Nobody is there to be told; an asynchronous kernel whose `done` goes with `fn` is told by
      // that.
    }
  });
}

void ThreadPool::ParallelFor(int64_t total, int64_t cost_per_unit,
                             absl::FunctionRef<void(int64_t, int64_t)> fn) {
  if (total <= 0) return;
  const double cost =
      static_cast<double>(total) * static_cast<double>(std::max<int64_t>(cost_per_unit, 1));
  const double blocks = std::min(cost / kMinCostPerBlock, num_threads_ * kBlocksPerThread);
  const int64_t wanted =
      std::min<int64_t>(std::max<int64_t>(static_cast<int64_t>(blocks), 1), total);
  RunInBlocks(this, num_threads_ + 1, total, CeilOfRatio(total, wanted), fn);
}

void ThreadPool::ParallelFor(int64_t total, const SchedulingParams& params,
                             absl::FunctionRef<void(int64_t, int64_t)> fn) {
  if (params.strategy() == SchedulingStrategy::kAdaptive) {
    return ParallelFor(total, params.cost_per_unit().value_or(1), fn);
  }
  RunInBlocks(this, num_threads_ + 1, total, params.block_size().value_or(1), fn);
}

void RunInBlocks(ThreadPool* pool, int max_parallelism, int64_t total, int64_t block_size,
                 absl::FunctionRef<void(int64_t, int64_t)> fn) {
  if (total <= 0) return;
  block_size = std::min(std::max<int64_t>(block_size, 1), total);
  const int64_t blocks = CeilOfRatio(total, block_size);
  if (blocks == 1) return fn(0, total);
  auto run = std::make_shared<BlockRun>(total, block_size, fn);
  const int64_t helpers =
      std::min<int64_t>(std::min(max_parallelism - 1, pool->NumThreads()), blocks - 1);
  try {
    for (int64_t i = 0; i < helpers; ++i)
      pool->AsEigenThreadPool()->Schedule([run] { run->TakePartInPool(); });
  } catch (const std::bad_alloc&) {
    // Those that there is memory for help; they hold `fn`, which must not end before them.
  }
  run->TakePart();
  run->Finish();
}

}  // namespace thread
}  // namespace opgraft
