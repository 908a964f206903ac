// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What every benchmark here tells of its loop.
#ifndef TESTS_BENCHMARKS_UNIT_COUNTERS_H_
#define TESTS_BENCHMARKS_UNIT_COUNTERS_H_

#include <cstdint>

#include "benchmark/benchmark.h"
#include "tools/allocation_counter/allocation_counter.h"

namespace opgraft {

// Made before the loop of a benchmark that does `units` things (nodes, ops, runs) an iteration;
// when it goes, the counters "s_per_unit" and "allocations_per_unit" are set. Allocations are of
// this thread, timed or not.
class UnitCounters {
 public:
  UnitCounters(benchmark::State* state, int64_t units)
      : state_(*state),
        units_(static_cast<double>(units)),
        allocations_(opgraft_internal::AllocationsOfThisThread()) {}
  UnitCounters(const UnitCounters&) = delete;
  UnitCounters& operator=(const UnitCounters&) = delete;
  ~UnitCounters() {
    using benchmark::Counter;
    state_.counters["s_per_unit"] =
        Counter(units_, Counter::kIsIterationInvariantRate | Counter::kInvert);
    state_.counters["allocations_per_unit"] = Counter(
        static_cast<double>(opgraft_internal::AllocationsOfThisThread() - allocations_) / units_,
        Counter::kAvgIterations);
  }

 private:
  benchmark::State& state_;
  const double units_;
  const int64_t allocations_;
};

}  // namespace opgraft

#endif  // TESTS_BENCHMARKS_UNIT_COUNTERS_H_
