// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// While and Case of GraphBuilder, with ops as TensorFlow declares them.
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/io/import.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

OpDefBuilder While(const char* name) {
  return OpDefBuilder(name)
      .Input("input: T")
      .Output("output: T")
      .Attr("T: list(type) >= 0")
      .Attr("cond: func")
      .Attr("body: func")
      .Attr("output_shapes: list(shape) = []")
      .Attr("parallel_iterations: int = 10");
}

OpDefBuilder Case(const char* name) {
  return OpDefBuilder(name)
      .Input("branch_index: int32")
      .Input("input: Tin")
      .Output("output: Tout")
      .Attr("Tin: list(type) >= 0")
      .Attr("Tout: list(type) >= 0")
      .Attr("branches: list(func) >= 1")
      .Attr("output_shapes: list(shape) = []");
}

std::shared_ptr<const KernelRegistry> MakeRegistry() {
  OpRegistryBuilder ops;
  ops.Add(OpDefBuilder("Source").Output("o: T").Attr("T: type"));
  ops.Add(OpDefBuilder("Next").Input("x: T").Output("y: T").Attr("T: type"));
  ops.Add(OpDefBuilder("Less").Input("x: T").Input("y: T").Output("z: bool").Attr("T: type"));
  ops.Add(OpDefBuilder("Draw").Output("o: float").SetIsStateful());
  ops.Add(While("While").SetIsStateful());
  ops.Add(While("StatelessWhile"));
  ops.Add(Case("Case").SetIsStateful());
  ops.Add(Case("StatelessCase"));
  auto registry = ops.Build();
  if (!registry.ok()) std::abort();
  return KernelRegistryBuilder(*std::move(registry)).BuildKeepingGood();
}

class GraphBuilderLoops : public ::testing::Test {
 protected:
  GraphBuilder Builder() const { return GraphBuilder(registry_); }

  // i < n; gives nothing else.
  GraphBuilder Condition() const {
    GraphBuilder cond = Builder();
    auto i = cond.Arg("i", DT_INT32);
    cond.Return("go", cond.Op("Less", {i, cond.Arg("n", DT_INT32)}));
    return cond;
  }
  GraphBuilder Body() const {
    GraphBuilder body = Builder();
    auto i = body.Arg("i", DT_INT32);
    auto n = body.Arg("n", DT_INT32);
    body.Return("i_next", body.Op("Next", {i}));
    body.Return("n_next", n);
    return body;
  }
  GraphBuilder Branch(const char* arg) const {
    GraphBuilder branch = Builder();
    branch.Return("r", branch.Op("Next", {branch.Arg(arg, DT_FLOAT)}));
    return branch;
  }
  static Value Source(GraphBuilder* b, DataType dtype, const char* name) {
    return b->Op("Source", {}, name, {{"T", dtype}});
  }

  const std::shared_ptr<const KernelRegistry> registry_ = MakeRegistry();
};

TEST_F(GraphBuilderLoops, WhileCarriesItsInputsThroughCondAndBody) {
  GraphBuilder b = Builder();
  auto outputs =
      b.While({Source(&b, DT_INT32, "i"), Source(&b, DT_INT32, "n")}, Condition(), Body(), "w");
  ASSERT_EQ(outputs.size(), 2u);
  b.Op("Next", {outputs[1]}, "after");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const Node loop = graph->node(graph->FindNode("w"));
  EXPECT_EQ(loop.op(), "StatelessWhile");
  EXPECT_EQ(loop.num_outputs(), 2);
  EXPECT_EQ(graph->node(graph->FindNode("after")).inputs()[0].port, 1);
  EXPECT_THAT(graph->functions().FunctionNames(), ElementsAre("w_cond", "w_body"));
  const auto body = graph->functions().FindFunction("w_body");
  EXPECT_EQ(body->ret().at("n_next"), "n");
  EXPECT_EQ(body->signature().input_arg(1).name(), "n");
}

TEST_F(GraphBuilderLoops, AStatefulBodyMakesItAWhile) {
  GraphBuilder b = Builder(), cond = Builder(), body = Builder();
  cond.Return("go", cond.Arg("go", DT_BOOL));
  body.Op("Draw", {});
  body.Return("go", body.Arg("go", DT_BOOL));
  b.While({Source(&b, DT_BOOL, "go")}, std::move(cond), std::move(body), "w");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(graph->FindNode("w")).op(), "While");
}

TEST_F(GraphBuilderLoops, ALoopInABodyKeepsItsFunctionsUnderFreeNames) {
  GraphBuilder b = Builder(), body = Builder();
  auto i = body.Arg("i", DT_INT32);
  auto n = body.Arg("n", DT_INT32);
  auto inner = body.While({i, n}, Condition(), Body());
  body.Return("i", inner[0]);
  body.Return("n", inner[1]);
  auto once = b.While({Source(&b, DT_INT32, "i"), Source(&b, DT_INT32, "n")}, Condition(), Body());
  b.While(once, Condition(), std::move(body), "outer");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->functions().num_functions(), 6);
  const auto again = Graph::Import(graph->ToGraphDef(), [this] {
    ImportOptions options;
    options.registry = registry_;
    return options;
  }());
  EXPECT_TRUE(again.ok()) << again.status();
}

TEST_F(GraphBuilderLoops, CaseMapsItsPortsToEachBranch) {
  GraphBuilder b = Builder();
  auto x = Source(&b, DT_FLOAT, "x");
  auto y = Source(&b, DT_FLOAT, "y");
  std::vector<GraphBuilder> branches;
  branches.push_back(Branch("v"));
  branches.push_back(Branch("w"));
  branches.push_back(Branch("v"));
  auto outputs = b.Case(Source(&b, DT_INT32, "k"), std::move(branches),
                        {{x, {"v", "", "v"}}, {y, {"", "w", ""}}}, {{"r", "r", "r"}}, "c");
  ASSERT_EQ(outputs.size(), 1u);
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(graph->FindNode("c")).op(), "StatelessCase");
  EXPECT_THAT(graph->functions().FunctionNames(),
              ElementsAre("c_branch0", "c_branch1", "c_branch2"));
  const auto second = graph->functions().FindFunction("c_branch1");
  EXPECT_EQ(second->signature().input_arg(0).name(), "unused_0");
  EXPECT_EQ(second->signature().input_arg(1).name(), "w");
}

TEST_F(GraphBuilderLoops, SaysWhatIsWrong) {
  GraphBuilder few = Builder(), none = Builder(), uneven = Builder();
  few.While({Source(&few, DT_INT32, "i")}, Condition(), Body(), "w");
  EXPECT_THAT(few.Build().status().message(),
              AllOf(HasSubstr("GraphBuilder::While(\"w\")"),
                    HasSubstr("'w_cond': there are 2 arguments for 1 values of the loop")));
  none.Case(Source(&none, DT_INT32, "k"), {}, {}, {}, "c");
  EXPECT_THAT(none.Build().status().message(), HasSubstr("a Case needs a branch"));
  std::vector<GraphBuilder> branches;
  branches.push_back(Branch("v"));
  uneven.Case(Source(&uneven, DT_INT32, "k"), std::move(branches),
              {{Source(&uneven, DT_FLOAT, "x"), {"v", "v"}}}, {{"r"}}, "c");
  EXPECT_THAT(uneven.Build().status().message(),
              HasSubstr("names ports of 2 branches; there are 1"));
}

}  // namespace
}  // namespace opgraft
