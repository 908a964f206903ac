// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a node and a run cost beside their floors: the same loops called directly, a bare virtual
// call, the same graph without what is measured. A floor is timed in turn with the work, so that
// both meet the same machine; the counters tell the fastest batch of each, in ns a node (an If, a
// call, a variable; where there is one thing, a run):
//   fastest_ns, floor_ns, over_floor_ns and the median of the batches; allocations a run.
//   bazel run //tests/benchmarks:runtime_benchmark

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "benchmark/benchmark.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "kernels/loops/binary_loops.h"
#include "tools/allocation_counter/allocation_counter.h"

namespace opgraft {
namespace {

constexpr int kElements = 16;

// --- Measuring ---

double NowNs() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

// Times batches of some 20 us of `floor` and of `work` in turn and sets the counters, for `units`
// things a call.
template <typename Floor, typename Work>
void CompareWithFloor(benchmark::State& state, int units, Floor floor, Work work) {
  constexpr int kBatches = 3000;
  const double begin = NowNs();
  work();
  const int calls = std::max(1, static_cast<int>(20000 / (NowNs() - begin + 1)));
  std::vector<double> floor_ns, work_ns;
  for (int batch = 0; batch < kBatches; ++batch) {
    const double start = NowNs();
    for (int i = 0; i < calls; ++i) floor();
    const double middle = NowNs();
    for (int i = 0; i < calls; ++i) work();
    floor_ns.push_back((middle - start) / calls / units);
    work_ns.push_back((NowNs() - middle) / calls / units);
  }
  std::sort(floor_ns.begin(), floor_ns.end());
  std::sort(work_ns.begin(), work_ns.end());
  state.counters["fastest_ns"] = work_ns.front();
  state.counters["floor_ns"] = floor_ns.front();
  state.counters["over_floor_ns"] = work_ns.front() - floor_ns.front();
  state.counters["median_ns"] = work_ns[kBatches / 2];
  state.counters["median_floor_ns"] = floor_ns[kBatches / 2];
}

template <typename Work>
void TimeWork(benchmark::State& state, int units, Work work) {
  for (int i = 0; i < 3; ++i) work();
  const int64_t before = opgraft_internal::AllocationsOfThisThread();
  for (auto _ : state) work();
  state.counters["allocations"] =
      benchmark::Counter(static_cast<double>(opgraft_internal::AllocationsOfThisThread() - before),
                         benchmark::Counter::kAvgIterations);
  state.SetItemsProcessed(state.iterations() * units);
}

CompiledModel Compile(const GraphBuilder& b) {
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) std::abort();
  return *CompiledModel::Compile(*graph);
}

// A request whose own inputs are made, and a run of it.
class Prepared {
 public:
  explicit Prepared(const GraphBuilder& b) : model_(Compile(b)), request_(model_.CreateRequest()) {
    for (int i = 0; i < model_.num_inputs(); ++i) request_.input(i);
  }
  InferRequest& request() { return request_; }
  void operator()() {
    if (!request_.Run().ok()) std::abort();
  }

 private:
  CompiledModel model_;
  InferRequest request_;
};

void CompareGraphs(benchmark::State& state, int units, const GraphBuilder& floor,
                   const GraphBuilder& work) {
  Prepared run_floor(floor), run_work(work);
  TimeWork(state, units, [&] { run_work(); });
  CompareWithFloor(
      state, units, [&] { run_floor(); }, [&] { run_work(); });
}

// --- A node ---

// A chain of adds and subtractions of floats.
GraphBuilder Chain(int nodes, const PartialTensorShape& shape = {1, kElements}) {
  GraphBuilder b;
  Value value = b.Placeholder("x", DT_FLOAT, shape);
  const Value y = b.Placeholder("y", DT_FLOAT, shape);
  for (int i = 0; i < nodes; ++i) value = b.Op(i % 2 == 0 ? "AddV2" : "Sub", {value, y});
  b.Op("Identity", {value}, "out");
  return b;
}

// The loops that such a chain runs, in place, and nothing else.
class DirectLoops {
 public:
  explicit DirectLoops(int nodes) : x_(kElements), y_(kElements) {
    for (int i = 0; i < nodes; ++i) {
      const auto function = i % 2 == 0 ? loops::BinaryFunction::kAdd : loops::BinaryFunction::kSub;
      loops_.push_back(loops::FindBinaryLoops(function, DT_FLOAT)[loops::kVectorVector]);
    }
  }
  void Run(int64_t elements) {
    for (loops::BinaryLoop loop : loops_) loop(x_.data(), y_.data(), x_.data(), elements);
  }

