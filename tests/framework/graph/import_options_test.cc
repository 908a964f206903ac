// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ImportGraphDefOptions and its results, as in TensorFlow's graph_constructor_test.cc.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ImportOptionsTest : public ::testing::Test {
 protected:
  absl::Status Import(absl::string_view text,
                      const ImportGraphDefOptions& options = TestOptions()) {
    return ImportGraphDef(options, GraphOf(text), &graph_, &results_);
  }
  absl::Status ImportAgain(absl::string_view text, const ImportGraphDefOptions& options) {
    results_ = ImportGraphDefResults();
    return Import(text, options);
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (int i = 0; i < graph_.num_nodes(); ++i) names.push_back(graph_.node(i).name());
    return names;
  }
  // As ToGraphDef writes them.
  std::vector<std::string> InputsOf(const std::string& node) const {
    NodeDef def;
    graph_.node(graph_.FindNode(node)).ToNodeDef(&def);
    return {def.input().begin(), def.input().end()};
  }
  std::string ClassOf(const std::string& node) const {
    std::vector<std::string> groups;
    GetNodeAttr(graph_.node(graph_.FindNode(node)).attrs(), "_class", &groups).IgnoreError();
    return groups.empty() ? "" : groups[0];
  }

  Graph graph_{TestRegistry()};
  ImportGraphDefResults results_;
};

constexpr char kSimple[] = R"(
  node { name: 'A' op: 'TestParams' } node { name: 'X' op: 'TestParams' }
  node { name: 'B' op: 'TestOneInputTwoOutputs' input: 'A' attr { key: '_class' value { list { s: 'loc:@A' } } } }
  node { name: 'C' op: 'TestOneInputTwoOutputs' input: [ 'B:1', '^X' ] }
  node { name: 'D' op: 'TestMul' input: [ 'B:0', 'C:0' ] })";

TEST_F(ImportOptionsTest, APrefixStandsBeforeNamesInputsAndColocation) {
  ASSERT_TRUE(Import(kSimple).ok());
  EXPECT_THAT(Names(), ElementsAre("A", "X", "B", "C", "D"));
  EXPECT_THAT(std::string(ImportAgain(kSimple, TestOptions()).message()),
              HasSubstr("Node name 'A' already exists in the Graph"));
  ImportGraphDefOptions options = TestOptions();
  options.prefix = "import";
  ASSERT_TRUE(ImportAgain(kSimple, options).ok());
  EXPECT_EQ(graph_.num_nodes(), 10);
  EXPECT_THAT(InputsOf("import/C"), ElementsAre("import/B:1", "^import/X"));
  EXPECT_EQ(ClassOf("import/B"), "loc:@import/A");
  EXPECT_EQ(ClassOf("B"), "loc:@A");
}

TEST_F(ImportOptionsTest, ANameThatIsAPrefixOfOldNodesIsTaken) {
  ASSERT_TRUE(Import("node { name: 'outer/inner' op: 'ABC' }").ok());
  EXPECT_THAT(std::string(ImportAgain("node { name: 'outer' op: 'ABC' }", TestOptions()).message()),
              HasSubstr("Node name 'outer' already exists in the Graph"));
}

TEST_F(ImportOptionsTest, RefusesAPrefixThatMakesBadNames) {
  ImportGraphDefOptions options = TestOptions();
  options.prefix = "!bad_prefix";
  EXPECT_THAT(
      std::string(Import("node { name: 'A' op: 'ABC' }", options).message()),
      HasSubstr("Imported node name prefix '!bad_prefix/' would lead to invalid node names"));
}

// The graph has A, B(A); `imported` is added with uniquify_names.
TEST_F(ImportOptionsTest, MakesNamesUnique) {
  ImportGraphDefOptions options = TestOptions();
  options.uniquify_names = true;
  constexpr char kTwo[] =
      "node { name: 'A' op: 'TestInput' } node { name: 'B' op: 'TestOneInputTwoOutputs' input: 'A' "
      "attr { key: '_class' value { list { s: 'loc:@A' } } } }";
  ASSERT_TRUE(Import(kTwo, options).ok());
  ASSERT_TRUE(ImportAgain(kTwo, options).ok());
  ASSERT_TRUE(ImportAgain(kTwo, options).ok());
  EXPECT_THAT(Names(), ElementsAre("A", "B", "A_1", "B_1", "A_2", "B_2"));
  EXPECT_THAT(InputsOf("B_2"), ElementsAre("A_2"));
  EXPECT_EQ(ClassOf("B_1"), "loc:@A_1");
  options.prefix = "A";
  options.uniquify_prefix = true;
  ASSERT_TRUE(ImportAgain("node { name: 'A' op: 'ABC' }", options).ok());
  EXPECT_EQ(Names().back(), "A_3/A");
  options.uniquify_prefix = false;
  ASSERT_TRUE(ImportAgain("node { name: 'A' op: 'ABC' }", options).ok());
  EXPECT_EQ(Names().back(), "A/A");
  ASSERT_TRUE(ImportAgain("node { name: 'A' op: 'ABC' }", options).ok());
  EXPECT_EQ(Names().back(), "A/A_1");
  options.prefix = "";
  ASSERT_TRUE(ImportAgain("node { name: 'A_1' op: 'ABC' }", options).ok());
  EXPECT_EQ(Names().back(), "A_1_1");
}

