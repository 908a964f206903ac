// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What recurrent and language models spend their time on: an LSTM cell and a sequence of 100 steps
// of 128 inputs and cells, a step of attention over a cache, a row appended to one, a vector times
// compressed weights, in bytes read a second beside what reading alone gives; and how long a layer
// of an IR takes to read.
//   bazel run //tests/benchmarks:openvino_benchmark
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "openvino/ir.h"
#include "tests/benchmarks/unit_counters.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

Tensor Filled(DataType type, const TensorShape& shape) {
  Tensor tensor(type, shape);
  char* bytes = static_cast<char*>(tensor.data());
  for (size_t i = 0; i < tensor.TotalBytes(); ++i) bytes[i] = static_cast<char>(i * 31 % 61);
  return tensor;
}

Tensor Small(const TensorShape& shape) {
  Tensor tensor(DT_FLOAT, shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<float>()(i) = 0.01f * static_cast<float>(i % 17 - 8);
  return tensor;
}

using opgraft_internal::TextNet;

constexpr size_t kNone = 99;

// Runs the op over and over on its fed inputs, the others constants. Those from `rest` on are one
// list.
struct OpCall {
  std::string op;
  std::vector<Tensor> inputs;
  size_t fed;
  size_t rest;  // kNone: there is no list
  GraphBuilder::Attrs attrs;
  double bytes;
};

void RunOp(benchmark::State& state, const OpCall& call) {
  GraphBuilder b;
  std::vector<Input> values;
  std::vector<Value> rest;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const Tensor& tensor = call.inputs[i];
    const Value value = i < call.fed ? b.Placeholder("x" + std::to_string(i), tensor.dtype(),
                                                     PartialTensorShape(tensor.shape()))
                                     : b.Const(tensor);
    if (i < call.rest) {
      values.push_back(value);
    } else {
      rest.push_back(value);
    }
  }
  if (call.rest <= call.inputs.size()) values.emplace_back(rest);
  b.Op(call.op, values, "y", call.attrs);
  const absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return state.SkipWithError(graph.status().ToString().c_str());
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
  if (!model.ok()) return state.SkipWithError(model.status().ToString().c_str());
  InferRequest request = model->CreateRequest();
  std::vector<NamedTensor> feeds;
  for (size_t i = 0; i < call.fed; ++i) feeds.emplace_back("x" + std::to_string(i), call.inputs[i]);
  for (auto _ : state) {
    const auto outputs = request.Run(feeds);
    if (!outputs.ok()) return state.SkipWithError(outputs.status().ToString().c_str());
  }
  state.counters["bytes"] = benchmark::Counter(
      call.bytes, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::OneK::kIs1000);
}

constexpr int64_t kCells = 128;
constexpr double kWeightBytes = 4. * 4 * kCells * 2 * kCells;

void BM_LstmCell(benchmark::State& state) {
  const int64_t batch = state.range(0);
  RunOp(state, {"OpenVINO>LSTMCell",
                {Small({batch, kCells}), Small({batch, kCells}), Small({batch, kCells}),
                 Small({4 * kCells, kCells}), Small({4 * kCells, kCells}), Small({4 * kCells})},
                3,
                5,
                {{"hidden_size", kCells}},
                kWeightBytes});
}
BENCHMARK(BM_LstmCell)->Arg(1)->Arg(16);

void BM_LstmSequence(benchmark::State& state) {
  const int64_t batch = state.range(0), times = 100;
  Tensor lengths(DT_INT64, {batch});
  lengths.flat<int64_t>().setConstant(times);
  RunOp(state, {"OpenVINO>LSTMSequence",
                {Small({batch, times, kCells}), Small({batch, 1, kCells}),
                 Small({batch, 1, kCells}), lengths, Small({1, 4 * kCells, kCells}),
                 Small({1, 4 * kCells, kCells}), Small({1, 4 * kCells})},
                3,
                kNone,
                {{"hidden_size", kCells}, {"direction", "forward"}},
                100 * kWeightBytes});
}
BENCHMARK(BM_LstmSequence)->Arg(1)->Arg(16);

// [1, 32, rows, 64] over a cache of 2048 tokens: 16 MiB each of keys and values.
void BM_Attention(benchmark::State& state) {
  const Tensor cache = Small({1, 32, 2048, 64});
  RunOp(state, {"OpenVINO>ScaledDotProductAttention",
                {Small({1, 32, state.range(0), 64}), cache, cache},
                3,
                3,
                {},
                2. * static_cast<double>(cache.TotalBytes())});
}
BENCHMARK(BM_Attention)->Arg(1)->Arg(64);

constexpr int64_t kHeads = 32;
constexpr int64_t kDepth = 64;

enum class Reader { kShape, kAttention, kProduct, kProductOfCopy };

