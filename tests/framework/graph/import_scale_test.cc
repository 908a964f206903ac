// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Large graphs: a million nodes import, and memory and time grow with nothing but the nodes.
#include <malloc.h>

#include <chrono>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// Each node reads the one before it and one far before it.
std::unique_ptr<GraphDef> Chain(int size) {
  auto def = std::make_unique<GraphDef>();
  def->mutable_node()->Reserve(size);
  for (int i = 0; i < size; ++i) {
    NodeDef* node = def->add_node();
    node->set_name(absl::StrCat("layer/with/a/long_name_", i));
    node->set_op(i == 0 ? "TestParams" : "TestOneInputOneOutput");
    if (i == 0) continue;
    node->add_input(def->node(i - 1).name());
    node->add_input(absl::StrCat("^", def->node(i / 2).name()));
    (*node->mutable_attr())["T"].set_type(DT_FLOAT);
  }
  return def;
}

TEST(ImportScaleTest, AMillionNodesImport) {
  auto def = Chain(1'000'000);
  const auto graph = Graph::Import(*def, TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->num_nodes(), 1'000'000);
  EXPECT_EQ(graph->FindNode("layer/with/a/long_name_999999"), 999'999);
  EXPECT_EQ(graph->topological_order().back(), 999'999);
}

TEST(ImportScaleTest, ANodeCostsAtMost400Bytes) {
  constexpr int kNodes = 100'000;
  auto def = Chain(kNodes);
  const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  const auto graph = Graph::Import(*def, TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  const size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
  EXPECT_LE((after - before) / kNodes, 400u);
}

TEST(ImportScaleTest, OneControlInputManyTimesIsReadOnce) {
  GraphDef def = GraphOf("node { name: 'a' op: 'ABC' } node { name: 'b' op: 'ABC' }");
  for (int i = 0; i < 100'000; ++i) def.mutable_node(1)->add_input("^a");
  const auto graph = Graph::Import(def, TestOptions());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->node(1).control_inputs().size(), 1u);
}

TEST(ImportScaleTest, ManyDevicesAndManyMistakesStayFast) {
  GraphDef def;
  for (int i = 0; i < 100'000; ++i) {
    NodeDef* node = def.add_node();
    node->set_name(absl::StrCat("n", i));
    node->set_op("ABC");
    node->set_device(absl::StrCat("/job:", i));
    node->add_input(absl::StrCat("^missing", i));
  }
  const auto start = std::chrono::steady_clock::now();
  const absl::Status status = Graph::Import(def, TestOptions()).status();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_THAT(std::string(status.message()), HasSubstr("... and 99900 more"));
}

TEST(ImportScaleTest, ARingOfManyNodesIsOneProblem) {
  GraphDef def;
  constexpr int kNodes = 100'000;
  for (int i = 0; i < kNodes; ++i) {
    NodeDef* node = def.add_node();
    node->set_name(absl::StrCat("n", i));
    node->set_op("ABC");
    node->add_input(absl::StrCat("^n", (i + 1) % kNodes));
  }
  EXPECT_THAT(std::string(Graph::Import(def, TestOptions()).status().message()),
              HasSubstr("100000 nodes in a cycle: 'n0' -> 'n99999' -> 'n99998'"));
}

}  // namespace
}  // namespace opgraft
