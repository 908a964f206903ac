// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FRAMEWORK_RUNTIME_SUMMATOR_H_
#define TESTS_FRAMEWORK_RUNTIME_SUMMATOR_H_

#include <utility>

#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

// What the tests of requests start from.
namespace opgraft {

// The model of a graph, which must be right.
inline CompiledModel Compile(const GraphBuilder& b, const CompileOptions& options = {}) {
  absl::StatusOr<Graph> graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

// The summator of the seed; `sum` starts at [0].
inline GraphBuilder Summator() {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {1});
  auto old = b.ReadValue("sum", b.Const({0.0f}));
  auto next = b.Op("AddV2", {old, x});
  b.Op("AddV2", {old, next}, "out");
  b.Assign("sum", next);
  return b;
}

inline float First(const Tensor& tensor) { return tensor.flat<float>()(0); }

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_RUNTIME_SUMMATOR_H_
