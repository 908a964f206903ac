// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A large constant is the Tensor that was given, in the graph and in the model.

#include <sys/resource.h>

#include <utility>

#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/infer_request.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kBytes = int64_t{64} << 20;

// The most memory that the process ever had.
int64_t PeakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return int64_t{usage.ru_maxrss} << 10;
}

absl::StatusOr<CompiledModel> Compile(const Tensor& large) {
  GraphBuilder body, b;
  body.Return("r", body.Op("Neg", {body.Const(large)}));
  b.Function("f", std::move(body));
  b.Op("AddV2", {b.Const(large), b.Op("f", {})}, "y");
  const absl::StatusOr<Graph> graph = b.Build();
  CompileOptions options;
  options.fold_constants = false;  // Neg and AddV2 would each make another
  return graph.ok() ? CompiledModel::Compile(*graph, options) : graph.status();
}

TEST(LargeConstant, IsInMemoryOnceInBuilderGraphAndModel) {
  ASSERT_TRUE(Compile(Tensor(DT_FLOAT, TensorShape({4096}))).ok());  // what is made at first use
  const int64_t before = PeakBytes();
  Tensor large(DT_FLOAT, TensorShape({kBytes / 4}));
  large.flat<float>().setConstant(1);
  const auto model = Compile(large);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_LT(PeakBytes() - before, kBytes * 3 / 2);
}

}  // namespace
}  // namespace opgraft
