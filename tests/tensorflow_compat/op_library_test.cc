// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op library of sources written for TensorFlow: loads into a program on libopgraft.so.0 and runs
// in a graph.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/run.h"

namespace {

constexpr const char kLibrary[] = "tests/tensorflow_compat/compat_ops.so";

TEST(OpLibrary, LoadsWithAllItsOps) {
  const auto library = opgraft::LoadLibrary(kLibrary);
  ASSERT_TRUE(library.ok()) << library.status();
  EXPECT_THAT(library->ops,
              ::testing::IsSupersetOf({"OldScale", "OldStrings", "Compat>AddOne", "Compat>Counter",
                                       "Compat>Dice", "Compat>ThroughBytes", "Names"}));
}

TEST(OpLibrary, RunsInAGraph) {
  ASSERT_TRUE(opgraft::LoadLibrary(kLibrary).ok());
  opgraft::GraphBuilder b;
  auto x = b.Placeholder("x", opgraft::DT_INT32, {2});
  b.Op("Compat>Later", {b.Op("Compat>Later", {x})}, "y");
  b.Op("Compat>CounterNext", {b.Op("Compat>Counter", {}, "counter")}, "count");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto model = opgraft::CompiledModel::Compile(*graph);
  ASSERT_TRUE(model.ok()) << model.status();
  opgraft::InferRequest request = model->CreateRequest();
  for (int64_t run : {0, 1, 2}) {
    auto outputs = request.Run({{"x", opgraft::Tensor::Of({1, 2})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["y"].vec<int32_t>()(1), 16);
    EXPECT_EQ((*outputs)["count"].scalar<int64_t>()(), run);
  }
}

TEST(OpLibrary, FailsTheRunWhereACheckFails) {
  ASSERT_TRUE(opgraft::LoadLibrary(kLibrary).ok());
  opgraft::GraphBuilder b;
  b.Op("OldStrings", {b.Placeholder("x", opgraft::DT_STRING, {1})}, "y");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto model = opgraft::CompiledModel::Compile(*graph);
  ASSERT_TRUE(model.ok()) << model.status();
  const auto outputs = model->CreateRequest().Run({{"x", opgraft::Tensor::Of({"too long"})}});
  EXPECT_EQ(outputs.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(
      std::string(outputs.status().message()),
      ::testing::HasSubstr("{{node y}} OldStrings: the kernel stopped at old_spellings_ops.cc:"));
}

}  // namespace