 private:
  std::vector<float> x_, y_;
  std::vector<loops::BinaryLoop> loops_;
};

void BM_BareLoops(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  DirectLoops loops(nodes);
  TimeWork(state, nodes, [&] { loops.Run(kElements); });
}
BENCHMARK(BM_BareLoops)->Arg(1000);

// A call through a table of virtual functions and no work.
void BM_BareVirtualCalls(benchmark::State& state) {
  struct Node {
    virtual ~Node() = default;
    virtual void Compute(int64_t* calls) { ++*calls; }
  };
  const auto nodes = static_cast<int>(state.range(0));
  std::vector<std::unique_ptr<Node>> all;
  for (int i = 0; i < nodes; ++i) all.push_back(std::make_unique<Node>());
  int64_t calls = 0;
  TimeWork(state, nodes, [&] {
    for (const auto& node : all) node->Compute(&calls);
    benchmark::DoNotOptimize(calls);
  });
}
BENCHMARK(BM_BareVirtualCalls)->Arg(1000);

void BM_Chain(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  Prepared run(Chain(nodes));
  DirectLoops loops(nodes);
  TimeWork(state, nodes, [&] { run(); });
  CompareWithFloor(
      state, nodes, [&] { loops.Run(kElements); }, [&] { run(); });
}
BENCHMARK(BM_Chain)->Arg(1)->Arg(100)->Arg(1000);

// Runs with a deadline that does not pass, beside the same without one. A node should cost at most
// 1 ns more: a timer sets the flag that each node reads in any case.
void BM_ChainWithADeadline(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  Prepared run(Chain(nodes));
  RunOptions options;
  options.deadline = absl::Now() + absl::Hours(1);
  const auto run_with = [&] {
    if (!run.request().Run(options).ok()) std::abort();
  };
  TimeWork(state, nodes, run_with);
  CompareWithFloor(
      state, nodes, [&] { run(); }, run_with);
}
BENCHMARK(BM_ChainWithADeadline)->Arg(1)->Arg(100)->Arg(1000)->Arg(10'000);

// Each run has another shape than the one before.
void BM_ChainOfChangingShape(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  const CompiledModel model = Compile(Chain(nodes, {-1}));
  InferRequest request = model.CreateRequest();
  std::vector<std::vector<Tensor>> feeds;
  for (int64_t n = kElements; n > kElements / 2; --n) {
    feeds.push_back({Tensor(DT_FLOAT, {n}), Tensor(DT_FLOAT, {n})});
    for (Tensor& feed : feeds.back()) feed.flat<float>().setZero();
  }
  const auto run = [&] {
    for (const std::vector<Tensor>& feed : feeds) {
      if (!request.RunInOrder(feed).ok()) std::abort();
    }
  };
  DirectLoops loops(nodes);
  const int units = nodes * static_cast<int>(feeds.size());
  TimeWork(state, units, run);
  const auto run_loops = [&] {
    for (const std::vector<Tensor>& feed : feeds) loops.Run(feed[0].NumElements());
  };
  CompareWithFloor(state, units, run_loops, run);
}
BENCHMARK(BM_ChainOfChangingShape)->Arg(1000);

REGISTER_OP("BenchmarkAdd")
    .Input("x: float")
    .Input("y: float")
    .Output("z: float")
    .SetShapeFn(shape_inference::UnchangedShape);

// As an author of a custom op writes it.
class BenchmarkAddOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    const Tensor& x = c->input(0);
    const Tensor& y = c->input(1);
    OP_REQUIRES(c, x.shape() == y.shape(), absl::InvalidArgumentError("shapes differ"));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0}, 0, x.shape(), &z));
    z->flat<float>() = x.flat<float>() + y.flat<float>();
  }
};
REGISTER_KERNEL_BUILDER(Name("BenchmarkAdd").Device(DEVICE_CPU).Forwards(0), BenchmarkAddOp);

