// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorFlow's graph_constructor_test.cc: what ImportGraphDef accepts, and what it says of the
// rest.
#include "framework/graph/io/import.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/graph/functions/function_body.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

absl::StatusOr<Graph> Import(absl::string_view text) {
  return Graph::Import(GraphOf(text), TestOptions());
}

std::string Message(absl::string_view text) { return std::string(Import(text).status().message()); }

struct BadCase {
  const char* about;
  const char* graph;
  absl::StatusCode code;
  const char* message;
};

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr auto kAbsent = absl::StatusCode::kNotFound;

const BadCase kBadCases[] = {
    {"colon in a name", "node { name: 'a:b' op: 'ABC' }", kInvalid,
     "node 'a:b' (ABC): Node name contains invalid characters"},
    {"underscore", "node { name: '_abc' op: 'ABC' }", kInvalid,
     "node '_abc' (ABC): Node name contains invalid characters"},
    {"backslash", "node { name: 'a\\\\b' op: 'ABC' }", kInvalid,
     "Node name contains invalid characters"},
    {"slash first", "node { name: '/a' op: 'ABC' }", kInvalid,
     "Node name contains invalid characters"},
    {"dash first", "node { name: '-a' op: 'ABC' }", kInvalid,
     "Node name contains invalid characters"},
    {"line break", "node { name: 'a\\nb' op: 'ABC' }", kInvalid,
     "node 'a\\nb' (ABC): Node name contains invalid characters"},
    {"no name", "node { op: 'ABC' }", kInvalid,
     "node '' (ABC): Node name contains invalid characters"},
    {"two of a name", "node { name: 'A' op: 'ABC' } node { name: 'A' op: 'ABC' }", kInvalid,
     "node 'A' (ABC): the name is not unique: nodes 0 and 1 of the file have it"},
    {"no op", "node { name: 'A' }", kInvalid, "node 'A': the node does not specify an operation"},
    {"unknown op", "node { name: 'A' op: 'TestPrams' }", kAbsent,
     "node 'A' (TestPrams): op 'TestPrams' is not registered. Nearest: 'TestParams'."},
    {"unknown input",
     "node { name: 'W1' op: 'TestParams' } node { name: 't1' op: 'TestMul' input: [ 'W1', 'W9' ] }",
     kInvalid,
     "node 't1' (TestMul): input 1 'W9' does not exist: Unknown input node 'W9'; nearest: 'W1'"},
    {"unknown control input", "node { name: 'A' op: 'ABC' input: '^ghost' }", kInvalid,
     "node 'A' (ABC): input 0 '^ghost' does not exist: Unknown input node 'ghost'"},
    {"empty input", "node { name: 'A' op: 'TestInt' input: '' }", kInvalid,
     "Unknown input node ''"},
    {"input of a port only", "node { name: 'A' op: 'TestInt' input: ':0' }", kInvalid,
     "Unknown input node ':0'"},
    {"blank before the port", "node { name: 'A' op: 'TestInt' input: 'A: 0' }", kInvalid,
     "Unknown input node 'A: 0'"},
    {"port that is not there",
     "node { name: 'W1' op: 'TestParams' } node { name: 't1' op: 'TestMul' input: [ 'W1', 'W1:1' ] "
     "}",
     kInvalid,
     "node 't1' (TestMul): input 1: Connecting to invalid output 1 of source node W1 which has 1 "
     "outputs."},
    {"port 2^31",
     "node { name: 'W1' op: 'TestParams' } node { name: 't1' op: 'TestMul' input: [ 'W1', "
     "'W1:2147483648' ] }",
     kInvalid, "invalid output 2147483648 of source node W1"},
    {"port 2^32",
     "node { name: 'W1' op: 'TestParams' } node { name: 't1' op: 'TestMul' input: [ 'W1', "
     "'W1:4294967296' ] }",
     kInvalid, "invalid output 4294967296 of source node W1"},
    {"port beyond int64",
     "node { name: 'W1' op: 'TestParams' } node { name: 't1' op: 'TestMul' input: [ 'W1', "
     "'W1:99999999999999999999' ] "
     "}",
     kInvalid, "Connecting to invalid output"},
    {"cycle of two",
     "node { name: 'input' op: 'TestInput' } node { name: 't1' op: 'TestMul' input: [ 'input:0', "
     "'t2' ] }"
     "node { name: 't2' op: 'TestMul' input: [ 'input:1', 't1' ] }",
     kInvalid, "2 nodes in a cycle: 't1' -> 't2' -> 't1'"},
    {"node that reads itself", "node { name: 'A' op: 'ABC' input: '^A' }", kInvalid,
     "1 node in a cycle: 'A' -> 'A'"},
    {"back edge into no Merge",
     "node { name: 'in' op: 'TestParams' } node { name: 'mul' op: 'TestMul' input: [ 'in', 'next' "
     "] }"
     "node { name: 'next' op: 'NextIteration' input: 'mul' attr { key: 'T' value { type: DT_FLOAT "
     "} } }",
     kInvalid, "2 nodes in a cycle: 'mul' -> 'next' -> 'mul'"},
    {"wrong type",
     "node { name: 'input' op: 'TestInput' } node { name: 'int' op: 'TestInt' input: 'input' }",
     kInvalid,
     "Input 0 of node int was passed float from input:0 incompatible with expected int32."},
    {"control before data",
     "node { name: 'W1' op: 'TestParams' } node { name: 't1' op: 'TestMul' input: [ 'W1', 'W1' ] }"
     "node { name: 't2' op: 'TestMul' input: [ 'W1', '^t1', 'W1' ] }",
     kInvalid,
     "node 't2' (TestMul): Control dependencies must come after regular dependencies: input 2 "
     "'W1'"},
    {"too many inputs",
     "node { name: 'A' op: 'TestParams' input: 'B' } node { name: 'B' op: 'TestParams' }", kInvalid,
     "node 'A' (TestParams): the op's expected inputs '' do not match 1 inputs specified"},
    {"too few inputs", "node { name: 'A' op: 'TestMul' }", kInvalid,
     "node 'A' (TestMul): the op's expected inputs 'float, float' do not match 0 inputs specified"},
    {"missing attr", "node { name: 'A' op: 'TestOneInputOneOutput' input: 'A' }", kInvalid,
     "attr 'T' is missing; TestOneInputOneOutput needs T: type"},
    {"attr of another kind",
     "node { name: 'A' op: 'TestVariadicOutput' attr { key: 'N' value { s: '2' } } }", kInvalid,
     "AttrValue had value with type 'string' when 'int' expected for attr 'N'"},
    {"attr not allowed",
     "node { name: 'A' op: 'TestOneInputOneOutput' input: 'A' attr { key: 'T' value { type: "
     "DT_STRING } } }",
     kInvalid, "Value for attr 'T' of string is not in the list of allowed values: float, int64"},
    {"attr below its minimum",
     "node { name: 'A' op: 'TestNumbers' attr { key: 'N' value { i: 1 } } attr { key: 'T' value { "
     "type: DT_FLOAT } } }",
     kInvalid, "Value for attr 'N' of 1 must be at least minimum 2"},
    {"absurd number of inputs",
     "node { name: 'A' op: 'TestNumbers' attr { key: 'N' value { i: 9223372036854775807 } } attr { "
     "key: 'T' value { "
     "type: DT_FLOAT } } }",
     kInvalid, "expected inputs '9223372036854775807 tensors' do not match 0 inputs specified"},
    {"absurd number of outputs",
     "node { name: 'A' op: 'TestVariadicOutput' attr { key: 'N' value { i: 1099511627776 } } }",
     kInvalid, "Number of outputs is too big: 1099511627776"},
    {"placeholder outside of a function",
     "node { name: 'A' op: 'TestDefaultAttr' attr { key: 'default_int' value { placeholder: 'x' } "
     "} }",
     kInvalid, "attr 'default_int' is the placeholder 'x'"},
    {"colocated with nothing",
     "node { name: 'A' op: 'TestParams' attr { key: '_class' value { list { s: 'loc:@B' } } } }",
     kInvalid, "node 'A' (TestParams): the node expects to be colocated with unknown node 'B'"},
    {"op that was removed", "node { name: 'A' op: 'TestGone' } versions { producer: 10 }",
     absl::StatusCode::kUnimplemented,
     "Op TestGone is not available in GraphDef version 10. It has been removed in version 10. Use "
     "TestParams."},
    {"contradicting _output_shapes",
     "node { name: 'B' op: 'TestShaped' attr { key: '_output_shapes' value { list { shape { dim { "
     "size: 3 } dim { "
     "size: 1 } } } } } }",
     kInvalid,
     "_output_shapes attribute inconsistent with the GraphDef for output #0: it says [3,1], but "
     "the op makes [2,?]"},
    {"too few _output_shapes",
     "node { name: 'B' op: 'TestInput' attr { key: '_output_shapes' value { list { shape { dim { "
     "size: 3 } } } } } }",
     kInvalid, "the node has 2 outputs, but its _output_shapes attribute specifies 1"},
    {"TensorFlow's Assign on a reference", "node { name: 'A' op: 'Assign' input: [ 'A', 'A' ] }",
     kAbsent, "op 'RefAssign' is not registered"},
    {"producer too old", "versions { producer: -1 }", kInvalid,
     "GraphDef producer version -1 below min producer 0"},
    {"reader too old", "versions { min_consumer: 2475 }", kInvalid,
     "GraphDef min consumer version 2475 above current version 2474"},
    {"reader refused", "versions { bad_consumers: 2474 }", kInvalid,
     "GraphDef disallows consumer version 2474"},
    {"producer the shape function refuses",
     "node { name: 'A' op: 'RequiresCurrentGraphVersion' } versions { producer: 2473 }", kInvalid,
     "Wrong graph version for shape"},
};

