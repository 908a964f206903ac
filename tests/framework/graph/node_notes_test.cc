// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/node_notes.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

RuntimeInfo Info(const std::string& name, const std::string& value) {
  return {{{name, "0"}, {{"value", value}}}};
}

std::shared_ptr<const NodeDef> DebugInfo(const std::vector<std::string>& nodes,
                                         const std::vector<std::string>& functions) {
  auto def = std::make_shared<NodeDef>();
  auto* const info = def->mutable_experimental_debug_info();
  info->mutable_original_node_names()->Assign(nodes.begin(), nodes.end());
  info->mutable_original_func_names()->Assign(functions.begin(), functions.end());
  return def;
}

TEST(NodeNotes, MergingKeepsWhatIsThereAndAddsWhatIsNot) {
  NodeNotes from, to;
  from.friendly_name = "from";
  from.info = Info("fused", "a");
  from.info[{"fused", "1"}] = {{"value", "a of version 1"}};
  from.outputs = {{{"t", "u"}, Info("layout", "NCHW")}, {}, {{"last"}, {}}};
  to.info = Info("fused", "b");
  to.outputs = {{{"v", "t"}, Info("layout", "NHWC")}};
  MergeNotes(from, &to);
  EXPECT_EQ(to.friendly_name, "from");
  EXPECT_THAT(to.info[std::make_pair("fused", "0")], ElementsAre(Pair("value", "b")));
  EXPECT_THAT(to.info[std::make_pair("fused", "1")], ElementsAre(Pair("value", "a of version 1")));
  ASSERT_EQ(to.outputs.size(), 3u);
  EXPECT_THAT(to.outputs[0].names, ElementsAre("v", "t", "u"));
  EXPECT_EQ(to.outputs[0].info, Info("layout", "NHWC"));
  EXPECT_TRUE(to.outputs[1].empty());
  EXPECT_THAT(to.outputs[2].names, ElementsAre("last"));
  from.friendly_name = "another";
  MergeNotes(from, &to);
  EXPECT_EQ(to.friendly_name, "from");
}

TEST(NodeNotes, MergesDebugInfoAsTensorFlowDoes) {
  struct Case {
    const char* name;
    std::shared_ptr<const NodeDef> from, to;
    std::vector<std::string> nodes, functions;
  };
  for (const Case& c : std::vector<Case>{
           {"both",
            DebugInfo({"c", "a"}, {"g"}),
            DebugInfo({"b", "a", "b"}, {"f"}),
            {"a", "b", "c"},
            {"f", "g"}},
           {"one list only",
            DebugInfo({"c"}, {}),
            DebugInfo({"b"}, {"z", "f"}),
            {"b", "c"},
            {"z", "f"}},
           {"into a node without", DebugInfo({"c", "a"}, {}), nullptr, {"a", "c"}, {}},
           {"from a node without", nullptr, DebugInfo({"b", "a"}, {}), {"b", "a"}, {}},
       }) {
    SCOPED_TRACE(c.name);
    NodeNotes from, to;
    from.of_def = c.from;
    to.of_def = c.to;
    MergeNotes(from, &to);
    const auto& info = to.of_def->experimental_debug_info();
    EXPECT_THAT(info.original_node_names(), ::testing::ElementsAreArray(c.nodes));
    EXPECT_THAT(info.original_func_names(), ::testing::ElementsAreArray(c.functions));
  }
}

TEST(NodeNotes, ATypeIsNotThatOfTheNodeReplaced) {
  auto def = std::make_shared<NodeDef>();
  def->mutable_experimental_type()->set_type_id(TFT_TENSOR);
  NodeNotes from, to;
  from.of_def = std::move(def);
  MergeNotes(from, &to);
  EXPECT_EQ(to.of_def, nullptr);
}

TEST(NodeNotes, NotesOfATensorAreTakenAndAdded) {
  NodeNotes from, to;
  from.outputs = {{{"a"}, {}}, {{"b", "c"}, Info("layout", "NCHW")}};
  EXPECT_TRUE(TakeTensorNotes(7, &from).empty());
  AddTensorNotes(TakeTensorNotes(1, &from), 2, &to);
  EXPECT_TRUE(from.outputs[1].empty());
  ASSERT_EQ(to.outputs.size(), 3u);
  EXPECT_THAT(to.outputs[2].names, UnorderedElementsAre("b", "c"));
  EXPECT_EQ(to.outputs[2].info, Info("layout", "NCHW"));
}

}  // namespace
}  // namespace opgraft
