// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a node costs from the bytes of a GraphDef to a compiled model, in time and in memory:
// protobuf's parse, our import, the compile, apart. A chain of small nodes, as a file of 55 bytes a
// node.
//   bazel run //tests/benchmarks:import_benchmark

#include <malloc.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "benchmark/benchmark.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "google/protobuf/arena.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/benchmarks/unit_counters.h"

namespace opgraft {
namespace {

using google::protobuf::Arena;

NodeDef* AddNode(const std::string& name, const std::string& op, const char* type_attr,
                 GraphDef* def) {
  NodeDef* node = def->add_node();
  node->set_name(name);
  node->set_op(op);
  (*node->mutable_attr())[type_attr].set_type(DT_FLOAT);
  return node;
}

// Adds and multiplies [16] floats in turn.
GraphDef Chain(int64_t nodes) {
  GraphDef def;
  for (const char* feed : {"x", "y"}) {
    NodeDef* node = AddNode(feed, "Placeholder", "dtype", &def);
    (*node->mutable_attr())["shape"].mutable_shape()->add_dim()->set_size(16);
  }
  std::string last = "x";
  for (int64_t i = 0; i < nodes; ++i) {
    NodeDef* node = AddNode(absl::StrCat("node_", i), i % 2 == 0 ? "AddV2" : "Mul", "T", &def);
    node->add_input(last);
    node->add_input("y");
    last = node->name();
  }
  return def;
}

// The bytes of the last chain asked for: making it takes longer than what is measured.
const std::string& ChainBytes(int64_t nodes) {
  static auto* const bytes = new std::string;
  static int64_t made = 0;
  if (made != nodes) *bytes = Chain(nodes).SerializeAsString();
  made = nodes;
  return *bytes;
}

void Sizes(benchmark::internal::Benchmark* b) {
  b->Arg(1'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
}

void BM_ProtobufParse(benchmark::State& state) {
  const std::string& bytes = ChainBytes(state.range(0));
  UnitCounters counters(&state, state.range(0));
  absl::optional<Arena> arena;
  for (auto _ : state) {
    state.PauseTiming();
    arena.emplace();
    state.ResumeTiming();
    auto* def = Arena::CreateMessage<GraphDef>(&*arena);
    if (!def->ParseFromString(bytes)) state.SkipWithError("the bytes do not parse");
  }
}
BENCHMARK(BM_ProtobufParse)->Apply(Sizes);

void BM_Import(benchmark::State& state) {
  Arena arena;
  auto* def = Arena::CreateMessage<GraphDef>(&arena);
  if (!def->ParseFromString(ChainBytes(state.range(0))))
    state.SkipWithError("the bytes do not parse");
  UnitCounters counters(&state, state.range(0));
  absl::optional<Graph> graph;
  for (auto _ : state) {
    state.PauseTiming();
    graph.reset();
    state.ResumeTiming();
    absl::StatusOr<Graph> imported = Graph::Import(*def);
    if (!imported.ok()) return state.SkipWithError(imported.status().ToString().c_str());
    graph = *std::move(imported);
  }
}
BENCHMARK(BM_Import)->Apply(Sizes);

void BM_Compile(benchmark::State& state) {
  const Graph graph = *Graph::FromBytes(ChainBytes(state.range(0)), ImportOptions());
  UnitCounters counters(&state, state.range(0));
  absl::optional<CompiledModel> model;
  for (auto _ : state) {
    state.PauseTiming();
    model.reset();
    state.ResumeTiming();
    absl::StatusOr<CompiledModel> compiled = CompiledModel::Compile(graph);
    if (!compiled.ok()) return state.SkipWithError(compiled.status().ToString().c_str());
    model = *std::move(compiled);
  }
}
BENCHMARK(BM_Compile)->Apply(Sizes);

// --- Memory ---

double BytesAllocated() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

// A line of /proc/self/status, in bytes.
double StatusBytes(const char* key) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/status", "r"),
                                                       &std::fclose);
  char line[256];
  while (file != nullptr && std::fgets(line, sizeof(line), file.get()) != nullptr) {
    long kib = 0;
    if (std::strncmp(line, key, std::strlen(key)) == 0 &&
        std::sscanf(line + std::strlen(key), ":%ld", &kib) == 1) {
      return static_cast<double>(kib) * 1024;
    }
  }
  return 0;
}

// From now on VmHWM is the peak since now.
void ForgetPeak() {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/clear_refs", "w"),
                                                       &std::fclose);
  if (file != nullptr) std::fputs("5", file.get());
}

// Bytes a node that a Graph keeps once the parsed GraphDef is gone, and the peak on the way
// (without the file's bytes). Floor: what protobuf's parsed message takes on an arena.
void BM_Memory(benchmark::State& state) {
  const auto nodes = static_cast<double>(state.range(0));
  const std::string& bytes = ChainBytes(state.range(0));
  Graph::Import(Chain(1))->num_nodes();  // the registry is there
  for (auto _ : state) {
    malloc_trim(0);
    ForgetPeak();
    const double resident = StatusBytes("VmRSS");
    const double before = BytesAllocated();
    const Graph graph = *Graph::FromBytes(bytes, ImportOptions());
    state.counters["graph_bytes_per_node"] = (BytesAllocated() - before) / nodes;
    state.counters["peak_bytes_per_node"] = (StatusBytes("VmHWM") - resident) / nodes;
    Arena arena;
    benchmark::DoNotOptimize(Arena::CreateMessage<GraphDef>(&arena)->ParseFromString(bytes));
    state.counters["message_bytes_per_node"] = static_cast<double>(arena.SpaceUsed()) / nodes;
  }
}
BENCHMARK(BM_Memory)->Apply(Sizes)->Iterations(1);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