void BM_ChainOfACustomOp(benchmark::State& state) {
  const auto nodes = static_cast<int>(state.range(0));
  GraphBuilder b;
  Value value = b.Placeholder("x", DT_FLOAT, {kElements});
  const Value y = b.Placeholder("y", DT_FLOAT, {kElements});
  for (int i = 0; i < nodes; ++i) value = b.Op("BenchmarkAdd", {value, y});
  Prepared run(b);
  Tensor a(DT_FLOAT, {kElements}), c(DT_FLOAT, {kElements});
  a.flat<float>().setZero();
  c.flat<float>().setZero();
  const auto same_expression = [&] {
    for (int i = 0; i < nodes; ++i) {
      a.flat<float>() = a.flat<float>() + c.flat<float>();
      benchmark::ClobberMemory();
    }
  };
  TimeWork(state, nodes, [&] { run(); });
  CompareWithFloor(state, nodes, same_expression, [&] { run(); });
}
BENCHMARK(BM_ChainOfACustomOp)->Arg(1000);

// --- Control flow, calls, lazy inits ---

constexpr int kInARow = 64;

GraphBuilder Branch(const std::string& op) {
  GraphBuilder body;
  const Value x = body.Arg("x", DT_FLOAT);
  body.Return("z", body.Op(op, {x, body.Arg("y", DT_FLOAT)}));
  return body;
}

// Ifs in a row, or their else branches alone, with one condition for all or one for each.
GraphBuilder IfsInARow(bool ifs, bool own_conditions) {
  GraphBuilder b;
  Value value = b.Placeholder("x", DT_FLOAT, {kElements});
  const Value y = b.Placeholder("y", DT_FLOAT, {kElements});
  Value cond;
  for (int i = 0; i < kInARow; ++i) {
    if (i == 0 || own_conditions)
      cond = b.Placeholder(absl::StrCat("cond", i), DT_BOOL, TensorShape());
    value = ifs ? b.If(cond, Branch("AddV2"), Branch("Sub"), {{value, "x", "x"}, {y, "y", "y"}},
                       {{"z", "z"}})
                : b.Op("Sub", {value, y});
  }
  b.Op("Identity", {value}, "out");
  return b;
}

void BM_IfsInARow(benchmark::State& state) {
  Prepared run(IfsInARow(state.range(0) != 0, false)), floor(IfsInARow(false, false));
  run.request().input(2).scalar<bool>()() = state.range(0) == 1;
  TimeWork(state, kInARow, [&] { run(); });
  CompareWithFloor(
      state, kInARow, [&] { floor(); }, [&] { run(); });
}
BENCHMARK(BM_IfsInARow)->ArgName("if")->Arg(0)->Arg(1)->Arg(2);  // without; always true; always
                                                                 // false

// Every If has a condition of its own, new in each run.
void BM_RandomIfsInARow(benchmark::State& state) {
  Prepared ifs(IfsInARow(true, true)), floor(IfsInARow(false, true));
  std::mt19937 random(1);
  std::vector<uint64_t> bits(4096);
  for (uint64_t& word : bits) word = (uint64_t{random()} << 32) | random();
  size_t turn = 0;
  const auto run_with = [&](Prepared* run) {
    const uint64_t word = bits[++turn % bits.size()];
    for (int i = 0; i < kInARow; ++i)
      run->request().input(2 + i).scalar<bool>()() = (word >> i & 1) != 0;
    (*run)();
  };
  TimeWork(state, kInARow, [&] { run_with(&ifs); });
  CompareWithFloor(
      state, kInARow, [&] { run_with(&floor); }, [&] { run_with(&ifs); });
}
BENCHMARK(BM_RandomIfsInARow);

// A While that counts to a million: an addition and a comparison of scalars. At most 25 ns an
// iteration.
void BM_WhileIterations(benchmark::State& state) {
  constexpr int kIterations = 1'000'000;
  GraphBuilder go_on, add, b;
  go_on.Return("c", go_on.Op("Less", {go_on.Arg("i", DT_INT32), go_on.Const(Tensor(kIterations))}));
  add.Return("r", add.Op("AddV2", {add.Arg("i", DT_INT32), add.Const(Tensor(1))}));
  b.Function("go_on", std::move(go_on)).Function("add", std::move(add));
  const std::vector<Value> start = {b.Placeholder("i", DT_INT32, TensorShape())};
  b.Op("While", {start}, "w", {{"cond", FunctionName{"go_on"}}, {"body", FunctionName{"add"}}});
  const CompiledModel model = Compile(b);
  InferRequest request = model.CreateRequest();
  request.input(0).scalar<int32_t>()() = 0;
  TimeWork(state, kIterations, [&] {
    if (!request.Run().ok()) std::abort();
  });
}
BENCHMARK(BM_WhileIterations);

