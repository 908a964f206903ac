// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// From bytes to a model, for graphs of 1e3, 1e4 and 1e5 of a kind: what an item costs must hardly
// grow with their number. tests/large_graphs/growth_test.cc holds that in CI.
//   bazel run //tests/benchmarks:large_graph_benchmark

#include <string>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "tests/large_graphs/large_graphs.h"

namespace opgraft {
namespace {

void Load(benchmark::State& state, const LargeGraph& large) {
  const auto n = static_cast<int>(state.range(0));
  const std::string bytes = large.make(n).SerializeAsString();
  for (auto _ : state) {
    const absl::StatusOr<Graph> graph = Graph::FromBytes(bytes, ImportOptions());
    if (graph.ok() != large.is_valid) return state.SkipWithError("not as it should be");
    if (graph.ok() && !CompiledModel::Compile(*graph).ok())
      return state.SkipWithError("it does not compile");
  }
  state.counters["us_per_item"] = benchmark::Counter(
      n / 1e6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytes_per_item"] = static_cast<double>(bytes.size()) / n;
}

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) {
  for (const opgraft::LargeGraph& large : opgraft::LargeGraphs()) {
    benchmark::RegisterBenchmark(absl::StrCat("BM_Load/", large.name).c_str(),
                                 [&large](benchmark::State& state) { opgraft::Load(state, large); })
        ->Arg(1'000)
        ->Arg(10'000)
        ->Arg(100'000)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
