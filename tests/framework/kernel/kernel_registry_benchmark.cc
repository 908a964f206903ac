// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What it costs to find a kernel: at most 100 ns for an op with a kernel for each number type.
#include "benchmark/benchmark.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/register_types.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

void BM_FindByDtype(benchmark::State& state) {
  std::vector<OpDefBuilder> ops;
  for (int i = 0; i < 300; ++i)
    ops.push_back(OpDefBuilder("Op" + std::to_string(i)).Attr("T: type").Input("x: T"));
  std::vector<KernelRegistration> kernels;
  int line = 0;
#define ADD_KERNEL(T) kernels.push_back(Dummy(OnCpu("Op7").TypeConstraint<T>("T"), "k.cc", ++line));
  TF_CALL_NUMBER_TYPES(ADD_KERNEL)
#undef ADD_KERNEL
  const auto registry = TestKernels(ops, kernels);
  const auto node = TestNode(registry->ops(), "Op7", {{"T", TypeAttr(DT_DOUBLE)}});
  for (auto _ : state) benchmark::DoNotOptimize(registry->Find(*node).ok());
}
BENCHMARK(BM_FindByDtype);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
