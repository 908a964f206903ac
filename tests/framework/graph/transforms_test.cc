// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/transforms.h"

#include "framework/graph/data/graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Graph WithSink() {
  return *Graph::Import(MiniGraph(R"(
    x = Placeholder() dtype=float shape=[2]
    old = ReadValue() N=0 variable_id='s' variable_type=float variable_shape=[2]
    parts = Unpack(x) num=2 T=float axis=0
    save = Assign(both) variable_id='s' T=float
    both = AddV2(old, x) T=float
    y = Neg(save) T=float
    z = AddV2(save:0, x) T=float
    later = NoOp(^save)
  )"));
}

TEST(DeleteSink, GivesItsInputToItsConsumers) {
  const auto graph = DeleteSink(WithSink(), "save");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->FindNode("save"), -1);
  EXPECT_EQ(graph->num_nodes(), 7);
  const int both = graph->FindNode("both");
  EXPECT_EQ(graph->node(graph->FindNode("y")).inputs()[0].node, both);
  EXPECT_EQ(graph->node(graph->FindNode("z")).inputs()[0].node, both);
  EXPECT_THAT(graph->node(graph->FindNode("later")).control_inputs(), ElementsAre(both));
  EXPECT_NE(graph->FindNode("old"), -1);
}

TEST(DeleteSink, LeavesTheGraphItWasGiven) {
  const Graph graph = WithSink();
  ASSERT_TRUE(DeleteSink(graph, "save").ok());
  EXPECT_NE(graph.FindNode("save"), -1);
}

TEST(DeleteSink, SaysWhatIsWrong) {
  EXPECT_EQ(DeleteSink(WithSink(), "svae").status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(DeleteSink(WithSink(), "svae").status().message(),
              HasSubstr("there is no node 'svae'; nearest: 'save'"));
  EXPECT_EQ(DeleteSink(WithSink(), "y").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(DeleteSink(WithSink(), "y").status().message(),
              HasSubstr("node 'y' (Neg) is no Assign"));
}

}  // namespace
}  // namespace opgraft