// A step of a decoder: a row appended to a cache of so many rows, and a query that looks at all of
// it, as keys and as values or as a factor. No growth falls into what is timed.
void StepOfCache(benchmark::State& state, Reader reader) {
  const int64_t rows = state.range(0);
  const PartialTensorShape shape({1, kHeads, -1, kDepth}), row_shape({1, kHeads, 1, kDepth});
  GraphBuilder b;
  const Value row = b.Placeholder("row", DT_FLOAT, row_shape);
  const Value init = b.Op("OpenVINO>ToCache", {b.Const(Small({1, kHeads, 0, kDepth}))});
  const Value past =
      b.Op("OpenVINO>ReadCache", {Input(std::vector<Value>{init})}, "past",
           {{"variable_id", "cache"}, {"variable_type", DT_FLOAT}, {"variable_shape", shape}});
  const Value cache = b.Op("OpenVINO>AppendToCache", {past, row}, "joined", {{"axis", 2}});
  b.Op("Assign", {cache}, "assign", {{"variable_id", "cache"}});
  const Input none = std::vector<Value>();
  switch (reader) {
    case Reader::kShape:
      b.Op("OpenVINO>ShapeOfCache", {cache}, "y");
      break;
    case Reader::kAttention:
      b.Op("OpenVINO>CacheAttention", {row, cache, cache, none, none}, "y");
      break;
    case Reader::kProduct:
      b.Op("OpenVINO>CacheMatMul", {row, cache, none}, "y", {{"transpose", true}});
      break;
    case Reader::kProductOfCopy:
      b.Op("BatchMatMulV2", {row, b.Op("OpenVINO>FromCache", {cache}, "", {{"T", DT_FLOAT}})}, "y",
           {{"adj_y", true}});
      break;
  }
  const absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return state.SkipWithError(graph.status().ToString().c_str());
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
  if (!model.ok()) return state.SkipWithError(model.status().ToString().c_str());
  InferRequest request = model->CreateRequest();
  const std::vector<NamedTensor> feeds = {{"row", Small({1, kHeads, 1, kDepth})}};
  const Tensor full = Small({1, kHeads, rows, kDepth});
  int64_t step = 0;
  for (auto _ : state) {
    if (step++ % (rows / 4) == 0) {
      state.PauseTiming();
      const absl::Status status = request.state("cache")->set(full);
      if (!status.ok()) return state.SkipWithError(status.ToString().c_str());
      request.Run(feeds).status().IgnoreError();
      state.ResumeTiming();
    }
    const auto outputs = request.Run(feeds);
    if (!outputs.ok()) return state.SkipWithError(outputs.status().ToString().c_str());
  }
}

void BM_AppendToCache(benchmark::State& state) { StepOfCache(state, Reader::kShape); }
// 1 to 64 MiB.
BENCHMARK(BM_AppendToCache)->RangeMultiplier(4)->Range(128, 8192);

void BM_CacheAttention(benchmark::State& state) { StepOfCache(state, Reader::kAttention); }
BENCHMARK(BM_CacheAttention)->Arg(2048);

void BM_CacheMatMul(benchmark::State& state) { StepOfCache(state, Reader::kProduct); }
BENCHMARK(BM_CacheMatMul)->Arg(2048);

void BM_MatMulOfCopiedCache(benchmark::State& state) { StepOfCache(state, Reader::kProductOfCopy); }
BENCHMARK(BM_MatMulOfCopiedCache)->Arg(2048);

