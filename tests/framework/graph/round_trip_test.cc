// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Import and export are inverse to each other.
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/io/import.h"
#include "gmock/gmock.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

std::string Difference(const GraphDef& expected, const GraphDef& actual) {
  google::protobuf::util::MessageDifferencer differencer;
  std::string report;
  differencer.ReportDifferencesToString(&report);
  return differencer.Compare(expected, actual) ? "" : report;
}

void ExpectComesBack(const GraphDef& def) {
  const auto graph = Graph::Import(def, TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(Difference(def, graph->ToGraphDef()), "");
}

TEST(RoundTripTest, EverythingAFileHasComesBack) {
  GraphDef def = GraphOf(R"(
      node { name: 'b' op: 'TestMul' input: [ 'a', 'two:1', '^c', '^a' ] device: '/cpu:0'
          attr { key: '_mine' value { s: 'x' } }
             experimental_debug_info { original_node_names: 'before' } experimental_type { type_id: TFT_TENSOR } }
      node { name: 'a' op: 'TestParams' }
      node { name: 'two' op: 'TestOneInputTwoOutputs' input: 'a' device: '/cpu:1' }
      node { name: 'c' op: 'f' attr { key: 'future' value { list { i: 1 i: 2 } } } }
      library { function { signature { name: 'f' } node_def { name: 'd' op: 'TestDefaultAttr' }
          attr { key: '_noinline' value { b: true } } }
                gradient { function_name: 'f' gradient_func: 'g' } }
      versions { producer: 20 min_consumer: 13 bad_consumers: [ 3, 5 ] })");
  def.mutable_debug_info();
  def.GetReflection()->MutableUnknownFields(&def)->AddVarint(900, 7);
  NodeDef* node = def.mutable_node(0);
  node->GetReflection()->MutableUnknownFields(node)->AddLengthDelimited(901, "later");
  ExpectComesBack(def);
}

std::string Bytes(const GraphDef& def) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  def.SerializeToCodedStream(&out);
  out.Trim();
  return bytes;
}

// Of a node, a function's node and the graph; also fields of them that are not known yet.
GraphDef WithDebugInfo() {
  GraphDef def = GraphOf(R"(
      node { name: 'a' op: 'TestParams' experimental_debug_info {} }
      node { name: 'c' op: 'f' experimental_debug_info { original_node_names: [ 'z', 'b', 'z' ]
             original_func_names: 'g' } }
      library { function { signature { name: 'f' }
          node_def { name: 'd' op: 'TestDefaultAttr' attr { key: 'default_int' value { i: 1 } }
                     experimental_debug_info { original_node_names: 'inner' } } } }
      debug_info { files: 'a.py' traces { key: 'a@' value { file_line_cols { line: 3 col: 4 } } } }
      versions { producer: 20 min_consumer: 12 })");
  auto* const info = def.mutable_node(1)->mutable_experimental_debug_info();
  info->GetReflection()->MutableUnknownFields(info)->AddLengthDelimited(9, "later");
  return def;
}