TEST_F(ImportOptionsTest, NewNamesAvoidOnesOfTheImportedGraphAndPrefixes) {
  ImportGraphDefOptions options = TestOptions();
  options.uniquify_names = true;
  ASSERT_TRUE(Import("node { name: 'A' op: 'ABC' } node { name: 'foo/abc' op: 'ABC' } node { name: "
                     "'outer' op: 'ABC' } "
                     "node { name: 'outer/inner' op: 'ABC' }")
                  .ok());
  ASSERT_TRUE(ImportAgain("node { name: 'A' op: 'ABC' } node { name: 'A_1' op: 'ABC' } node { "
                          "name: 'A_2/x' op: 'ABC' }",
                          options)
                  .ok());
  ASSERT_TRUE(ImportAgain("node { name: 'foo' op: 'ABC' }", options).ok());
  ASSERT_TRUE(ImportAgain("node { name: 'outer' op: 'ABC' } node { name: 'outer/inner' op: 'ABC' }",
                          options)
                  .ok());
  EXPECT_THAT(Names(), ElementsAre("A", "foo/abc", "outer", "outer/inner", "A_3", "A_1", "A_2/x",
                                   "foo_1", "outer_1", "outer/inner_1"));
}

constexpr char kReads[] =
    "node { name: 'W1' op: 'TestParams' } node { name: 'new_input' op: 'TestInput' input: '^W1' } "
    "node { name: 't1' op: 'TestMul' input: [ 'new_input:0', 'new_input:1' ] }";

TEST_F(ImportOptionsTest, MapsInputs) {
  ASSERT_TRUE(Import("node { name: 'input' op: 'TestInput' }").ok());
  ImportGraphDefOptions options = TestOptions();
  options.input_map[{"new_input", 0}] = {"input", 1};
  options.input_map[{"new_input", 1}] = {"input", 0};
  options.prefix = "import";
  ASSERT_TRUE(ImportAgain(kReads, options).ok());
  EXPECT_THAT(InputsOf("import/t1"), ElementsAre("input:1", "input"));
  EXPECT_THAT(InputsOf("import/new_input"), ElementsAre("^import/W1"));
}

TEST_F(ImportOptionsTest, MapsControlInputsAndMergesThem) {
  ASSERT_TRUE(
      Import("node { name: 'W1' op: 'TestParams' } node { name: 'input' op: 'TestInput' }").ok());
  ImportGraphDefOptions options = TestOptions();
  options.input_map[{"W2", -1}] = {"W1", -1};
  options.input_map[{"W3", -1}] = {"W1", -1};
  ASSERT_TRUE(
      ImportAgain("node { name: 'W2' op: 'TestParams' } node { name: 'W3' op: 'TestParams' } "
                  "node { name: 'input2' op: 'TestInput' input: [ '^W2', '^W3' ] } "
                  "node { name: 't1' op: 'TestMul' input: [ 'input2:0', 'W2' ] }",
                  options)
          .ok());
  EXPECT_THAT(InputsOf("input2"), ElementsAre("^W1"));
  EXPECT_THAT(InputsOf("t1"), ElementsAre("input2", "W2"));
}

