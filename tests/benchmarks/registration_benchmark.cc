// How long registered ops take from their strings to a checked snapshot: the cost of a program's first use of the
// registry. Reads a table of specs (the sample, or the file named by the environment variable OPGRAFT_OP_SPECS).

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"
#include "framework/op/op_registry.h"
#include "nlohmann/json.hpp"
#include "tests/conformance/spec_table.h"

namespace opgraft {
namespace {

std::vector<OpDefBuilder> ReadSpecs() {
  const char* path = std::getenv("OPGRAFT_OP_SPECS");
  std::ifstream in(path != nullptr ? path : "tests/conformance/cases/tf/op_specs.jsonl");
  std::vector<OpDefBuilder> specs;
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    specs.push_back(BuilderOfSpec(json.at("op"), json));
  }
  return specs;
}

// Budget: 3 us an op.
void ParseCheckAndPublish(benchmark::State& state) {
  const std::vector<OpDefBuilder> specs = ReadSpecs();
  for (auto _ : state) {
    OpRegistryBuilder builder;
    for (const OpDefBuilder& spec : specs) builder.Add(spec);
    auto registry = builder.Build();
    if (!registry.ok()) state.SkipWithError(registry.status().ToString().c_str());
    benchmark::DoNotOptimize(registry);
    state.PauseTiming();  // a program keeps its registry
    {
      const auto dropped_builder = std::move(builder);
      const auto dropped_registry = std::move(registry);
    }
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(specs.size()));
  state.counters["s_per_op"] = benchmark::Counter(
      static_cast<double>(specs.size()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(ParseCheckAndPublish);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