TEST(ImportTest, RefusesWrongGraphsWithTheNodeAndTheReason) {
  for (const BadCase& c : kBadCases) {
    const absl::StatusOr<Graph> graph = Import(c.graph);
    EXPECT_EQ(graph.status().code(), c.code) << c.about << ": " << graph.status();
    EXPECT_THAT(std::string(graph.status().message()), HasSubstr(c.message)) << c.about;
  }
}

TEST(ImportTest, OneMistakeGivesOneLine) {
  for (const BadCase& c : kBadCases) {
    const std::string message = Message(c.graph);
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << c.about << ": " << message;
  }
}

TEST(ImportTest, LeavesTheGraphAsItWasWhenItFails) {
  Graph graph(TestRegistry());
  ASSERT_TRUE(
      ImportGraphDef(TestOptions(), GraphOf("node { name: 'old' op: 'TestInput' }"), &graph).ok());
  const std::string before = graph.ToGraphDef().DebugString();
  for (const BadCase& c : kBadCases) {
    EXPECT_FALSE(ImportGraphDef(TestOptions(), GraphOf(c.graph), &graph).ok()) << c.about;
    EXPECT_EQ(graph.ToGraphDef().DebugString(), before) << c.about;
  }
}

TEST(ImportTest, AcceptsUnusualNames) {
  for (const char* name : {"a-bc_", "a-B.0/.c_", "0123", ".0123", "a>b"}) {
    EXPECT_TRUE(Import(absl::StrCat("node { name: '", name, "' op: 'ABC' }")).ok()) << name;
  }
}

