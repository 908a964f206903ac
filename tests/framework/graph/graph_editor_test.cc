// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/graph_editor.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "framework/graph/data/graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// x feeds a and b; b waits for a; y reads both.
Graph Diamond() {
  return *Graph::Import(MiniGraph(R"(
    x = Placeholder() dtype=float shape=[2]
    i = Placeholder() dtype=int32 shape=[2]
    a = Neg(x) T=float
    b = Abs(x, ^a) T=float
    y = AddV2(a, b) T=float
    parts = Unpack(x) num=2 T=float axis=0
  )"));
}

std::vector<std::string> NamesOf(const Graph& graph) {
  std::vector<std::string> names;
  for (int id = 0; id < graph.num_nodes(); ++id) names.push_back(graph.node(id).name());
  return names;
}

// "a", "x:1" and "^b", as a file says it.
std::vector<std::string> InputsOf(const Graph& graph, const char* name) {
  const Node node = graph.node(graph.FindNode(name));
  std::vector<std::string> inputs;
  for (const Endpoint& e : node.inputs()) inputs.push_back(graph.node(e.node).OutputName(e.port));
  for (const int32_t source : node.control_inputs())
    inputs.push_back("^" + graph.node(source).name());
  return inputs;
}

class GraphEditorTest : public ::testing::Test {
 protected:
  int Id(const char* name) const { return graph_.FindNode(name); }

  const Graph graph_ = Diamond();
  GraphEditor editor_{graph_};
};

TEST_F(GraphEditorTest, RewiresUsesOfAnOutputAndLeavesTheGraphItWasGiven) {
  ASSERT_TRUE(editor_.RewireUses({Id("a"), 0}, {Id("x"), 0}).ok());
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(InputsOf(*graph, "y"), ElementsAre("x", "b"));
  EXPECT_THAT(InputsOf(*graph, "b"), ElementsAre("x", "^a")) << "control inputs are no uses of it";
  EXPECT_EQ(graph->num_consumers({Id("x"), 0}), 4);
  EXPECT_EQ(graph->num_consumers({Id("a"), 0}), 0);
  EXPECT_THAT(InputsOf(graph_, "y"), ElementsAre("a", "b"));
}

TEST_F(GraphEditorTest, ANodePutInBetweenKeepsItsOwnInput) {
  ASSERT_TRUE(editor_.RewireUses({Id("x"), 0}, {Id("a"), 0}).ok());
  editor_.SetControls(Id("b"), {});
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(InputsOf(*graph, "a"), ElementsAre("x"));
  EXPECT_THAT(InputsOf(*graph, "b"), ElementsAre("a"));
  EXPECT_THAT(InputsOf(*graph, "parts"), ElementsAre("a"));
}

TEST_F(GraphEditorTest, RefusesAnOutputOfAnotherTypeOrNone) {
  EXPECT_THAT(editor_.RewireUses({Id("x"), 0}, {Id("i"), 0}).message(),
              HasSubstr("'i' cannot stand for 'x': it is int32, not float"));
  EXPECT_THAT(editor_.RewireUses({Id("x"), 0}, {Id("a"), 1}).message(),
              HasSubstr("'a:1' cannot stand for 'x': there is no such output"));
}

TEST_F(GraphEditorTest, ReplacesANodeForThoseWhoReadItAndThoseWhoWaitForIt) {
  NewNode node;
  node.name = "a2";
  node.op = &graph_.node(Id("b")).op_data();
  node.attrs = graph_.node(Id("b")).attrs();
  node.types = editor_.data().node(Id("b")).types;
  const Endpoint x{Id("x"), 0};
  node.inputs = absl::MakeConstSpan(&x, 1);
  const int by = editor_.AddNode(std::move(node));
  ASSERT_GE(by, 0);
  ASSERT_TRUE(editor_.Replace(Id("a"), by).ok());
  ASSERT_TRUE(editor_.Remove(Id("a")).ok());
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(NamesOf(*graph), ElementsAre("x", "i", "b", "y", "parts", "a2"));
  EXPECT_THAT(InputsOf(*graph, "y"), ElementsAre("a2", "b"));
  EXPECT_THAT(InputsOf(*graph, "b"), ElementsAre("x", "^a2"));
  EXPECT_EQ(graph->node(graph->FindNode("parts")).output_shape(1),
            PartialTensorShape(std::initializer_list<int64_t>{}));
}

// Of each output of node `name`; "" of a node without notes.
std::vector<std::string> TensorNamesOf(const Graph& graph, const char* name) {
  std::vector<std::string> names;
  const NodeNotes* const notes = graph.node(graph.FindNode(name)).notes();
  if (notes == nullptr) return {""};
  for (const TensorNotes& output : notes->outputs)
    names.push_back(absl::StrJoin(output.names, ","));
  return names;
}

NodeNotes Named(const std::string& friendly_name, std::vector<std::string> tensor_names) {
  NodeNotes notes;
  notes.friendly_name = friendly_name;
  for (std::string& name : tensor_names) notes.outputs.push_back({{std::move(name)}, {}});
  return notes;
}

TEST_F(GraphEditorTest, AReplacementGetsTheNotesOfTheNodeItStandsFor) {
  editor_.SetNotes(Id("a"), Named("the first", {"logits"}));
  editor_.SetNotes(Id("b"), Named("", {"other"}));
  editor_.SetControls(Id("b"), {});
  ASSERT_TRUE(editor_.Replace(Id("a"), Id("b")).ok());
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(Id("b")).notes()->friendly_name, "the first");
  EXPECT_THAT(TensorNamesOf(*graph, "b"), ElementsAre("other,logits"));
  EXPECT_THAT(TensorNamesOf(*graph, "a"), ElementsAre()) << "a name means one tensor";
  EXPECT_EQ(graph->node(Id("a")).notes()->friendly_name, "the first");
}

