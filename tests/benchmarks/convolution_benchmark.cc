// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Whole convolutions as a run does them, on one thread, in floating-point operations a second,
// beside the bare product of matrices of the same sizes: what packing patches and calling a kernel
// cost.
//   bazel run //tests/benchmarks:convolution_benchmark
#include <cstdint>
#include <vector>

#include "benchmark/benchmark.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "kernels/loops/matmul_loops.h"

namespace opgraft {
namespace {

// Rows and columns, window, channels, channels of the result, stride.
void Layers(benchmark::internal::Benchmark* b) {
  b->ArgNames({"size", "window", "in", "out", "stride"});
  b->Args({112, 3, 32, 64, 1})->Args({56, 1, 64, 256, 1})->Args({56, 3, 64, 64, 1});
  b->Args({28, 3, 128, 128, 1})->Args({14, 3, 256, 256, 1})->Args({7, 3, 512, 512, 1});
  b->Args({224, 7, 3, 64, 2});
}

struct Layer {
  explicit Layer(const benchmark::State& state)
      : size(state.range(0)),
        window(state.range(1)),
        in(state.range(2)),
        out(state.range(3)),
        stride(state.range(4)) {}

  int64_t rows() const { return ((size - 1) / stride + 1) * ((size - 1) / stride + 1); }
  int64_t width() const { return window * window * in; }

  int64_t size, window, in, out, stride;
};

void SetFlops(benchmark::State& state, double terms) {
  state.counters["flops"] = benchmark::Counter(
      2 * terms, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::OneK::kIs1000);
}

Tensor Ones(const TensorShape& shape) {
  Tensor tensor(DT_FLOAT, shape);
  tensor.flat<float>().setConstant(1.f);
  return tensor;
}

void BM_Product(benchmark::State& state) {
  const Layer layer(state);
  const int64_t m = layer.rows(), k = layer.width(), n = layer.out;
  const std::vector<float> a(static_cast<size_t>(m * k), 1.f), b(static_cast<size_t>(k * n), 1.f);
  std::vector<float> c(static_cast<size_t>(m * n));
  const auto product = opgraft_internal::loops::FindMatMulLoop(DT_FLOAT);
  for (auto _ : state) {
    product({a.data(), b.data(), c.data(), m, n, k, k, n, n, /*transpose_b=*/false});
    benchmark::ClobberMemory();
  }
  SetFlops(state, static_cast<double>(m * k * n));
}
BENCHMARK(BM_Product)->Apply(Layers);

// Runs a node of `op` on an image, the filter a constant.
void RunNode(benchmark::State& state, const char* op, const TensorShape& image,
             const TensorShape& filter, const GraphBuilder::Attrs& attrs, double terms) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, PartialTensorShape(image));
  b.Op(op, {x, b.Const(Ones(filter))}, "y", attrs);
  const absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return state.SkipWithError(graph.status().ToString().c_str());
  CompiledModel model = *CompiledModel::Compile(*graph);
  InferRequest request = model.CreateRequest();
  request.input(0);
  for (auto _ : state) {
    if (!request.Run().ok()) return state.SkipWithError("the run failed");
  }
  SetFlops(state, terms);
}

void RunLayer(benchmark::State& state, const char* op, const TensorShape& filter, double terms) {
  const Layer layer(state);
  const std::vector<int64_t> strides = {1, layer.stride, layer.stride, 1};
  RunNode(state, op, {1, layer.size, layer.size, layer.in}, filter,
          {{"strides", strides}, {"padding", "SAME"}}, terms);
}

void BM_Conv2D(benchmark::State& state) {
  const Layer layer(state);
  RunLayer(state, "Conv2D", {layer.window, layer.window, layer.in, layer.out},
           static_cast<double>(layer.rows() * layer.width() * layer.out));
}
BENCHMARK(BM_Conv2D)->Apply(Layers);

void BM_DepthwiseConv2D(benchmark::State& state) {
  const Layer layer(state);
  RunLayer(state, "DepthwiseConv2dNative", {layer.window, layer.window, layer.in, 1},
           static_cast<double>(layer.rows() * layer.width()));
}
BENCHMARK(BM_DepthwiseConv2D)
    ->ArgNames({"size", "window", "in", "out", "stride"})
    ->Args({112, 3, 32, 32, 1})
    ->Args({56, 3, 144, 144, 1})
    ->Args({14, 3, 384, 384, 1})
    ->Args({14, 5, 384, 384, 2});

// OpenVINO's, whose channels lie as planes.
void BM_GroupConvolution(benchmark::State& state) {
  const Layer layer(state);
  const std::vector<int64_t> strides = {layer.stride, layer.stride}, ones = {1, 1}, none;
  RunNode(state, "OpenVINO>GroupConvolution", {1, layer.in, layer.size, layer.size},
          {layer.in, 1, 1, layer.window, layer.window},
          {{"strides", strides},
           {"dilations", ones},
           {"pads_begin", none},
           {"pads_end", none},
           {"auto_pad", "same_upper"}},
          static_cast<double>(layer.rows() * layer.width()));
}
BENCHMARK(BM_GroupConvolution)
    ->ArgNames({"size", "window", "in", "out", "stride"})
    ->Args({112, 3, 32, 32, 1})
    ->Args({56, 3, 144, 144, 1})
    ->Args({14, 3, 576, 576, 1})
    ->Args({14, 5, 672, 672, 2})
    ->Args({7, 5, 960, 960, 1});

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