TEST(ImportTest, ReportsEveryProblemInTheOrderOfTheFile) {
  const absl::Status status = Import(R"(
      node { name: 'a' op: 'TestInt' input: 'z' }
      node { name: 'b' op: 'Mystery' input: 'y' }
      node { name: 'c' op: 'TestOneInputOneOutput' input: 'b' }
      node { name: 'd' op: 'TestInput' }
      node { name: 'e' op: 'TestInt' input: 'd' })")
                                  .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  const std::vector<std::string> lines = absl::StrSplit(status.message(), '\n');
  EXPECT_THAT(lines,
              ElementsAre(HasSubstr("node 'a' (TestInt): input 0 'z' does not exist"),
                          HasSubstr("node 'b' (Mystery): op 'Mystery' is not registered"),
                          HasSubstr("node 'b' (Mystery): input 0 'y' does not exist"),
                          HasSubstr("node 'c' (TestOneInputOneOutput): attr 'T' is missing"),
                          HasSubstr("node 'e' (TestInt): Input 0 of node e was passed float")));
}

TEST(ImportTest, ANodeBehindABrokenOneAddsNoProblem) {
  const std::string message = Message(R"(
      node { name: 'a' op: 'Mystery' }
      node { name: 'b' op: 'TestInt' input: 'a:7' }
      node { name: 'c' op: 'TestMul' input: [ 'a', 'a:1' ] }
      node { name: 'd' op: 'TestInt' input: [ 'x' ] })");
  EXPECT_THAT(absl::StrSplit(message, '\n'), ElementsAre(HasSubstr("'Mystery'"), HasSubstr("'x'")))
      << message;
}

