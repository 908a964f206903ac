// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/missing_ops.h"

#include "framework/op/op_def_builder.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const OpRegistry> Ops() {
  OpRegistryBuilder builder;
  for (const char* name : {"Known", "Norm"}) builder.Add(OpDefBuilder(name));
  return *builder.Build();
}

GraphDef Parsed(const std::string& text) {
  GraphDef def;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &def));
  return def;
}

// "Conv2D*, 2 nodes, conv1": the star is TensorFlow's.
std::vector<std::string> Found(const std::string& text) {
  std::vector<std::string> lines;
  for (const MissingOp& op : FindMissingOps(Parsed(text), *Ops()).ops) {
    lines.push_back(op.op + (op.is_tensorflows ? "*, " : ", ") + std::to_string(op.nodes) + ", " +
                    op.first + (op.nearest.empty() ? "" : ", near " + op.nearest));
  }
  return lines;
}

TEST(MissingOps, TensorFlowsComeFirstThenByNodesThenByName) {
  EXPECT_THAT(
      Found("node { name: 'n' op: 'MyNorm' } node { name: 'a' op: 'Qq' } "
            "node { name: 'k' op: 'Known' } node { name: 'b' op: 'Qq' } "
            "node { name: 'd' op: 'Dilation2D' } node { name: 'c1' op: 'Conv2D' } "
            "node { name: 'c2' op: 'Conv2D' } node { name: 'nothing' }"),
      ElementsAre("Conv2D*, 2, c1", "Dilation2D*, 1, d", "Qq, 2, a", "MyNorm, 1, n, near Norm"));
}

TEST(MissingOps, AreLookedForInTheFunctionsThatTheModelCanCall) {
  const std::string function =
      "function { signature { name: 'NAME' } node_def { name: 'in' op: 'OP' "
      "attr { key: 'f' value { list { func { name: 'NEXT' } } } } } } ";
  const auto named = [&](const std::string& name, const std::string& op, const std::string& next) {
    std::string text = function;
    text.replace(text.find("NAME"), 4, name).replace(text.find("OP"), 2, op);
    return text.replace(text.find("NEXT"), 4, next);
  };
  const std::string text =
      "node { name: 'k' op: 'Known' attr { key: 'b' value { func { name: 'f' } } } } "
      "node { name: 'c' op: 'called' } library { " +
      named("f", "InF", "g") + named("g", "InG", "f") + named("called", "InCalled", "g") +
      named("unused", "InUnused", "f") + "}";
  EXPECT_THAT(Found(text), ElementsAre("InCalled, 1, called/in", "InF, 1, f/in", "InG, 1, g/in"));
  EXPECT_EQ(FindMissingOps(Parsed(text), *Ops()).nodes_seen, 5);
  EXPECT_EQ(FindMissingOps(Parsed(text), *Ops()).nodes, 3);
}

TEST(MissingOps, AreNamedAsTheFileNamesThemAndAsMessagesDo) {
  const MissingOps missing =
      FindMissingOps(Parsed("node { name: 'a' op: 'Assign' input: ['r', 'v'] }"), *Ops());
  ASSERT_EQ(missing.ops.size(), 1u);
  EXPECT_EQ(missing.ops[0].op, "Assign");
  EXPECT_EQ(missing.ops[0].here, "RefAssign");
  EXPECT_TRUE(missing.ops[0].is_tensorflows);
}

}  // namespace
}  // namespace opgraft
