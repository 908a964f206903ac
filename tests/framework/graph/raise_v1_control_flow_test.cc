// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/raise_v1_control_flow.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/functions/function_calls.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/mini_graph.h"
#include "tests/framework/graph/v1_texts.h"

namespace opgraft_internal {
namespace {

using opgraft::MiniGraph;

Graph Import(absl::string_view text) {
  const auto graph = Graph::Import(MiniGraph(text));
  EXPECT_TRUE(graph.ok()) << graph.status();
  return graph.ok() ? *graph : Graph();
}

V1Roots Fetch(const Graph& graph, const std::vector<std::string>& names) {
  V1Roots roots;
  for (const std::string& name : names) {
    const auto found = graph.FindTensor(name);
    EXPECT_TRUE(found.ok()) << found.status();
    if (found.ok()) roots.fetches.push_back(*found);
  }
  return roots;
}

// The ops of a graph and of all functions that it calls, each once.
void AddOps(const Graph& graph, const FunctionLibrary& functions, std::set<std::string>* ops) {
  for (int id = 0; id < graph.num_nodes(); ++id) {
    ops->insert(graph.node(id).op());
    if (!RunsBodies(graph.node(id).role())) continue;
    const auto callees = CalleesOf(graph.node(id), functions);
    ASSERT_TRUE(callees.ok()) << callees.status();
    for (const auto& body : callees->bodies) AddOps(body->graph, functions, ops);
  }
}

TEST(RaiseV1ControlFlow, IsNotNeededWhereNoSuchNodeIs) {
  const Graph graph =
      Import(absl::StrCat(kInputs, "y = Neg(x) T=float\n", "s = Switch(x, p) T=float\n"));
  const RaisedGraphs raised = RaiseV1ControlFlow(graph, {Fetch(graph, {"y"})});
  ASSERT_TRUE(raised.graphs[0].status.ok());
  EXPECT_FALSE(raised.graphs[0].is_raised);
}

TEST(RaiseV1ControlFlow, LeavesIfsAndWhilesOnly) {
  struct Case {
    std::string name, text;
    std::vector<std::string> fetches;
    std::string op;  // that is there
  };
  const std::vector<Case> cases = {
      {"cond",
       "s = Switch(x, p) T=float\na = Neg(s:1) T=float\nm = Merge(s, a) T=float N=2\n",
       {"m", "m:1"},
       "StatelessIf"},
      {"a branch's tensor",
       "s = Switch(x, p) T=float\na = Neg(s:1) T=float\n",
       {"a"},
       "_LiveTensor"},
      {"cases",
       "i = Placeholder() dtype=int32 shape=[]\ns = _SwitchN(x, i) T=float num_outs=3\n"
       "a = Neg(s:1) T=float\nm = Merge(s, a, s:2) T=float N=3\n",
       {"m"},
       "StatelessCase"},
      {"a pivot's constant",
       "s = Switch(p, p) T=bool\nt = Identity(s:1) T=bool\nf = Identity(s) T=bool\n"
       "a = Const(^t) dtype=float value=float[]:1\nb = Const(^f) dtype=float value=float[]:2\n"
       "m = Merge(b, a) T=float N=2\n",
       {"m"},
       "StatelessIf"},
      {"a frame without a loop",
       "e = Enter(x) T=float frame_name='f'\na = Neg(e) T=float\no = Exit(a) T=float\n",
       {"o"},
       "Neg"},
      {"loop", std::string(kLoop), {"out"}, "StatelessWhile"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Graph graph = Import(absl::StrCat(kInputs, c.text));
    const RaisedGraphs raised = RaiseV1ControlFlow(graph, {Fetch(graph, c.fetches)});
    const RaisedGraph& made = raised.graphs[0];
    ASSERT_TRUE(made.status.ok()) << made.status;
    ASSERT_TRUE(made.is_raised);
    EXPECT_EQ(made.fetches.size(), c.fetches.size());
    std::set<std::string> ops;
    AddOps(made.graph, raised.functions, &ops);
    EXPECT_TRUE(ops.count(c.op)) << c.op;
    for (const char* gone : {"Switch", "_SwitchN", "Merge", "Enter", "Exit", "NextIteration"})
      EXPECT_FALSE(ops.count(gone)) << gone;
  }
}

TEST(RaiseV1ControlFlow, InfersTheShapesOfALoop) {
  const Graph graph = Import(absl::StrCat(kInputs, kLoop));
  const RaisedGraphs raised = RaiseV1ControlFlow(graph, {Fetch(graph, {"out"})});
  ASSERT_TRUE(raised.graphs[0].status.ok()) << raised.graphs[0].status;
  const Endpoint out = raised.graphs[0].fetches[0];
  EXPECT_EQ(raised.graphs[0].graph.node(out.node).output_shape(out.port).dims(), 0);
}

// A kernel with state is one for all signatures.
TEST(RaiseV1ControlFlow, KnowsWhatEachNodeWasMadeOf) {
  const Graph graph = Import(absl::StrCat(
      kInputs, "s = Switch(x, p) T=float\na = Neg(s:1) T=float\nm = Merge(s, a) T=float N=2\n"));
  const RaisedGraphs raised = RaiseV1ControlFlow(graph, {Fetch(graph, {"m"}), Fetch(graph, {"a"})});
  int found = 0;
  for (const auto& [function, origins] : raised.origins)
    found += static_cast<int>(std::count(origins.begin(), origins.end(), graph.FindNode("a")));
  EXPECT_EQ(found, 2);  // in a function of each
  for (const RaisedGraph& made : raised.graphs) {
    ASSERT_EQ(made.origins.size(), static_cast<size_t>(made.graph.num_nodes()));
    for (int id = 0; id < made.graph.num_nodes(); ++id) {
      if (made.origins[id] < 0) continue;
      EXPECT_EQ(made.graph.node(id).name(), graph.node(made.origins[id]).name());
    }
  }
}

TEST(RaiseV1ControlFlow, KeepsWhatIsFed) {
  const Graph graph = Import(absl::StrCat(
      kInputs, "s = Switch(x, p) T=float\na = Neg(s:1) T=float\nm = Merge(s, a) T=float N=2\n",
      "y = Neg(m) T=float\n"));
  V1Roots roots = Fetch(graph, {"y"});
  roots.feeds = {{graph.FindNode("m"), 0}, {graph.FindNode("p"), 0}};
  const RaisedGraphs raised = RaiseV1ControlFlow(graph, {roots});
  ASSERT_TRUE(raised.graphs[0].status.ok());
  EXPECT_FALSE(raised.graphs[0].is_raised);  // nothing of it is needed
}

TEST(RaiseV1ControlFlow, RefusesWhatHasNoForm) {
  struct Case {
    std::string name, text, fetch, word;
    absl::StatusCode code;
  };
  constexpr absl::StatusCode kUnimplemented = absl::StatusCode::kUnimplemented;
  constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
  const std::string loop(kLoop);
  const std::vector<Case> cases = {
      {"two alive", "m = Merge(x, x) T=float N=2\n", "m", "'m'", kUnimplemented},
      {"half of an inner condition",
       "s = Switch(x, p) T=float\nt = Switch(s:1, q) T=float\nm = Merge(s, t:1) T=float N=2\n", "m",
       "'m'", kUnimplemented},
      {"no frame", "o = Exit(x) T=float\n", "o", "'o'", kInvalid},
      {"inside", loop, "add", "'add'", kUnimplemented},
      {"other frames", absl::StrCat(loop, "y = AddV2(out, id) T=int32\n"), "y", "different frames",
       kInvalid},
      {"two LoopConds",
       absl::StrCat(loop, "lc2 = LoopCond(less)\ns2 = Switch(m, lc2) T=int32\n",
                    "o2 = Exit(s2) T=int32\ny = AddV2(out, o2) T=int32\n"),
       "y", "LoopCond", kUnimplemented},
      {"Exit of a body", absl::StrCat(loop, "o2 = Exit(add) T=int32\n"), "o2", "'o2'",
       kUnimplemented},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Graph graph = Import(absl::StrCat(kInputs, c.text));
    const RaisedGraphs raised = RaiseV1ControlFlow(graph, {Fetch(graph, {c.fetch})});
    EXPECT_EQ(raised.graphs[0].status.code(), c.code) << raised.graphs[0].status;
    EXPECT_NE(raised.graphs[0].status.message().find(c.word), absl::string_view::npos)
        << raised.graphs[0].status;
  }
}

}  // namespace
}  // namespace opgraft_internal
