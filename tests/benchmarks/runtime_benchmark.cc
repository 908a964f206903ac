// What a node, a run and an import cost. Ratios within one run count; the counters tell allocations a run.
//   bazel run //tests/benchmarks:runtime_benchmark

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "benchmark/benchmark.h"
#include "framework/graph/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "opgraft/proto/graph.pb.h"

namespace {

std::atomic<int64_t> allocations{0};

}  // namespace

void* operator new(size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace opgraft {
namespace {

constexpr int kElements = 16;

CompiledModel Compile(const GraphBuilder& b) {
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) std::abort();
  return *CompiledModel::Compile(*graph);
}

// A chain of adds and subtractions of [1,16] floats.
GraphBuilder Chain(int nodes) {
  GraphBuilder b;
  Value value = b.Placeholder("x", DT_FLOAT, {1, kElements});
  const Value y = b.Placeholder("y", DT_FLOAT, {1, kElements});
  for (int i = 0; i < nodes; ++i) value = b.Op(i % 2 == 0 ? "AddV2" : "Sub", {value, y});
  b.Op("Identity", {value}, "out");
  return b;
}

void Warm(InferRequest* request, int inputs) {
  for (int i = 0; i < inputs; ++i) request->input(i);
  for (int i = 0; i < 3; ++i) benchmark::DoNotOptimize(request->Run().ok());
}

void RunPrepared(benchmark::State& state, InferRequest* request, int64_t nodes) {
  const int64_t before = allocations.load();
  for (auto _ : state) benchmark::DoNotOptimize(request->Run().ok());
  state.counters["allocations"] =
      benchmark::Counter(static_cast<double>(allocations.load() - before), benchmark::Counter::kAvgIterations);
  state.SetItemsProcessed(state.iterations() * nodes);
}

// The same arithmetic as the chain, called directly: what the nodes cost without a plan.
void BM_BareLoops(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  alignas(64) float a[kElements] = {}, y[kElements] = {};
  for (auto _ : state) {
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < kElements; ++j) a[j] = i % 2 == 0 ? a[j] + y[j] : a[j] - y[j];
      benchmark::ClobberMemory();
    }
    benchmark::DoNotOptimize(a);
  }
  state.SetItemsProcessed(state.iterations() * nodes);
}
BENCHMARK(BM_BareLoops)->Arg(1000);

void BM_Chain(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  InferRequest request = Compile(Chain(nodes)).CreateRequest();
  Warm(&request, 2);
  RunPrepared(state, &request, nodes);
}
BENCHMARK(BM_Chain)->Arg(1)->Arg(1000);

void BM_IfsInARow(benchmark::State& state) {
  constexpr int kIfs = 64;
  const bool branches = state.range(0) != 0;
  GraphBuilder b;
  Value value = b.Placeholder("x", DT_FLOAT, {kElements});
  const Value y = b.Placeholder("y", DT_FLOAT, {kElements});
  const Value cond = b.Placeholder("cond", DT_BOOL, {});
  auto branch = [](const char* op) {
    GraphBuilder body;
    Value x = body.Arg("x", DT_FLOAT);
    Value other = body.Arg("y", DT_FLOAT);
    body.Return("z", body.Op(op, {x, other}));
    return body;
  };
  for (int i = 0; i < kIfs; ++i) {
    value = branches ? b.If(cond, branch("AddV2"), branch("Sub"), {{value, "x", "x"}, {y, "y", "y"}}, {{"z", "z"}})
                     : b.Op("Sub", {value, y});
  }
  b.Op("Identity", {value}, "out");
  InferRequest request = Compile(b).CreateRequest();
  Warm(&request, 3);
  RunPrepared(state, &request, kIfs);
}
BENCHMARK(BM_IfsInARow)->ArgName("if")->Arg(0)->Arg(1);

GraphBuilder Summator(int64_t elements) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {elements});
  const Value old = b.ReadValue("sum", DT_FLOAT, {elements});
  const Value next = b.Op("AddV2", {old, x});
  b.Op("AddV2", {old, next}, "out");
  b.Assign("sum", next);
  return b;
}

void BM_SummatorPrepared(benchmark::State& state) {
  InferRequest request = Compile(Summator(1)).CreateRequest();
  Warm(&request, 1);
  RunPrepared(state, &request, 1);
}
BENCHMARK(BM_SummatorPrepared);

void BM_SummatorByName(benchmark::State& state) {
  InferRequest request = Compile(Summator(1)).CreateRequest();
  const std::vector<NamedTensor> feeds = {{"x", Tensor::Of({1.0f})}};
  for (auto _ : state) benchmark::DoNotOptimize(request.Run(feeds).ok());
}
BENCHMARK(BM_SummatorByName);

// The state is replaced each run by what a kernel made: its size must not matter, beyond the fill itself.
void BM_PublishState(benchmark::State& state) {
  GraphBuilder b;
  const Value made = b.Op("Fill", {b.Const({static_cast<int32_t>(state.range(0))}), b.Const(Tensor(1.0f))});
  if (state.range(1) != 0) {
    const Value old = b.ReadValue("v", DT_FLOAT, {state.range(0)});
    b.Op("Shape", {old}, "out");
    b.Assign("v", made);
  } else {
    b.Op("Shape", {made}, "out");
  }
  InferRequest request = Compile(b).CreateRequest();
  Warm(&request, 0);
  RunPrepared(state, &request, 1);
}
BENCHMARK(BM_PublishState)
    ->ArgNames({"floats", "assign"})
    ->Args({1, 0})
    ->Args({1, 1})
    ->Args({1 << 20, 0})
    ->Args({1 << 20, 1});

void BM_Import(benchmark::State& state) {
  const GraphDef def = Chain(static_cast<int>(state.range(0))).Build()->ToGraphDef();
  for (auto _ : state) benchmark::DoNotOptimize(Graph::Import(def).ok());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Import)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

void BM_Compile(benchmark::State& state) {
  const Graph graph = *Chain(static_cast<int>(state.range(0))).Build();
  for (auto _ : state) benchmark::DoNotOptimize(CompiledModel::Compile(graph).ok());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Compile)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
