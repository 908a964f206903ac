// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The classes that `opgraft gen cpp` writes, used: gen_cpp_test.sh holds that this header is what
// it writes.
#include "tests/tools/op_gen/generated_ops.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The floats of what `builder` makes under `name`.
std::vector<float> RunOnce(const GraphBuilder& builder, const std::string& name) {
  const auto graph = builder.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  if (!graph.ok()) return {};
  const auto model = CompiledModel::Compile(*graph);
  EXPECT_TRUE(model.ok()) << model.status();
  if (!model.ok()) return {};
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({});
  EXPECT_TRUE(outputs.ok()) << outputs.status();
  if (!outputs.ok()) return {};
  const auto values = (*outputs)[name].flat<float>();
  return std::vector<float>(values.data(), values.data() + values.size());
}

TEST(GeneratedOps, BuildAGraph) {
  GraphBuilder b;
  const Value x = b.Const({1.0f, 2.0f, 3.0f, 4.0f});
  const ops::AddV2 twice(b, x, x);
  const ops::Sum sum(b, twice, b.Const({0}), ops::Sum::KeepDims(true), "total");
  EXPECT_THAT(RunOnce(b, "total"), ElementsAre(20.0f));
}

TEST(GeneratedOps, TakeAndGiveLists) {
  GraphBuilder b;
  const ops::Split parts(b, b.Const(Tensor(int32_t{0})), b.Const({1.0f, 2.0f, 3.0f, 4.0f}), 2);
  ASSERT_EQ(parts.output.size(), 2u);
  const ops::IdentityN same(b, {parts[1], parts[0]});
  ASSERT_EQ(same.output.size(), 2u);
  const ops::ConcatV2 joined(b, same.output, b.Const(Tensor(int32_t{0})), "joined");
  EXPECT_THAT(RunOnce(b, "joined"), ElementsAre(3.0f, 4.0f, 1.0f, 2.0f));
}

TEST(GeneratedOps, MixWithOtherCalls) {
  GraphBuilder b;
  const ops::StringToNumber number(b, b.Const({std::string("2.5")}),
                                   ops::StringToNumber::OutType(DT_FLOAT));
  b.Op("Neg", {number}, "negative");
  const ops::NoOp nothing(b, "nothing");
  b.AddControlInput(number, nothing.operation);
  EXPECT_THAT(RunOnce(b, "negative"), ElementsAre(-2.5f));
}

TEST(GeneratedOps, LeaveErrorsToBuild) {
  GraphBuilder b;
  const Value x = b.Const({1.0f});
  const ops::Split parts(b, b.Op("NoSuchOp", {}), x, int64_t{1} << 40);
  EXPECT_TRUE(parts.output.empty());
  const ops::AddV2 sum(b, parts[0], x);  // an empty value
  EXPECT_THAT(std::string(b.Build().status().message()), HasSubstr("NoSuchOp"));
}

}  // namespace
}  // namespace opgraft