TEST_F(GraphEditorTest, NotesOfATensorGoWithItsUses) {
  editor_.SetNotes(Id("parts"), Named("parts", {"left", "right"}));
  ASSERT_TRUE(editor_.RewireUses({Id("parts"), 1}, {Id("y"), 0}).ok());
  ASSERT_TRUE(editor_.RewireUses({Id("a"), 0}, {Id("x"), 0}).ok()) << "without notes";
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(TensorNamesOf(*graph, "parts"), ElementsAre("left", ""));
  EXPECT_THAT(TensorNamesOf(*graph, "y"), ElementsAre("right"));
  EXPECT_EQ(graph->node(Id("x")).notes(), nullptr);
}

TEST_F(GraphEditorTest, NotesStayWithTheirNodesWhenOthersGo) {
  for (const char* name : {"i", "b", "parts"}) editor_.SetNotes(Id(name), Named(name, {}));
  EXPECT_TRUE(editor_.SetAttr(Id("i"), "dtype", DT_INT64).ok());
  GraphEditor copy = editor_.Copy();
  ASSERT_TRUE(copy.Remove(Id("i")).ok());
  const auto graph = std::move(copy).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (int id = 0; id < graph->num_nodes(); ++id) {
    const NodeNotes* const notes = graph->node(id).notes();
    const std::string& name = graph->node(id).name();
    EXPECT_EQ(notes == nullptr ? "" : notes->friendly_name,
              name == "b" || name == "parts" ? name : "");
  }
  const auto all = std::move(editor_).Finish();
  EXPECT_EQ(all->node(Id("i")).notes()->friendly_name, "i");
}

TEST_F(GraphEditorTest, AReplacementThatLacksAnOutputChangesNothing) {
  EXPECT_FALSE(editor_.Replace(Id("x"), Id("i")).ok());
  const auto graph = std::move(editor_).Finish();
  EXPECT_THAT(InputsOf(*graph, "a"), ElementsAre("x"));
}

TEST_F(GraphEditorTest, RemovesOnlyWhatNobodyUses) {
  EXPECT_THAT(editor_.Remove(Id("a")).message(),
              HasSubstr("'a' is used by 'b'; it cannot be removed"));
  ASSERT_TRUE(editor_.Remove(Id("y")).ok());
  ASSERT_TRUE(editor_.Remove(Id("b")).ok());
  ASSERT_TRUE(editor_.Remove(Id("a")).ok());
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(NamesOf(*graph), ElementsAre("x", "i", "parts"));
  EXPECT_EQ(graph->FindNode("a"), -1);
  EXPECT_THAT(graph->topological_order(), ElementsAre(0, 1, 2));
}

TEST_F(GraphEditorTest, ANameIsFreeOnceItsNodeIsRemoved) {
  ASSERT_TRUE(editor_.Remove(Id("parts")).ok());
  NewNode node;
  node.name = "parts";
  node.op = &graph_.node(Id("x")).op_data();
  node.attrs = graph_.node(Id("x")).attrs();
  node.types = editor_.data().node(Id("x")).types;
  EXPECT_GE(editor_.AddNode(std::move(node)), 0);
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(graph->FindNode("parts")).op(), "Placeholder");
}

TEST_F(GraphEditorTest, SetsTypedAttrs) {
  ASSERT_TRUE(editor_.SetAttr(Id("x"), "shape", PartialTensorShape({-1})).ok());
  ASSERT_TRUE(editor_.SetAttr(Id("i"), "dtype", DT_INT64).ok());
  ASSERT_TRUE(editor_.SetAttr(Id("i"), "_mine", "text").ok());
  EXPECT_THAT(editor_.SetAttr(Id("x"), "dtype", 7).message(), HasSubstr("dtype"));
  EXPECT_THAT(editor_.SetAttr(Id("parts"), "num", 3).message(),
              HasSubstr("node 'parts' (Unpack) would get 1 inputs and 3 outputs with another attr "
                        "'num'; it has 1 and 2"));
  const auto graph = std::move(editor_).Finish();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(Id("i")).output_type(0), DT_INT64);
  std::string mine;
  EXPECT_TRUE(GetNodeAttr(graph->node(Id("i")).attrs(), "_mine", &mine).ok());
  EXPECT_EQ(mine, "text");
}

TEST_F(GraphEditorTest, TellsOfACycle) {
  editor_.AddControl(Id("x"), Id("y"));
  EXPECT_THAT(std::move(editor_).Finish().status().message(), HasSubstr("in a cycle"));
}

}  // namespace
}  // namespace opgraft
