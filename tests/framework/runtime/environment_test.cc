// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/environment.h"

#include <string>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// Fills a tensor of as many floats as it is fed.
Graph Filler() {
  GraphBuilder b;
  b.Op("Fill", {b.Placeholder("dims", DT_INT32, {1}), b.Const(Tensor(1.0f))}, "y");
  return *b.Build();
}

CompileOptions In(const std::shared_ptr<Environment>& environment, int threads = 1) {
  CompileOptions options;
  options.environment = environment;
  options.num_threads = threads;
  return options;
}

std::shared_ptr<Environment> WithBytes(int64_t bytes) {
  EnvironmentOptions options;
  options.max_bytes = bytes;
  return std::make_shared<Environment>(options);
}

TEST(Environment, TheDefaultTakesHalfOfWhatIsFree) {
  EXPECT_EQ(Environment::Default(), Environment::Default());
  EXPECT_GT(Environment::Default()->budget()->max_total_bytes(), int64_t{1} << 24);
  EXPECT_LT(Environment::Default()->budget()->max_total_bytes(), int64_t{1} << 46);
}

TEST(Environment, ModelsThatAskForAsManyThreadsShareThem) {
  Environment environment;
  EXPECT_EQ(environment.Device(2), environment.Device(2));
  EXPECT_NE(environment.Device(2), environment.Device(3));
}

TEST(Environment, RequestsOfAllItsModelsShareItsBytes) {
  const auto environment = WithBytes(100'000);
  const auto one = CompiledModel::Compile(Filler(), In(environment));
  const auto other = CompiledModel::Compile(Filler(), In(environment));
  ASSERT_TRUE(one.ok() && other.ok());
  InferRequest large = one->CreateRequest();
  ASSERT_TRUE(large.Run({{"dims", Tensor::Of({20'000})}}).ok());
  InferRequest small = other->CreateRequest();
  const absl::Status status = small.Run({{"dims", Tensor::Of({20'000})}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("all requests together may use 100000 bytes (EnvironmentOptions::max_bytes)"));
  EXPECT_TRUE(large.Trim().ok());
  EXPECT_TRUE(small.Run({{"dims", Tensor::Of({20'000})}}).ok()) << "there is room again";
}

TEST(Environment, IsGivenBackWhatARequestTook) {
  const auto environment = WithBytes(100'000);
  {
    const auto model = CompiledModel::Compile(Filler(), In(environment));
    InferRequest request = model->CreateRequest();
    ASSERT_TRUE(request.Run({{"dims", Tensor::Of({1000})}}).ok());
    EXPECT_GT(environment->budget()->used(), 4000);
  }
  EXPECT_EQ(environment->budget()->used(), 0);
}

TEST(Environment, ConstantsOfModelsCount) {
  GraphBuilder b;
  b.Op("Neg", {b.Const(*Tensor::Create(DT_FLOAT, TensorShape({2000})))}, "y");
  const Graph graph = *b.Build();
  EXPECT_TRUE(CompiledModel::Compile(graph, In(WithBytes(8000))).ok());
  EXPECT_EQ(CompiledModel::Compile(graph, In(WithBytes(7999))).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(Environment, ItsRegistryIsAskedForKernels) {
  EnvironmentOptions options;
  options.registry = KernelRegistry::Global();
  const auto environment = std::make_shared<Environment>(options);
  EXPECT_EQ(environment->registry(), options.registry.get());
  EXPECT_TRUE(CompiledModel::Compile(Filler(), In(environment)).ok());
}

}  // namespace
}  // namespace opgraft