TEST_F(ImportOptionsTest, RefusesMapsThatCannotBe) {
  ASSERT_TRUE(
      Import("node { name: 'W1' op: 'TestParams' } node { name: 'input1' op: 'TestInput' }").ok());
  const struct {
    TensorId key;
    TensorId value;
    const char* message;
  } kCases[] = {
      {{"W2", -1},
       {"W1", 0},
       "input_map entry ^W2->W1:0 between control edge and non-control edge"},
      {{"W2", 0},
       {"W1", -1},
       "input_map entry W2:0->^W1 between control edge and non-control edge"},
      {{"W2", -1},
       {"DNE", -1},
       "node 'DNE' in input_map does not exist in graph (input_map entry: ^W2->^DNE)"},
      {{"W2", 0},
       {"input1", 3},
       "Connecting to invalid output 3 of source node input1 which has 2 outputs"},
      {{"W2", 0},
       {"input1", -7},
       "Connecting to invalid output -7 of source node input1 which has 2 outputs"},
  };
  for (const auto& c : kCases) {
    ImportGraphDefOptions options = TestOptions();
    options.input_map[c.key] = c.value;
    const absl::Status status = ImportAgain(
        "node { name: 'W2' op: 'TestParams' } node { name: 't' op: 'TestMul' input: [ 'W2', 'W2', "
        "'^W2' ] }",
        options);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST_F(ImportOptionsTest, TellsWhichKeysOfTheMapNameNothing) {
  ASSERT_TRUE(Import("node { name: 'W1' op: 'TestParams' }").ok());
  ImportGraphDefOptions options = TestOptions();
  const TensorId w1{"W1", 0};
  options.input_map = {
      {{"W2", 0}, w1}, {{"new_input", 0}, w1}, {{"new_input", 3}, w1}, {{"DNE", 0}, w1}};
  options.input_map[{"t1", -1}] = {"W1", -1};
  options.input_map[{"DNE", -1}] = {"W1", -1};
  options.prefix = "p";
  ASSERT_TRUE(
      ImportAgain("node { name: 'W2' op: 'TestParams' } node { name: 'new_input' op: 'TestInput' } "
                  "node { name: 't1' op: 'TestMul' input: [ 'new_input:0', 'new_input:1' ] }",
                  options)
          .ok());
  EXPECT_THAT(results_.missing_unused_input_map_keys,
              ElementsAre(TensorId{"DNE", -1}, TensorId{"DNE", 0}, TensorId{"new_input", 3}));
}

TEST_F(ImportOptionsTest, LeavesOutNodesWhoseOutputsAreAllMapped) {
  ASSERT_TRUE(Import("node { name: 'input' op: 'TestInput' }").ok());
  ImportGraphDefOptions options = TestOptions();
  options.skip_mapped_nodes = true;
  options.input_map[{"new_input", 0}] = {"input", 1};
  ASSERT_TRUE(
      ImportAgain(
          "node { name: 'new_input' op: 'TestInput' } node { name: 't1' op: 'TestMul' input: [ "
          "'new_input:0', 'new_input:1' ] }",
          options)
          .ok());
  EXPECT_THAT(Names(), ElementsAre("input", "new_input", "t1"));
  options.input_map[{"new_input", 1}] = {"input", 0};
  options.prefix = "p";
  ASSERT_TRUE(
      ImportAgain(
          "node { name: 'new_input' op: 'TestInput' } node { name: 't1' op: 'TestMul' input: [ "
          "'new_input:0', 'new_input:1' ] }",
          options)
          .ok());
  EXPECT_THAT(Names(), ElementsAre("input", "new_input", "t1", "p/t1"));
  options.prefix = "q";
  EXPECT_THAT(std::string(ImportAgain("node { name: 'new_input' op: 'TestInput' } node { name: 'x' "
                                      "op: 'ABC' input: '^new_input' }",
                                      options)
                              .message()),
              HasSubstr("control input 'new_input' was left out"));
}

TEST_F(ImportOptionsTest, AddsControlDependenciesToNodesThatNeedNothingImported) {
  ASSERT_TRUE(
      Import("node { name: 'W1' op: 'TestParams' } node { name: 'W2' op: 'TestParams' }").ok());
  ImportGraphDefOptions options = TestOptions();
  options.control_dependencies = {"W1", "W2"};
  options.prefix = "import";
  options.input_map[{"W2", -1}] = {"W2", -1};
  options.input_map[{"W3", 0}] = {"W1", 0};
  ASSERT_TRUE(ImportAgain(R"(
      node { name: 'W2' op: 'TestParams' } node { name: 'W3' op: 'TestParams' }
      node { name: 'input' op: 'TestInput' input: '^W2' }
      node { name: 't1' op: 'TestOneInputTwoOutputs' input: 'W3' }
      node { name: 't2' op: 'TestMul' input: [ 'input:0', 'input:1' ] })",
                          options)
                  .ok());
  EXPECT_THAT(InputsOf("import/W2"), ElementsAre("^W1", "^W2"));
  EXPECT_THAT(InputsOf("import/input"), ElementsAre("^W2", "^W1"));
  EXPECT_THAT(InputsOf("import/t1"), ElementsAre("W1", "^W1", "^W2"));
  EXPECT_THAT(InputsOf("import/t2"), ElementsAre("import/input", "import/input:1"));
}

TEST_F(ImportOptionsTest, AMergeWithABackEdgeGetsTheControlDependency) {
  ASSERT_TRUE(Import("node { name: 'W1' op: 'TestParams' }").ok());
  ImportGraphDefOptions options = TestOptions();
  options.control_dependencies = {"W1"};
  options.input_map[{"in", 0}] = {"W1", 0};
  ASSERT_TRUE(ImportAgain(R"(
      node { name: 'merge' op: 'Merge' input: [ 'in', 'next' ] attr { key: 'T' value { type: DT_FLOAT } }
          attr { key: 'N' value { i: 2 } } }
      node { name: 'mul' op: 'TestMul' input: [ 'merge', 'merge' ] }
      node { name: 'next' op: 'NextIteration' input: 'mul' attr { key: 'T' value { type: DT_FLOAT } } })",
                          options)
                  .ok());
  EXPECT_THAT(InputsOf("merge"), ElementsAre("W1", "next", "^W1"));
  EXPECT_THAT(InputsOf("mul"), ElementsAre("merge", "merge"));
  EXPECT_THAT(InputsOf("next"), ElementsAre("mul"));
}

