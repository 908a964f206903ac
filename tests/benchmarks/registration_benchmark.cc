// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How long registered ops take from their strings to a checked snapshot: the cost of a program's
// first use of the registry. Reads TensorFlow's ops from the conformance cases. The floor is
// protobuf making the same OpDefs from bytes.
//   bazel run //tests/benchmarks:registration_benchmark

#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"
#include "framework/op/op_registry.h"
#include "nlohmann/json.hpp"
#include "opgraft/proto/op_def.pb.h"
#include "tests/benchmarks/unit_counters.h"
#include "tests/conformance/spec_table.h"

namespace opgraft {
namespace {

std::vector<OpDefBuilder> ReadSpecs() {
  std::ifstream in("tests/conformance/cases/tf/op_specs.jsonl");
  std::vector<OpDefBuilder> specs;
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    specs.push_back(BuilderOfSpec(json.at("op"), json));
  }
  return specs;
}

std::shared_ptr<const OpRegistry> Register(const std::vector<OpDefBuilder>& specs) {
  OpRegistryBuilder builder;
  for (const OpDefBuilder& spec : specs) builder.Add(spec);
  auto registry = builder.Build();
  return registry.ok() ? *registry : nullptr;
}

// A program keeps its registry: dropping it is not timed.
template <typename Made>
void Drop(benchmark::State* state, Made made) {
  state->PauseTiming();
  { const Made dropped = std::move(made); }
  state->ResumeTiming();
}

void BM_ProtobufParse(benchmark::State& state) {
  std::vector<std::string> bytes;
  const std::shared_ptr<const OpRegistry> registry = Register(ReadSpecs());
  for (const OpRegistrationData* op : registry->List(/*include_internal=*/true)) {
    bytes.push_back(op->op_def.SerializeAsString());
  }
  UnitCounters counters(&state, static_cast<int64_t>(bytes.size()));
  for (auto _ : state) {
    std::vector<std::unique_ptr<OpDef>> ops;
    for (const std::string& op : bytes) {
      ops.push_back(std::make_unique<OpDef>());
      if (!ops.back()->ParseFromString(op)) state.SkipWithError("an OpDef does not parse");
    }
    Drop(&state, std::move(ops));
  }
}
BENCHMARK(BM_ProtobufParse);

void BM_ParseCheckAndPublish(benchmark::State& state) {
  const std::vector<OpDefBuilder> specs = ReadSpecs();
  UnitCounters counters(&state, static_cast<int64_t>(specs.size()));
  for (auto _ : state) {
    std::shared_ptr<const OpRegistry> registry = Register(specs);
    if (registry == nullptr) state.SkipWithError("a spec is wrong");
    Drop(&state, std::move(registry));
  }
}
BENCHMARK(BM_ParseCheckAndPublish);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
