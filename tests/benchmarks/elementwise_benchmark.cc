// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The element-wise loops against the loop a compiler makes of plain code: bytes moved a second,
// read and written.
//   bazel run //tests/benchmarks:elementwise_benchmark
#include <cstdint>
#include <cstring>
#include <vector>

#include "benchmark/benchmark.h"
#include "framework/types/data_type.h"
#include "framework/types/tensor_shape.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/unary_element_function.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/loops/reduce_loops.h"

namespace opgraft {
namespace {

// In the first-level cache, in the second, in memory.
void Sizes(benchmark::internal::Benchmark* b) {
  b->Arg(16)->Arg(1 << 12)->Arg(1 << 16)->Arg(1 << 24);
}

void SetBytes(benchmark::State& state, int64_t bytes_per_element) {
  state.SetBytesProcessed(state.iterations() * state.range(0) * bytes_per_element);
}

void BM_Memcpy(benchmark::State& state) {
  const std::vector<float> x(static_cast<size_t>(state.range(0)), 1.f);
  std::vector<float> out = x;
  for (auto _ : state) {
    std::memcpy(out.data(), x.data(), x.size() * sizeof(float));
    benchmark::ClobberMemory();
  }
  SetBytes(state, 8);
}
BENCHMARK(BM_Memcpy)->Apply(Sizes);

void BM_BareAdd(benchmark::State& state) {
  const std::vector<float> x(static_cast<size_t>(state.range(0)), 1.f), y = x;
  std::vector<float> out = x;
  for (auto _ : state) {
    const float* __restrict a = x.data();
    const float* __restrict b = y.data();
    float* __restrict c = out.data();
    for (int64_t i = 0; i < state.range(0); ++i) c[i] = a[i] + b[i];
    benchmark::ClobberMemory();
  }
  SetBytes(state, 12);
}
BENCHMARK(BM_BareAdd)->Apply(Sizes);

void BM_Add(benchmark::State& state) {
  const std::vector<float> x(static_cast<size_t>(state.range(0)), 1.f), y = x;
  std::vector<float> out = x;
  const loops::BinaryLoops add = loops::FindBinaryLoops(loops::BinaryFunction::kAdd, DT_FLOAT);
  for (auto _ : state) {
    add[loops::kVectorVector](x.data(), y.data(), out.data(), state.range(0));
    benchmark::ClobberMemory();
  }
  SetBytes(state, 12);
}
BENCHMARK(BM_Add)->Apply(Sizes);

void BM_AddRow(benchmark::State& state) {
  const int64_t columns = 64;
  const TensorShape matrix({state.range(0) / columns + 1, columns}), row({columns});
  const std::vector<float> x(static_cast<size_t>(matrix.num_elements()), 1.f), y = x;
  std::vector<float> out = x;
  const loops::BinaryLoops add = loops::FindBinaryLoops(loops::BinaryFunction::kAdd, DT_FLOAT);
  for (auto _ : state) {
    Broadcast broadcast;
    if (!broadcast.Init({&matrix, &row})) state.SkipWithError("the shapes do not fit");
    broadcast.ForEachRun(0, broadcast.num_runs(), [&](int64_t to, const int64_t* from) {
      add[loops::kVectorVector](x.data() + from[0], y.data() + from[1], out.data() + to,
                                broadcast.run_length());
    });
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * matrix.num_elements() * 8);
}
BENCHMARK(BM_AddRow)->Apply(Sizes);

void BM_Unary(benchmark::State& state, loops::UnaryFunction function, DataType dtype) {
  const std::vector<double> x(static_cast<size_t>(state.range(0)), 0.);
  std::vector<double> out = x;
  const UnaryElementFunction f(function, dtype);
  for (auto _ : state) {
    f.Run(x.data(), out.data(), state.range(0));
    benchmark::ClobberMemory();
  }
  SetBytes(state, 2 * DataTypeSize(dtype));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(BM_Unary, FloatNeg, loops::UnaryFunction::kNeg, DT_FLOAT)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Unary, FloatExp, loops::UnaryFunction::kExp, DT_FLOAT)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Unary, FloatTanh, loops::UnaryFunction::kTanh, DT_FLOAT)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Unary, FloatSigmoid, loops::UnaryFunction::kSigmoid, DT_FLOAT)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Unary, DoubleExp, loops::UnaryFunction::kExp, DT_DOUBLE)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Unary, HalfNeg, loops::UnaryFunction::kNeg, DT_HALF)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Unary, Bfloat16Neg, loops::UnaryFunction::kNeg, DT_BFLOAT16)->Apply(Sizes);