TEST_F(ImportOptionsTest, RefusesControlDependenciesThatAreNotThere) {
  ImportGraphDefOptions options = TestOptions();
  options.control_dependencies = {"W1"};
  EXPECT_THAT(std::string(Import("node { name: 'W1' op: 'TestParams' }", options).message()),
              HasSubstr("node 'W1' in control_dependencies does not exist in graph"));
}

TEST_F(ImportOptionsTest, ReturnsTensorsAndNodes) {
  ASSERT_TRUE(Import("node { name: 'old' op: 'TestInput' }").ok());
  ImportGraphDefOptions options = TestOptions();
  options.prefix = "p";
  options.input_map[{"new_input", 1}] = {"old", 0};
  options.return_tensors = {{"new_input", 1}, {"t1", 0}, {"new_input", 0}};
  options.return_nodes = {"t1", "new_input"};
  ASSERT_TRUE(ImportAgain(kReads, options).ok());
  EXPECT_THAT(results_.return_tensors, ElementsAre(Endpoint{0, 0}, Endpoint{3, 0}, Endpoint{2, 0}));
  EXPECT_THAT(results_.return_nodes, ElementsAre(3, 2));
}

TEST_F(ImportOptionsTest, RefusesToReturnWhatIsNotThere) {
  const auto message = [&](const ImportGraphDefOptions& options) {
    return std::string(ImportAgain(kReads, options).message());
  };
  ImportGraphDefOptions options = TestOptions();
  options.return_tensors = {{"other", 0}};
  EXPECT_THAT(message(options),
              HasSubstr("Requested return tensor 'other:0' not found in graph def"));
  options.return_tensors = {{"new_input", 2}};
  EXPECT_THAT(message(options),
              HasSubstr("Invalid return output 2 of node 'new_input', which has 2 output(s)"));
  EXPECT_THAT(std::string(ImportGraphDef(options, GraphOf(kReads), &graph_).message()),
              HasSubstr("results argument to ImportGraphDef() must be non-null if "
                        "opts.return_tensors is non-empty"));
  options.return_tensors.clear();
  options.return_nodes = {"other"};
  EXPECT_THAT(message(options), HasSubstr("Requested return node 'other' not found in graph def"));
  options.skip_mapped_nodes = true;
  EXPECT_THAT(
      message(options),
      HasSubstr("Requesting return_nodes with skip_mapped_nodes set is not currently supported"));
  results_.return_nodes = {0};
  EXPECT_THAT(std::string(Import(kReads).message()),
              HasSubstr("All fields in results argument to ImportGraphDef() must be empty."));
  EXPECT_EQ(graph_.num_nodes(), 0);
}

TEST_F(ImportOptionsTest, ChecksMayBeSwitchedOff) {
  ImportGraphDefOptions options = TestOptions();
  options.validate_colocation_constraints = false;
  options.validate_shape = false;
  options.allow_internal_names = true;
  EXPECT_TRUE(Import("node { name: '_A' op: 'TestShaped' attr { key: '_class' value { list { s: "
                     "'loc:@missing' } } } "
                     "attr { key: '_output_shapes' value { list { shape { } } } } }",
                     options)
                  .ok());
  EXPECT_TRUE(HasNodeAttr(graph_.node(0).attrs(), "_output_shapes"));
}

TEST_F(ImportOptionsTest, TheDefaultDeviceIsForNodesWithoutOne) {
  ImportGraphDefOptions options = TestOptions();
  options.default_device = "/device:GPU:13";
  ASSERT_TRUE(
      Import("node { name: 'A' op: 'ABC' } node { name: 'B' op: 'ABC' device: '/cpu:0' }", options)
          .ok());
  EXPECT_EQ(graph_.node(0).device(), "/device:GPU:13");
  EXPECT_EQ(graph_.node(1).device(), "/cpu:0");
}

}  // namespace
}  // namespace opgraft