TEST(RoundTripTest, DebugInfoComesBackByteForByte) {
  const GraphDef def = WithDebugInfo();
  const auto graph = Graph::Import(def, TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(Bytes(graph->ToGraphDef()), Bytes(def));
  const auto again = Graph::FromBytes(Bytes(def), TestOptions());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(Bytes(again->ToGraphDef()), Bytes(def));
}

TEST(RoundTripTest, DebugInfoSurvivesEditingAndMerges) {
  const auto graph = Graph::Import(WithDebugInfo(), TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  GraphEditor editor(*graph);
  const int a = graph->FindNode("a"), c = graph->FindNode("c");
  NodeNotes notes = *graph->node(a).notes();
  auto def = std::make_shared<NodeDef>(*notes.of_def);
  def->mutable_experimental_debug_info()->add_original_node_names("mine");
  notes.of_def = std::move(def);
  editor.SetNotes(a, std::move(notes));
  ASSERT_TRUE(editor.Replace(c, a).ok());
  ASSERT_TRUE(editor.Remove(c).ok());
  const auto edited = std::move(editor).Finish();
  ASSERT_TRUE(edited.ok()) << edited.status();
  const GraphDef out = edited->ToGraphDef();
  ASSERT_EQ(out.node_size(), 1);
  const auto& info = out.node(0).experimental_debug_info();
  EXPECT_THAT(info.original_node_names(), ::testing::ElementsAre("b", "mine", "z"));
  EXPECT_THAT(info.original_func_names(), ::testing::ElementsAre("g"));
  EXPECT_EQ(out.debug_info().files(0), "a.py");
}

TEST(RoundTripTest, DebugInfoComesAlongUnderAPrefix) {
  ImportGraphDefOptions options;
  static_cast<ImportOptions&>(options) = TestOptions();
  options.prefix = "p";
  Graph graph(TestOptions().registry);
  const absl::Status status = ImportGraphDef(options, WithDebugInfo(), &graph, nullptr);
  ASSERT_TRUE(status.ok()) << status;
  const GraphDef out = graph.ToGraphDef();
  EXPECT_EQ(out.node(1).name(), "p/c");
  EXPECT_THAT(out.node(1).experimental_debug_info().original_node_names(),
              ::testing::ElementsAre("z", "b", "z"));
}

TEST(RoundTripTest, NormalFormsOfInputsComeBack) {
  const auto graph = Graph::Import(GraphOf("node { name: 'a' op: 'TestInput' } node { name: 'm' "
                                           "op: 'TestMul' input: [ 'a:0', 'a:01', '^a', '^a' ] }"),
                                   TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(graph->ToGraphDef().node(1).input(), ::testing::ElementsAre("a", "a:1", "^a"));
}

// Nodes in any order, every kind of edge.
GraphDef RandomGraph(std::mt19937* random) {
  const auto below = [random](int n) {
    return static_cast<int>((*random)() % static_cast<unsigned>(n));
  };
  const int size = 1 + below(60);
  std::vector<NodeDef> nodes(static_cast<size_t>(size));
  for (int i = 0; i < size; ++i) {
    NodeDef& node = nodes[static_cast<size_t>(i)];
    node.set_name(absl::StrCat(below(2) == 0 ? "scope/" : "", "node", i));
    // Any earlier node that has outputs; its port.
    const auto source = [&]() -> std::string {
      for (int tries = 0; tries < 10 && i > 0; ++tries) {
        const NodeDef& from = nodes[static_cast<size_t>(below(i))];
        if (from.op() == "TestParams" || from.op() == "TestMul") return from.name();
        if (from.op() == "TestInput")
          return below(2) == 0 ? from.name() : absl::StrCat(from.name(), ":1");
      }
      return "";
    };
    const std::string a = source(), b = source();
    const int kind = a.empty() || b.empty() ? below(3) : below(5);
    node.set_op(kind == 0   ? "TestParams"
                : kind == 1 ? "TestInput"
                : kind == 2 ? "TestDefaultAttr"
                : kind == 3 ? "TestMul"
                            : "TestList");
    if (kind >= 3) {
      node.add_input(a);
      node.add_input(b);
    }
    if (kind == 2) (*node.mutable_attr())["default_int"].set_i(below(4));
    if (kind == 4) {
      for (int k = 0; k < 2; ++k) (*node.mutable_attr())["T"].mutable_list()->add_type(DT_FLOAT);
    }
    if (below(4) == 0)
      (*node.mutable_attr())["_note"].set_s(std::string(static_cast<size_t>(below(700)), 'x'));
    if (below(5) == 0) node.set_device(absl::StrCat("/cpu:", below(3)));
    if (i > 0 && below(3) == 0)
      node.add_input(absl::StrCat("^", nodes[static_cast<size_t>(below(i))].name()));
  }
  std::shuffle(nodes.begin(), nodes.end(), *random);
  GraphDef def;
  for (NodeDef& node : nodes) *def.add_node() = std::move(node);
  def.mutable_versions()->set_producer(below(2474));
  return def;
}

TEST(RoundTripTest, RandomGraphsComeBack) {
  std::mt19937 random(20240607);
  for (int i = 0; i < 300; ++i) {
    const GraphDef def = RandomGraph(&random);
    ExpectComesBack(def);
    if (::testing::Test::HasFailure()) FAIL() << def.DebugString();
  }
}

TEST(RoundTripTest, RandomGraphsAreSortedByTheirEdges) {
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) {
    const auto graph = Graph::Import(RandomGraph(&random), TestOptions());
    ASSERT_TRUE(graph.ok()) << graph.status();
    std::vector<bool> done(static_cast<size_t>(graph->num_nodes()));
    for (int32_t id : graph->topological_order()) {
      for (const Endpoint& e : graph->node(id).inputs())
        EXPECT_TRUE(done[static_cast<size_t>(e.node)]);
      for (int32_t source : graph->node(id).control_inputs())
        EXPECT_TRUE(done[static_cast<size_t>(source)]);
      done[static_cast<size_t>(id)] = true;
    }
  }
}

// One byte of a good file changed, or the file cut: any Status, no crash.
TEST(RoundTripTest, DamagedBytesGiveAStatus) {
  std::mt19937 random(99);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = RandomGraph(&random).SerializeAsString();
    if (i % 4 == 0) {
      bytes.resize(random() % (bytes.size() + 1));
    } else {
      for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    const auto graph = Graph::FromBytes(bytes, TestOptions());
    if (!graph.ok()) continue;
    EXPECT_TRUE(Graph::Import(graph->ToGraphDef(), TestOptions()).ok());
  }
}

}  // namespace
}  // namespace opgraft