TEST(ImportTest, AnUnknownOpOfManyNodesIsOneProblem) {
  const std::string message = Message(
      "node { name: 'a' op: 'Mystery' } node { name: 'b' op: 'Mystery' } node { name: 'c' op: "
      "'Mystery' }");
  EXPECT_THAT(message, HasSubstr("node 'a' (Mystery): op 'Mystery' is not registered"));
  EXPECT_THAT(message, HasSubstr("2 other nodes have this op."));
  EXPECT_THAT(message, Not(HasSubstr("\n")));
}

TEST(ImportTest, CapsTheReport) {
  std::string text;
  for (int i = 0; i < 250; ++i)
    absl::StrAppend(&text, "node { name: 'n", i, "' op: 'TestInt' input: 'missing' }");
  const std::vector<std::string> lines = absl::StrSplit(Message(text), '\n');
  ASSERT_EQ(lines.size(), 101u);
  EXPECT_EQ(lines.back(), "... and 150 more");
}

TEST(ImportTest, NamesAtMostTwentyNodesOfACycle) {
  std::string text;
  for (int i = 0; i < 50; ++i)
    absl::StrAppend(&text, "node { name: 'n", i, "' op: 'ABC' input: '^n", (i + 49) % 50, "' }");
  const std::string message = Message(text);
  EXPECT_THAT(message, HasSubstr("50 nodes in a cycle: 'n0' -> 'n1' -> 'n2'"));
  EXPECT_THAT(message, HasSubstr("'n19' -> ... 30 more ... -> 'n0'"));
}

TEST(ImportTest, NamesEachOfSeveralCycles) {
  const std::string message = Message(
      "node { name: 'a' op: 'ABC' input: '^b' } node { name: 'b' op: 'ABC' input: '^a' }"
      "node { name: 'c' op: 'ABC' input: '^c' } node { name: 'behind' op: 'ABC' input: '^c' }");
  EXPECT_THAT(absl::StrSplit(message, '\n'),
              ElementsAre(HasSubstr("'a' -> 'b' -> 'a'"), HasSubstr("'c' -> 'c'")));
}

TEST(ImportTest, TakesALoopThatClosesAtAMerge) {
  const auto graph = Import(R"(
      node { name: 'in' op: 'TestParams' }
      node { name: 'merge' op: 'Merge' input: [ 'in', 'next' ] attr { key: 'T' value { type: DT_FLOAT } }
          attr { key: 'N' value { i: 2 } } }
      node { name: 'mul' op: 'TestMul' input: [ 'merge', 'merge' ] }
      node { name: 'next' op: 'NextIteration' input: 'mul' attr { key: 'T' value { type: DT_FLOAT } } })");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(graph->topological_order(), ElementsAre(0, 1, 2, 3));
}

TEST(ImportTest, TheFirstInTheFileGoesFirstInTheOrder) {
  const auto graph = Import(R"(
      node { name: 'last' op: 'TestMul' input: [ 'a', 'b' ] }
      node { name: 'b' op: 'TestParams' }
      node { name: 'a' op: 'TestParams' input: '^c' }
      node { name: 'c' op: 'ABC' })");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(graph->topological_order(), ElementsAre(1, 3, 2, 0));
}

