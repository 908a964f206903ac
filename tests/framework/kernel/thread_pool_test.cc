// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/thread_pool.h"

#include <atomic>
#include <new>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "framework/kernel/work_sharder.h"
#include "framework/state/state_scope.h"
#include "framework/state/state_store.h"
#include "framework/tensor/access_error.h"
#include "framework/tensor/tensor.h"
#include "gtest/gtest.h"
#include "tests/failing_allocations/fail_each.h"

namespace opgraft {
namespace {

using thread::ThreadPool;

// How often each index of [0, total) was worked on.
template <typename Run>
std::vector<int> Coverage(int64_t total, const Run& run) {
  std::vector<std::atomic<int>> counts(static_cast<size_t>(total));
  run([&](int64_t start, int64_t limit) {
    for (int64_t i = start; i < limit; ++i) ++counts[static_cast<size_t>(i)];
  });
  return std::vector<int>(counts.begin(), counts.end());
}

TEST(ThreadPool, RunsWhatIsScheduled) {
  std::atomic<int> sum{0};
  {
    ThreadPool pool("test", 3);
    EXPECT_EQ(pool.NumThreads(), 3);
    EXPECT_EQ(pool.CurrentThreadId(), -1);
    absl::BlockingCounter left(100);
    for (int i = 0; i < 100; ++i) {
      pool.Schedule([&] {
        EXPECT_GE(pool.CurrentThreadId(), 0);
        EXPECT_LT(pool.CurrentThreadId(), 3);
        ++sum;
        left.DecrementCount();
      });
    }
    left.Wait();
  }
  EXPECT_EQ(sum, 100);
}

TEST(ThreadPool, TakesAnyNumberOfThreads) {
  EXPECT_GE(ThreadPool("test", 0).NumThreads(), 1);
  EXPECT_GE(ThreadPool("test", -5).NumThreads(), 1);
  EXPECT_EQ(ThreadPool("test", 1 << 30).NumThreads(), 1024);
}

TEST(ThreadPool, SurvivesWhatIsThrown) {
  ThreadPool pool("test", 1);
  absl::Notification after;
  pool.Schedule([] { throw std::runtime_error("lost"); });
  pool.Schedule([&] { after.Notify(); });
  after.WaitForNotification();
}

TEST(ParallelFor, CoversTheRangeOnce) {
  ThreadPool pool("test", 4);
  for (const int64_t total : {0, 1, 7, 1000}) {
    for (const int64_t cost : {int64_t{0}, int64_t{1}, int64_t{10000}, int64_t{1} << 60}) {
      EXPECT_EQ(Coverage(total, [&](const auto& fn) { pool.ParallelFor(total, cost, fn); }),
                std::vector<int>(static_cast<size_t>(total), 1));
    }
    for (const int64_t block : {int64_t{-1}, int64_t{1}, int64_t{3}, int64_t{1} << 62}) {
      EXPECT_EQ(Coverage(total,
                         [&](const auto& fn) {
                           pool.ParallelFor(total, ThreadPool::SchedulingParams::Fixed(block), fn);
                         }),
                std::vector<int>(static_cast<size_t>(total), 1));
    }
  }
}

TEST(ParallelFor, DoesShortRangesInOnePiece) {
  ThreadPool pool("test", 4);
  int calls = 0;
  pool.ParallelFor(100, 10, [&](int64_t start, int64_t limit) {
    ++calls;
    EXPECT_EQ(start, 0);
    EXPECT_EQ(limit, 100);
  });
  EXPECT_EQ(calls, 1);
}

TEST(ParallelFor, NestsWithoutDeadlock) {
  ThreadPool pool("test", 2);
  std::atomic<int> leaves{0};
  pool.ParallelFor(8, 1 << 20, [&](int64_t start, int64_t limit) {
    for (int64_t i = start; i < limit; ++i) {
      pool.ParallelFor(8, 1 << 20, [&](int64_t s, int64_t l) {
        for (int64_t j = s; j < l; ++j) {
          pool.ParallelFor(8, 1 << 20,
                           [&](int64_t a, int64_t b) { leaves += static_cast<int>(b - a); });
        }
      });
    }
  });
  EXPECT_EQ(leaves, 8 * 8 * 8);
}

TEST(ParallelFor, RethrowsTheFirstError) {
  ThreadPool pool("test", 4);
  for (int run = 0; run < 50; ++run) {
    EXPECT_THROW(pool.ParallelFor(100, 1 << 20,
                                  [](int64_t start, int64_t limit) {
                                    if (start <= 57 && 57 < limit) throw std::out_of_range("57");
                                  }),
                 std::out_of_range);
  }
}

// Threads that help hold the work: the caller may not leave it to them.
TEST(ParallelFor, DoesAloneWhatThereIsNoMemoryToShareOut) {
  ThreadPool pool("test", 3);
  pool.AsEigenThreadPool();
  const std::vector<int> ones(1000, 1);
  std::vector<int> counts;
  FailEach shares;
  shares.prepare = [&] { counts.assign(1000, 0); };
  shares.call = [&]() -> absl::Status {
    try {
      pool.ParallelFor(1000, thread::kMinCostPerBlock, [&](int64_t start, int64_t limit) {
        for (int64_t i = start; i < limit; ++i) ++counts[static_cast<size_t>(i)];
      });
    } catch (const std::bad_alloc&) {
      return absl::ResourceExhaustedError("before anything was shared out");
    }
    EXPECT_EQ(counts, ones);
    return absl::OkStatus();
  };
  EXPECT_GT(shares.Run("share"), 2);
}

TEST(Shard, CoversTheRangeOnceOnAtMostSoManyThreads) {
  ThreadPool pool("test", 4);
  for (const int parallelism : {-1, 0, 1, 3, 100}) {
    absl::Mutex mutex;
    std::set<std::thread::id> threads;
    const auto coverage = Coverage(1000, [&](const auto& fn) {
      Shard(parallelism, &pool, 1000, 1 << 20, [&](int64_t start, int64_t limit) {
        fn(start, limit);
        absl::MutexLock lock(&mutex);
        threads.insert(std::this_thread::get_id());
      });
    });
    EXPECT_EQ(coverage, std::vector<int>(1000, 1));
    EXPECT_LE(threads.size(), std::max(parallelism, 1));
  }
}

TEST(Shard, CutsNoBlocksForOneThread) {
  ThreadPool pool("test", 4);
  int calls = 0;
  Shard(1, &pool, 1000, 1 << 20, [&](int64_t, int64_t) { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST(Shard, WorksWithoutThreads) {
  EXPECT_EQ(Coverage(10, [](const auto& fn) { Shard(4, nullptr, 10, 1 << 20, fn); }),
            std::vector<int>(10, 1));
}

TEST(Shard, TakesStdFunctions) {
  ThreadPool pool("test", 2);
  std::atomic<int64_t> sum{0};
  const std::function<void(int64_t, int64_t)> work = [&](int64_t start, int64_t limit) {
    sum += limit - start;
  };
  Shard(2, &pool, 1000, 1 << 20, work);
  EXPECT_EQ(sum, 1000);
}

TEST(Shard, CarriesAWrongAccessToTheKernel) {
  ThreadPool pool("test", 4);
  const Tensor tensor = Tensor::Of({1.0f, 2.0f});
  AccessScope scope;
  for (const int64_t bad : {0, 50, 99}) {
    try {
      Shard(4, &pool, 100, 1 << 20, [&](int64_t start, int64_t limit) {
        if (start <= bad && bad < limit) tensor.flat<int32>();
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const AccessError& error) {
      EXPECT_EQ(error.call, "as int32");
      EXPECT_EQ(error.data, tensor.data());
    }
  }
}

TEST(Shard, KeepsToTheMemoryOfItsCaller) {
  ThreadPool pool("test", 4);
  const auto budget = std::make_shared<MemoryBudget>(1 << 20, 1 << 20);
  AccessScope access;
  MemoryScope memory(budget);
  EXPECT_THROW(Shard(4, &pool, 4, 1 << 20, [](int64_t, int64_t) { Tensor(DT_FLOAT, {1 << 20}); }),
               AllocationError);
  Shard(4, &pool, 4, 1 << 20, [&](int64_t, int64_t) { EXPECT_EQ(MemoryScope::Current(), budget); });
}

TEST(Shard, WorksForTheRunOfItsCaller) {
  ThreadPool pool("test", 4);
  StateStore store;
  StateScope state(&store);
  Shard(4, &pool, 4, 1 << 20, [&](int64_t, int64_t) { EXPECT_EQ(StateScope::Current(), &store); });
  absl::Notification done;
  pool.Schedule([&] {
    EXPECT_EQ(StateScope::Current(), &store);
    done.Notify();
  });
  done.WaitForNotification();
}

TEST(ShardDeathTest, OutsideOfKernelsAWrongAccessEndsTheProcess) {
  const auto read_wrongly = [] {
    ThreadPool pool("test", 4);
    const Tensor tensor = Tensor::Of({1.0f});
    Shard(4, &pool, 100, 1 << 20, [&](int64_t, int64_t) { tensor.flat<int32>(); });
  };
  EXPECT_DEATH(read_wrongly(), "flat<int32>\\(\\): the tensor is float\\[1\\], not int32");
}

}  // namespace
}  // namespace opgraft
