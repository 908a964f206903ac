// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Many requests on threads over one model: what a second thread brings. Each thread sits on a core
// of its own. By the clock, which other processes disturb, and by the processor time of a run,
// which grows if threads write a cache line that they share. The floor is threads that share
// nothing at all.
//   bazel run //tests/benchmarks:concurrency_benchmark

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include "benchmark/benchmark.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "tools/allocation_counter/allocation_counter.h"

namespace opgraft {
namespace {

constexpr int kRequests = 64;
constexpr int kRounds = 2000;  // runs of each request in one measurement
constexpr int kNodes = 20;

double ThreadSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Binds the thread to the core with this number among those the process may use.
void TakeCore(int number) {
  cpu_set_t allowed, mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  const int count = CPU_COUNT(&allowed);
  for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed) && seen++ == number % count) CPU_SET(cpu, &mine);
  }
  pthread_setaffinity_np(pthread_self(), sizeof(mine), &mine);
}

struct Spent {
  double wall_s = 0;
  double cpu_s = 0;  // of all threads
  int64_t allocations = 0;
};

// Does `prepare(thread)` on each thread, then `work(thread)`, started together.
Spent RunThreads(int threads, const std::function<void(int)>& prepare,
                 const std::function<void(int)>& work) {
  std::atomic<int> missing{threads};
  std::vector<Spent> spent(static_cast<size_t>(threads));
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      TakeCore(t);
      prepare(t);
      --missing;
      while (missing > 0) std::this_thread::yield();
      const auto begin = std::chrono::steady_clock::now();
      const double cpu = ThreadSeconds();
      const int64_t allocations = opgraft_internal::AllocationsOfThisThread();
      work(t);
      spent[static_cast<size_t>(t)] = {
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          ThreadSeconds() - cpu, opgraft_internal::AllocationsOfThisThread() - allocations};
    });
  }
  for (std::thread& thread : all) thread.join();
  Spent sum;
  for (const Spent& one : spent) {
    sum.wall_s = std::max(sum.wall_s, one.wall_s);
    sum.cpu_s += one.cpu_s;
    sum.allocations += one.allocations;
  }
  return sum;
}

void Measure(benchmark::State* state, const std::function<void(int)>& prepare,
             const std::function<void(int)>& work) {
  constexpr double kRuns = kRequests * kRounds;
  Spent sum;
  double fastest_s = std::numeric_limits<double>::infinity();
  for (auto _ : *state) {
    const Spent spent = RunThreads(static_cast<int>(state->range(0)), prepare, work);
    state->SetIterationTime(spent.wall_s);
    fastest_s = std::min(fastest_s, spent.wall_s);
    sum.cpu_s += spent.cpu_s;
    sum.allocations += spent.allocations;
  }
  const double runs = kRuns * static_cast<double>(state->iterations());
  state->counters["wall_s_per_run"] = fastest_s / kRuns;  // of the turn that was disturbed least
  state->counters["cpu_s_per_run"] = sum.cpu_s / runs;
  state->counters["allocations_per_run"] = static_cast<double>(sum.allocations) / runs;
}

void OnOneThreadAndTwo(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("threads")->Arg(1)->Arg(2)->UseManualTime()->Iterations(30)->Unit(
      benchmark::kMillisecond);
}

// Adds into memory of its own, about as long as the model's run.
void BM_SharedNothing(benchmark::State& state) {
  const int threads = static_cast<int>(state.range(0));
  const auto work = [threads](int) {
    alignas(64) float a[16] = {}, b[16] = {};
    for (int run = 0; run < kRequests / threads * kRounds * kNodes; ++run) {
      for (int i = 0; i < 16; ++i) a[i] += b[i];
      benchmark::DoNotOptimize(a);
    }
  };
  Measure(
      &state, [](int) {}, work);
}
BENCHMARK(BM_SharedNothing)->Apply(OnOneThreadAndTwo);

// A variable that a chain of adds updates.
GraphBuilder Accumulator() {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {16});
  Value sum = b.ReadValue("sum", DT_FLOAT, {16});
  for (int i = 0; i < kNodes; ++i) sum = b.Op("AddV2", {sum, x});
  b.Assign("sum", sum);
  b.Op("Identity", {sum}, "out");
  return b;
}

// `in_turn`: neighbours in memory run on different threads, else each thread has a row of requests.
void MeasureRequests(benchmark::State& state, bool in_turn) {
  const auto threads = static_cast<size_t>(state.range(0));
  const CompiledModel model = *CompiledModel::Compile(*Accumulator().Build());
  std::vector<InferRequest> requests;
  for (int i = 0; i < kRequests; ++i) {
    requests.push_back(model.CreateRequest());
    requests.back().input(0);
  }
  const size_t of_a_thread = kRequests / threads;
  const auto run = [&](int thread, int rounds) {
    const auto t = static_cast<size_t>(thread);
    for (int round = 0; round < rounds; ++round) {
      for (size_t i = 0; i < of_a_thread; ++i) {
        benchmark::DoNotOptimize(
            requests[in_turn ? i * threads + t : t * of_a_thread + i].Run().ok());
      }
    }
  };
  // A request's first runs on a new thread are not warm.
  Measure(
      &state, [&](int thread) { run(thread, 3); }, [&](int thread) { run(thread, kRounds); });
}

void BM_Requests(benchmark::State& state) { MeasureRequests(state, false); }
BENCHMARK(BM_Requests)->Apply(OnOneThreadAndTwo);

// What the processor fetches ahead of one request is the next one, which the other thread writes.
void BM_RequestsInTurn(benchmark::State& state) { MeasureRequests(state, true); }
BENCHMARK(BM_RequestsInTurn)->Apply(OnOneThreadAndTwo);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
