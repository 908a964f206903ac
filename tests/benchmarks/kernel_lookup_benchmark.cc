// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Picking the kernel of a node: op, device, label, dtype constraints. The floor is one look-up of
// the op's name in a hash table of all of them.
//   bazel run //tests/benchmarks:kernel_lookup_benchmark

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "benchmark/benchmark.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "tests/benchmarks/unit_counters.h"

namespace opgraft {
namespace {

// Nodes of ops with few and with many kernels, constrained by one dtype and by two.
std::vector<std::shared_ptr<const NodeProperties>> Nodes() {
  GraphBuilder b;
  const Value f = b.Placeholder("f", DT_FLOAT, {4, 4});
  const Value d = b.Placeholder("d", DT_DOUBLE, {4, 4});
  const Value i = b.Placeholder("i", DT_INT32, {4});
  b.Op("AddV2", {f, f});
  b.Op("Mul", {d, d});
  b.Op("Neg", {i});
  b.Op("MatMul", {f, f});
  b.Op("Softmax", {d});
  b.Op("Reshape", {f, i});
  b.Op("GatherV2", {d, i, b.Const(Tensor(0))});
  b.Op("Transpose", {f, b.Const({1, 0})});
  std::vector<std::shared_ptr<const NodeProperties>> nodes;
  const Graph graph = *b.Build();
  for (int id = 0; id < graph.num_nodes(); ++id) {
    if (graph.node(id).num_inputs() > 0) nodes.push_back(graph.node(id).Properties());
  }
  return nodes;
}

void BM_HashTable(benchmark::State& state) {
  const auto nodes = Nodes();
  absl::flat_hash_map<std::string, int> ops;
  for (const OpRegistrationData* op : OpRegistry::Global()->List(/*include_internal=*/true))
    ops[op->op_def.name()] = 1;
  UnitCounters counters(&state, static_cast<int64_t>(nodes.size()));
  for (auto _ : state) {
    for (const auto& node : nodes) benchmark::DoNotOptimize(ops.find(node->op_name));
  }
}
BENCHMARK(BM_HashTable);

void BM_FindKernel(benchmark::State& state) {
  const auto nodes = Nodes();
  const std::shared_ptr<const KernelRegistry> registry = KernelRegistry::Global();
  for (const auto& node : nodes) {
    if (!registry->Find(*node).ok()) return state.SkipWithError("a node has no kernel");
  }
  UnitCounters counters(&state, static_cast<int64_t>(nodes.size()));
  for (auto _ : state) {
    for (const auto& node : nodes) benchmark::DoNotOptimize(registry->Find(*node).ok());
  }
}
BENCHMARK(BM_FindKernel);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