TEST(ImportTest, TellsOfAProducerThatIsTooNewToBeUnderstood) {
  const auto with_producer = [](int producer) {
    return Message(
        absl::StrCat("node { name: 'a:b' op: 'ABC' } versions { producer: ", producer, " }"));
  };
  EXPECT_THAT(with_producer(kGraphDefVersion + 22), HasSubstr("forward compatibility guarantee"));
  EXPECT_THAT(with_producer(kGraphDefVersion + 22),
              HasSubstr("Node name contains invalid characters"));
  EXPECT_THAT(with_producer(kGraphDefVersion + 21),
              Not(HasSubstr("forward compatibility guarantee")));
}

TEST(ImportTest, FillsInDefaultAttrs) {
  const auto graph = Import("node { name: 'A' op: 'TestDefaultAttr' }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  int64_t value = 0;
  ASSERT_TRUE(GetNodeAttr(graph->node(0).attrs(), "default_int", &value).ok());
  EXPECT_EQ(value, 31415);
}

TEST(ImportTest, KeepsAttrsItDoesNotKnow) {
  const auto graph = Import(
      "node { name: 'A' op: 'ABC' attr { key: 'future' value { i: 7 } } attr { key: '_mine' value "
      "{ s: 'x' } } }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_TRUE(HasNodeAttr(graph->node(0).attrs(), "future"));
  EXPECT_TRUE(HasNodeAttr(graph->node(0).attrs(), "_mine"));
}

TEST(ImportTest, SharesTheAttrsOfEqualNodes) {
  const auto graph = Import(
      "node { name: 'A' op: 'TestVariadicOutput' attr { key: 'N' value { i: 2 } } }"
      "node { name: 'B' op: 'TestVariadicOutput' attr { key: 'N' value { i: 2 } } }"
      "node { name: 'C' op: 'TestVariadicOutput' attr { key: 'N' value { i: 3 } } }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(0).attrs().identity(), graph->node(1).attrs().identity());
  EXPECT_NE(graph->node(0).attrs().identity(), graph->node(2).attrs().identity());
  EXPECT_EQ(graph->node(2).num_outputs(), 3);
}

TEST(ImportTest, MergesOutputShapesIntoTheInferredOnes) {
  const auto graph = Import(
      "node { name: 'B' op: 'TestShaped' attr { key: '_output_shapes' value { list { shape { dim { "
      "size: -1 } dim { "
      "size: 5 } } "
      "shape { unknown_rank: true } } } } }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(0).output_shape(0).DebugString(), "[2,5]");
  EXPECT_FALSE(HasNodeAttr(graph->node(0).attrs(), "_output_shapes"));
}

TEST(ImportTest, TakesNoShapeOfAHandle) {
  // What TensorFlow writes for the handle of a TensorArrayV3, whose kernel makes a scalar.
  const auto graph = Import(
      "node { name: 'B' op: 'TestHandle' attr { key: '_output_shapes' value { list { shape { dim { "
      "size: 2 } } } } } }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(0).output_shape(0).DebugString(), "[]");
}

TEST(ImportTest, ReadsEachControlInputOnce) {
  const auto graph = Import(
      "node { name: 'A' op: 'ABC' } node { name: 'B' op: 'ABC' input: [ '^A', '^A', '^A' ] }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(graph->node(1).control_inputs(), ElementsAre(0));
}

TEST(ImportTest, RefusesMoreThanTheLimits) {
  ImportGraphDefOptions options = TestOptions();
  options.limits.max_nodes = 2;
  options.limits.max_outputs_per_node = 4;
  options.limits.max_outputs = 6;
  const auto code = [&](absl::string_view text) {
    return Graph::Import(GraphOf(text), options).status().code();
  };
  const std::string four = "op: 'TestVariadicOutput' attr { key: 'N' value { i: 4 } } }";
  EXPECT_EQ(
      code(
          "node { name: 'a' op: 'ABC' } node { name: 'b' op: 'ABC' } node { name: 'c' op: 'ABC' }"),
      absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(code("node { name: 'a' op: 'TestVariadicOutput' attr { key: 'N' value { i: 5 } } }"),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(code(absl::StrCat("node { name: 'a' ", four)), absl::StatusCode::kOk);
  EXPECT_EQ(code(absl::StrCat("node { name: 'a' ", four, "node { name: 'b' ", four)),
            absl::StatusCode::kResourceExhausted);
}

TEST(ImportTest, WarnsOfAttrsThatTheOpHasNot) {
  std::vector<std::string> warnings;
  ImportGraphDefOptions options = TestOptions();
  options.warning = [&](absl::string_view text) { warnings.emplace_back(text); };
  constexpr char kAttrs[] =
      "attr { key: 'defualt_int' value { i: 3 } } attr { key: '_mine' value { i: 4 } }";
  ASSERT_TRUE(Graph::Import(GraphOf(absl::StrCat(
                                "node { name: 'A' op: 'TestDefaultAttr' ", kAttrs, "}",
                                "node { name: 'B' op: 'TestDefaultAttr' ", kAttrs, "}",
                                "node { name: 'C' op: 'ABC' attr { key: 'n' value { i: 3 } } }",
                                "node { name: 'D' op: 'TestDefaultAttr' ",
                                "       attr { key: 'default_int' value { i: 3 } } }")),
                            options)
                  .ok());
  EXPECT_THAT(warnings, ElementsAre("node 'A' (TestDefaultAttr): TestDefaultAttr has no attr "
                                    "'defualt_int'; nearest: 'default_int'; it is ignored",
                                    "node 'C' (ABC): ABC has no attr 'n'; it is ignored"));
}

TEST(ImportTest, MergesVersionsOfAllImports) {
  Graph graph(TestRegistry());
  const auto import = [&](const char* versions) {
    return ImportGraphDef(TestOptions(), GraphOf(absl::StrCat("versions {", versions, "}")),
                          &graph);
  };
  EXPECT_EQ(graph.producer(), kGraphDefVersion);
  ASSERT_TRUE(import("producer: 15 min_consumer: 5 bad_consumers: [ 2, 3 ]").ok());
  ASSERT_TRUE(import("producer: 10 min_consumer: 8 bad_consumers: [ 1, 3 ]").ok());
  ASSERT_TRUE(import("producer: 20 min_consumer: 7").ok());
  const VersionDef versions = graph.ToGraphDef().versions();
  EXPECT_EQ(versions.producer(), 10);
  EXPECT_EQ(versions.min_consumer(), 8);
  EXPECT_THAT(versions.bad_consumers(), ElementsAre(1, 2, 3));
}

TEST(ParseTensorNameTest, TakesPortsAndCarets) {
  const struct {
    const char* text;
    const char* node;
    int index;
  } kCases[] = {{"x", "x", 0},
                {"x:3", "x", 3},
                {"^x", "x", -1},
                {"x:", "x:", 0},
                {":0", ":0", 0},
                {"x: 0", "x: 0", 0},
                {"", "", 0},
                {"a:0:1", "a:0", 1},
                {"x:00", "x", 0},
                {"9", "9", 0},
                {"x:2147483647", "x", 2147483647},
                {"x:2147483648", "x:2147483648", 0}};
  for (const auto& c : kCases) {
    const TensorId id = ParseTensorName(c.text);
    EXPECT_EQ(id.node, c.node) << c.text;
    EXPECT_EQ(id.index, c.index) << c.text;
  }
}

TEST(GraphTest, FindsTensorsAndTargets) {
  const auto graph =
      Import("node { name: 'input' op: 'TestInput' } node { name: 'one' op: 'TestParams' }");
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(*graph->FindTensor("input"), (Endpoint{0, 0}));
  EXPECT_EQ(*graph->FindTensor("input:1"), (Endpoint{0, 1}));
  EXPECT_EQ(*graph->FindTarget("^one"), 1);
  EXPECT_EQ(graph->FindTensor("inptu").status(),
            absl::NotFoundError(
                "there is no tensor 'inptu': the graph has no node 'inptu'; nearest: 'input'"));
  EXPECT_EQ(graph->FindTensor("input:2").status(),
            absl::NotFoundError(
                "there is no tensor 'input:2': node 'input' (TestInput) has outputs 0 to 1"));
  EXPECT_EQ(graph->FindTensor("one:99999999999999999999").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(graph->FindTensor("^one").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(graph->FindTarget("on").status(),
            absl::NotFoundError("the graph has no node 'on'; nearest: 'one'"));
}

}  // namespace
}  // namespace opgraft