void BM_InlinedCalls(benchmark::State& state) {
  GraphBuilder calls, plain;
  for (GraphBuilder* b : {&calls, &plain}) {
    b->Function("F", Branch("Sub"));
    Value value = b->Placeholder("x", DT_FLOAT, {kElements});
    const Value y = b->Placeholder("y", DT_FLOAT, {kElements});
    for (int i = 0; i < kInARow; ++i) value = b->Op(b == &calls ? "F" : "Sub", {value, y});
    b->Op("Identity", {value}, "out");
  }
  CompareGraphs(state, kInARow, plain, calls);
}
BENCHMARK(BM_InlinedCalls);

// Variables with an init that is not run, beside variables without one.
void BM_InitsNotRun(benchmark::State& state) {
  const auto graph = [](bool inits) {
    GraphBuilder b;
    const Value x = b.Placeholder("x", DT_FLOAT, {kElements});
    Value sum = x;
    for (int i = 0; i < kInARow; ++i) {
      const std::string id = absl::StrCat("v", i);
      sum = b.Op("AddV2", {sum, inits ? b.ReadValue(id, b.Op("Neg", {x}))
                                      : b.ReadValue(id, DT_FLOAT, {kElements})});
    }
    b.Op("Identity", {sum}, "out");
    return b;
  };
  Prepared with(graph(true)), without(graph(false));
  for (Prepared* run : {&with, &without}) {
    for (VariableState variable : run->request().query_state()) {
      if (!variable.set(run->request().input(0)).ok()) std::abort();
    }
  }
  TimeWork(state, kInARow, [&] { with(); });
  CompareWithFloor(
      state, kInARow, [&] { without(); }, [&] { with(); });
}
BENCHMARK(BM_InitsNotRun);

// --- A run ---

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
  Prepared run(Summator(1));
  DirectLoops loops(2);
  TimeWork(state, 1, [&] { run(); });
  CompareWithFloor(
      state, 1, [&] { loops.Run(1); }, [&] { run(); });
}
BENCHMARK(BM_SummatorPrepared);

void BM_SummatorByName(benchmark::State& state) {
  const CompiledModel model = Compile(Summator(1));
  InferRequest request = model.CreateRequest();
  const std::vector<NamedTensor> feeds = {{"x", Tensor::Of({1.0f})}};
  const auto run = [&] {
    if (!request.Run(feeds).ok()) std::abort();
  };
  DirectLoops loops(2);
  TimeWork(state, 1, run);
  CompareWithFloor(
      state, 1, [&] { loops.Run(1); }, run);
}
BENCHMARK(BM_SummatorByName);

REGISTER_OP("BenchmarkMake")
    .Attr("size: int")
    .Output("y: float")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      int64_t size = 0;
      OPGRAFT_RETURN_IF_ERROR(c->GetAttr("size", &size));
      c->set_output(0, c->Vector(size));
      return absl::OkStatus();
    });

// Gives a tensor of whose elements it writes one.
class BenchmarkMakeOp : public OpKernel {
 public:
  explicit BenchmarkMakeOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("size", &size_));
  }
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, {size_}, &y));
    y->flat<float>()(0) = 1;
  }

 private:
  int64_t size_ = 0;
};
REGISTER_KERNEL_BUILDER(Name("BenchmarkMake").Device(DEVICE_CPU), BenchmarkMakeOp);

// A state replaced in each run by what a kernel made, beside the same without a state: its size
// must not matter.
void BM_PublishState(benchmark::State& state) {
  const int64_t size = state.range(0) / static_cast<int64_t>(sizeof(float));
  const auto graph = [size](bool assign) {
    GraphBuilder b;
    const Value made = b.Op("BenchmarkMake", {}, "", {{"size", size}});
    const Value shown = assign ? b.ReadValue("v", DT_FLOAT, {size}) : made;
    b.Op("Shape", {shown}, "out");
    if (assign) b.Assign("v", made);
    return b;
  };
  CompareGraphs(state, 1, graph(false), graph(true));
}
BENCHMARK(BM_PublishState)->ArgName("bytes")->Arg(4)->Arg(64 << 20);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