// A step of a streaming filter: 4 new columns behind a window of so many KiB of 64 channels, of
// which the first are forgotten, and the last column of all. `rows_first`: columns are rows,
// [1, columns, 64], and lie in one piece; else [1, 64, columns]. Read to be run or as it is.
void BM_Window(benchmark::State& state, bool rows_first, IrUse use) {
  constexpr int64_t kChannels = 64, kAdded = 4;
  const int64_t columns = state.range(0) * 256 / kChannels;
  const auto shape = [&](int64_t count) {
    return rows_first ? TensorShape({1, count, kChannels}) : TensorShape({1, kChannels, count});
  };
  const auto text = [](const TensorShape& s) {
    return absl::StrCat(s.dim_size(0), ",", s.dim_size(1), ",", s.dim_size(2));
  };
  const int64_t axis = rows_first ? 1 : 2;
  std::string bytes(64, '\0');
  const int64_t ints[] = {-columns, INT64_MAX, 1, axis, -1};
  std::memcpy(&bytes[0], ints, sizeof(ints));
  TextNet net;
  const auto parameter = [&](const TensorShape& s) {
    return net.Add("Parameter", absl::StrCat("element_type=\"f32\" shape=\"", text(s), "\""), {});
  };
  const auto number = [&](int64_t i) { return net.Constant("i64", "1", 8 * i, 8); };
  const int x = parameter(shape(kAdded));
  const int past = net.Add("ReadValue",
                           absl::StrCat("variable_id=\"w\" variable_type=\"f32\" variable_shape=\"",
                                        text(shape(columns)), "\""),
                           {parameter(shape(columns))}, "opset6");
  const int joined = net.Add("Concat", absl::StrCat("axis=\"", axis, "\""), {past, x});
  const int last =
      net.Add("Slice", "", {joined, number(0), number(1), number(2), number(3)}, "opset8");
  net.Add("Assign", "variable_id=\"w\"", {last}, "opset6");
  const int column =
      net.Add("Slice", "", {joined, number(4), number(1), number(2), number(3)}, "opset8");
  net.Add("Result", "", {column});
  const auto ir = ParseIr(net.Text(), bytes, {}, use);
  if (!ir.ok()) return state.SkipWithError(ir.status().ToString().c_str());
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  if (!model.ok()) return state.SkipWithError(model.status().ToString().c_str());
  InferRequest request = model->CreateRequest();
  std::vector<NamedTensor> feeds = {{"n0", Small(shape(kAdded))}, {"n1", Small(shape(columns))}};
  for (int i = 0; i < 4; ++i) request.Run(feeds).status().IgnoreError();
  feeds.pop_back();
  const UnitCounters counters(&state, 1);
  for (auto _ : state) {
    const auto outputs = request.Run(feeds);
    if (!outputs.ok()) return state.SkipWithError(outputs.status().ToString().c_str());
  }
}
// 4 KiB to 16 MiB.
BENCHMARK_CAPTURE(BM_Window, rows, true, IrUse::kRun)->RangeMultiplier(4)->Range(1, 16384);
BENCHMARK_CAPTURE(BM_Window, rows_as_it_is, true, IrUse::kEdit)
    ->RangeMultiplier(4)
    ->Range(1, 16384);
BENCHMARK_CAPTURE(BM_Window, columns, false, IrUse::kRun)->RangeMultiplier(4)->Range(1, 16384);
BENCHMARK_CAPTURE(BM_Window, columns_as_it_is, false, IrUse::kEdit)
    ->RangeMultiplier(4)
    ->Range(1, 16384);

void BM_CompressedMatMul(benchmark::State& state, const char* type, int64_t half_bytes) {
  const int64_t rows = 65536 / half_bytes, columns = 4096, group = 128;
  Tensor scale(DT_HALF, {rows, columns / group});
  scale.flat<half>().setConstant(half(0.01f));
  const Tensor weights = Filled(DT_UINT8, {rows * columns * half_bytes / 2});
  RunOp(state,
        {"OpenVINO>CompressedMatMul",
         {Small({state.range(0), columns}), weights, scale},
         1,
         2,
         {{"weight_type", type}, {"rows", rows}, {"columns", columns}, {"group_size", group}},
         static_cast<double>(weights.TotalBytes() + scale.TotalBytes())});
}
BENCHMARK_CAPTURE(BM_CompressedMatMul, i4, "i4", 1)->Arg(1)->Arg(64);
BENCHMARK_CAPTURE(BM_CompressedMatMul, u8, "u8", 2)->Arg(1);
BENCHMARK_CAPTURE(BM_CompressedMatMul, f16, "f16", 4)->Arg(1);

// An IR of a chain of layers: constant, Add and ReLU in turn.
std::string ChainText(int64_t layers) {
  TextNet net;
  int at = net.Add("Parameter", R"(shape="?,8" element_type="f32")", {});
  for (int64_t i = 0; i < layers / 3; ++i) {
    const int constant = net.Constant("f32", "1,8", 0, 32);
    at = net.Add("ReLU", "", {net.Add("Add", R"(auto_broadcast="numpy")", {at, constant})});
  }
  net.Add("Result", "", {at});
  return net.Text();
}

void BM_ReadIr(benchmark::State& state) {
  const std::string text = ChainText(state.range(0)), weights(32, '\0');
  for (auto _ : state) {
    const auto ir = ParseIr(text, weights);
    if (!ir.ok()) return state.SkipWithError(ir.status().ToString().c_str());
  }
  state.counters["a_layer"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_ReadIr)->Arg(300)->Arg(3000)->Arg(30000);

// The sum of as many bytes, by one thread.
void BM_Read(benchmark::State& state) {
  const std::vector<uint64_t> words(32 << 20, 1);
  for (auto _ : state) {
    uint64_t sum = 0;
    for (const uint64_t word : words) sum += word;
    benchmark::DoNotOptimize(sum);
  }
  state.counters["bytes"] = benchmark::Counter(static_cast<double>(8 * words.size()),
                                               benchmark::Counter::kIsIterationInvariantRate,
                                               benchmark::Counter::OneK::kIs1000);
}
BENCHMARK(BM_Read);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
