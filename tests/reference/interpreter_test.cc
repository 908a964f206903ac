// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/interpreter.h"

#include "framework/graph/builder/graph_builder.h"
#include "gtest/gtest.h"
#include "tests/reference/probe_ops.h"

namespace opgraft {
namespace {

std::unique_ptr<Interpreter> Make(const GraphBuilder& b) {
  absl::StatusOr<Graph> graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  absl::StatusOr<std::unique_ptr<Interpreter>> made = Interpreter::Make(*graph);
  EXPECT_TRUE(made.ok()) << made.status();
  return *std::move(made);
}

Signature Fetch(std::vector<std::string> fetches, std::vector<std::string> feeds = {}) {
  Signature signature;
  signature.fetches = std::move(fetches);
  signature.feeds = std::move(feeds);
  return signature;
}

float First(const Tensor& tensor) { return tensor.flat<float>()(0); }

// The summator of the seed, by hand: 1, 1 + 3 = 4, 3 + 6 = 9.
TEST(Interpreter, TheSummator) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {1});
  const Value old = b.ReadValue("sum", b.Const({0.0f}));
  const Value next = b.Op("AddV2", {old, x});
  b.Op("AddV2", {old, next}, "out");
  b.Assign("sum", next);
  const auto interpreter = Make(b);
  NamedValues state;
  const float expected[] = {1, 4, 9};
  for (int i = 0; i < 3; ++i) {
    const auto result = interpreter->Run(Fetch({"out"}, {"x"}),
                                         {{"x", Tensor::Of({static_cast<float>(i + 1)})}}, state);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(First(result->outputs[0]), expected[i]);
    state = result->assigned;
  }
  EXPECT_EQ(First(state.at("sum")), 6);
}

TEST(Interpreter, OnlyTheBranchTakenRunsAndOnlyItsAssignCounts) {
  GraphBuilder b;
  auto branch = [](const char* probe, float factor) {
    GraphBuilder body;
    const Value old = body.ReadValue("v", DT_FLOAT, {1});
    const Value probed =
        body.Op("TestProbe", {body.Op("AddV2", {old, body.Const({factor})})}, probe);
    body.Assign("v", probed);
    body.Return("y", probed);
    return body;
  };
  const Value condition = b.Placeholder("condition", DT_BOOL, TensorShape());
  b.If(condition, branch("then_probe", 1), branch("else_probe", 10), {}, {{"y", "y"}}, "if");
  const auto interpreter = Make(b);
  Probes()->ran.clear();
  const auto result = interpreter->Run(Fetch({"if"}, {"condition"}), {{"condition", Tensor(false)}},
                                       {{"v", Tensor::Of({5.0f})}});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(Probes()->ran, std::vector<std::string>{"else_probe"});
  EXPECT_EQ(First(result->outputs[0]), 15);
  EXPECT_EQ(First(result->assigned.at("v")), 15);
}

TEST(Interpreter, AnInitRunsOnlyWhenItsVariableIsNotSet) {
  GraphBuilder b;
  const Value init = b.Op("TestProbe", {b.Const({7.0f})}, "init");
  b.Op("Neg", {b.ReadValue("v", init)}, "y");
  const auto interpreter = Make(b);
  Probes()->ran.clear();
  auto result = interpreter->Run(Fetch({"y"}), {}, {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(First(result->outputs[0]), -7);
  EXPECT_EQ(Probes()->ran.size(), 1);
  result = interpreter->Run(Fetch({"y"}), {}, {{"v", Tensor::Of({2.0f})}});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(First(result->outputs[0]), -2);
  EXPECT_EQ(Probes()->ran.size(), 1);
}

TEST(Interpreter, ACallRunsTheEffectsOfItsBodyWhateverIsFetched) {
  GraphBuilder body;
  const Value x = body.Arg("x", DT_FLOAT);
  body.Op("TestEffect", {x}, "effect");
  body.Op("TestProbe", {x}, "unused");
  body.Return("y", x);
  GraphBuilder b;
  b.Function("f", std::move(body));
  b.Op("f", {b.Const({3.0f})}, "call");
  const auto interpreter = Make(b);
  Probes()->ran.clear();
  const auto result = interpreter->Run(Fetch({"call"}), {}, {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(First(result->outputs[0]), 3);
  EXPECT_EQ(Probes()->ran, std::vector<std::string>{"effect"});
}

TEST(Interpreter, AFeedStandsForWhatItsNodeWouldGive) {
  GraphBuilder b;
  const Value probe = b.Op("TestProbe", {b.Const({1.0f})}, "probe");
  b.Op("Neg", {probe}, "y");
  const auto interpreter = Make(b);
  Probes()->ran.clear();
  const auto result =
      interpreter->Run(Fetch({"y", "probe"}, {"probe"}), {{"probe", Tensor::Of({4.0f})}}, {});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(First(result->outputs[0]), -4);
  EXPECT_EQ(First(result->outputs[1]), 4);
  EXPECT_TRUE(Probes()->ran.empty());
}

TEST(Interpreter, ARunThatCannotBeFailsWithTheCodeOfAPlannedOne) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, PartialTensorShape({-1}));
  b.ReadValue("v", DT_FLOAT, {1});
  b.Assign("v", x);
  const auto interpreter = Make(b);
  const Signature signature = Fetch({}, {"x"});
  const Tensor fits = Tensor::Of({1.0f}), too_long = Tensor::Of({1.0f, 2.0f}),
               other_type = Tensor::Of({1});
  EXPECT_EQ(interpreter->Run(signature, {}, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(interpreter->Run(signature, {{"x", too_long}}, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(interpreter->Run(signature, {{"x", other_type}}, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(interpreter->Run(signature, {{"X", fits}}, {}).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_TRUE(interpreter->Run(signature, {{"x", fits}}, {}).ok());
}

}  // namespace
}  // namespace opgraft
