// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/node_path.h"

#include "framework/graph/io/import_options.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// "c" calls inner/f, whose node "call" calls g; "a/b" is a node.
constexpr char kModel[] = R"(
    node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }
    node { name: 'a/b' op: 'Neg' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }
    node { name: 'c' op: 'inner/f' input: 'x' }
    library {
      function {
        signature { name: 'inner/f' input_arg { name: 'x' type: DT_FLOAT }
                    output_arg { name: 'y' type: DT_FLOAT } }
        node_def { name: 'call' op: 'g' input: 'x' }
        ret { key: 'y' value: 'call:y:0' }
      }
      function {
        signature { name: 'g' input_arg { name: 'x' type: DT_FLOAT }
                    output_arg { name: 'y' type: DT_FLOAT } }
        node_def { name: 'deep' op: 'Neg' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }
        ret { key: 'y' value: 'deep:y:0' }
      }
    })";

Graph Model() {
  const absl::StatusOr<Graph> graph = Graph::FromBytes(kModel, ImportOptions());
  EXPECT_TRUE(graph.ok()) << graph.status();
  return *graph;
}

TEST(FindNodeAt, EntersFunctionsByTheNamesThatAProfileHas) {
  struct Case {
    const char* path;
    const char* node;
  } cases[] = {
      {"x", "x"},
      {"a/b", "a/b"},
      {"^a/b", "a/b"},
      {"c", "c"},
      {"c/inner/f/call", "call"},
      {"c/inner/f/call/g/deep", "deep"},
      {"inner/f/call", "call"},
      {"g/deep", "deep"},
  };
  const Graph graph = Model();
  for (const Case& c : cases) {
    const absl::StatusOr<FoundNode> found = FindNodeAt(graph, c.path);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->node().name(), c.node) << c.path;
  }
}

TEST(FindNodeAt, NamesTheNearestWhereThePathLeads) {
  struct Case {
    const char* path;
    const char* message;
  } cases[] = {
      {"a/c", "the graph has no node 'a/c'; nearest: 'a/b'"},
      {"c/inner/f/cal", "function 'inner/f' has no node 'cal'; nearest: 'call'"},
      {"c/inner/f/call/g/dep", "function 'g' has no node 'dep'; nearest: 'deep'"},
      {"g/dep", "function 'g' has no node 'dep'; nearest: 'deep'"},
  };
  const Graph graph = Model();
  for (const Case& c : cases) {
    const absl::Status status = FindNodeAt(graph, c.path).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << c.path;
    EXPECT_NE(status.message().find(c.message), absl::string_view::npos) << status;
  }
}

}  // namespace
}  // namespace opgraft