void BM_Cast(benchmark::State& state, DataType from, DataType to) {
  const std::vector<double> x(static_cast<size_t>(state.range(0)), 0.);
  std::vector<double> out = x;
  const CastFunction cast(from, to);
  for (auto _ : state) {
    cast.Run(x.data(), out.data(), state.range(0));
    benchmark::ClobberMemory();
  }
  SetBytes(state, DataTypeSize(from) + DataTypeSize(to));
}
BENCHMARK_CAPTURE(BM_Cast, FloatToInt32, DT_FLOAT, DT_INT32)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Cast, UInt8ToFloat, DT_UINT8, DT_FLOAT)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Cast, HalfToBfloat16, DT_HALF, DT_BFLOAT16)->Apply(Sizes);

void BM_Sum(benchmark::State& state) {
  const std::vector<float> x(static_cast<size_t>(state.range(0)), 1.f);
  const loops::ReduceLoops loops = loops::FindReduceLoops(loops::Reduction::kSum, DT_FLOAT);
  double sum = 0;
  for (auto _ : state) {
    loops.run(x.data(), state.range(0), &sum);
    benchmark::DoNotOptimize(sum);
  }
  SetBytes(state, 4);
}
BENCHMARK(BM_Sum)->Apply(Sizes);

// Products of square matrices: floating-point operations a second.
void BM_MatMul(benchmark::State& state) {
  const int64_t n = state.range(0);
  const std::vector<float> a(static_cast<size_t>(n * n), 1.f), b = a;
  std::vector<float> c = a;
  const loops::MatMulLoop product = loops::FindMatMulLoop(DT_FLOAT);
  for (auto _ : state) {
    product({a.data(), b.data(), c.data(), n, n, n, n, n, n, false});
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 2 * n * n * n);
}
BENCHMARK(BM_MatMul)->Arg(4)->Arg(32)->Arg(128)->Arg(512);

// A few rows times a matrix of 1024 x 1024.
void BM_RowsTimesMatrix(benchmark::State& state, bool transposed) {
  constexpr int64_t n = 1024;
  const int64_t m = state.range(0);
  const std::vector<float> a(static_cast<size_t>(m * n), 1.f), b(static_cast<size_t>(n * n), 1.f);
  std::vector<float> c = a;
  const loops::MatMulLoop product = loops::FindMatMulLoop(DT_FLOAT);
  for (auto _ : state) {
    product({a.data(), b.data(), c.data(), m, n, n, n, n, n, transposed});
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 2 * m * n * n);
}
BENCHMARK_CAPTURE(BM_RowsTimesMatrix, Plain, false)->Arg(2)->Arg(4)->Arg(8)->Arg(9)->Arg(17);
BENCHMARK_CAPTURE(BM_RowsTimesMatrix, Transposed, true)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->Arg(17);

void BM_RowTimesMatrix(benchmark::State& state, bool transposed) {
  const int64_t n = state.range(0);
  const std::vector<float> a(static_cast<size_t>(n), 1.f), b(static_cast<size_t>(n * n), 1.f);
  std::vector<float> c = a;
  const loops::MatMulLoop product = loops::FindRowMatMulLoop(DT_FLOAT);
  for (auto _ : state) {
    product({a.data(), b.data(), c.data(), 1, n, n, n, n, n, transposed});
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * n * n * 4);
}
BENCHMARK_CAPTURE(BM_RowTimesMatrix, Plain, false)->Arg(64)->Arg(512)->Arg(2048);
BENCHMARK_CAPTURE(BM_RowTimesMatrix, Transposed, true)->Arg(64)->Arg(512)->Arg(2048);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
