// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/sound_graph.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kInput[] =
    "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } "
    "attr { key: 'shape' value { shape { dim { size: 3 } } } } } ";

std::string Neg(const std::string& name, const std::string& input) {
  return absl::StrCat("node { name: '", name, "' op: 'Neg' input: '", input,
                      "' attr { key: 'T' value { type: DT_FLOAT } } } ");
}

SoundGraph Import(const std::string& text) {
  GraphDef def;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &def));
  SoundGraph sound = ImportSound(def, ImportOptions());
  EXPECT_EQ(sound.problems.size(), static_cast<size_t>(def.node_size()));
  return sound;
}

TEST(SoundGraph, AGraphThatIsRightIsItself) {
  const SoundGraph sound = Import(absl::StrCat(kInput, Neg("y", "x")));
  EXPECT_TRUE(sound.status.ok());
  EXPECT_THAT(sound.problems, ElementsAre("", ""));
  EXPECT_EQ(sound.graph.node(1).output_shape(0).DebugString(), "[3]");
}

TEST(SoundGraph, WhatIsRightBesideAnUnknownOpHasTypesAndShapes) {
  const SoundGraph sound = Import(absl::StrCat(kInput, Neg("before", "x"),
                                               "node { name: 'odd' op: 'Odd' input: 'before' } ",
                                               Neg("behind", "odd:2"), Neg("beside", "before")));
  EXPECT_FALSE(sound.status.ok());
  EXPECT_THAT(sound.problems, ElementsAre("", "", "unknown op", "", ""));
  ASSERT_EQ(sound.graph.num_nodes(), 5);
  EXPECT_EQ(sound.graph.node(1).output_shape(0).DebugString(), "[3]");
  EXPECT_EQ(sound.graph.node(3).output_type(0), DT_FLOAT);
  EXPECT_EQ(sound.graph.node(4).output_shape(0).DebugString(), "[3]");
  EXPECT_THAT(sound.stand_in_types.at(2), ElementsAre(DT_INVALID, DT_INVALID, DT_FLOAT));
}

TEST(SoundGraph, EveryKindOfWrongNodeIsFound) {
  struct Case {
    const char* about;
    std::string nodes;
    const char* problem;  // of the last node
  } cases[] = {
      {"no attr", "node { name: 'a' op: 'Neg' input: 'x' }", "attr 'T' is missing"},
      {"no such input", Neg("a", "nowhere"), "input 0 'nowhere' does not exist"},
      {"another type",
       "node { name: 'a' op: 'Neg' input: 'x' attr { key: 'T' value { type: DT_INT32 } } }",
       "was passed float"},
      {"a shape that does not fit",
       "node { name: 'a' op: 'MatMul' input: ['x', 'x'] "
       "attr { key: 'T' value { type: DT_FLOAT } } }",
       "rank"},
      {"a cycle", Neg("a", "a"), "cycle"},
      {"a name twice", absl::StrCat(Neg("a", "x"), Neg("a", "x")), "the name is not unique"},
      {"no name", Neg("", "x"), "name"},
      {"no op", "node { name: 'a' }", "unknown op"},
      {"a function that is wrong",
       "node { name: 'a' op: 'f' } library { function { signature { name: 'f' } "
       "node_def { name: 'n' op: 'Odd' } } }",
       "function 'f'"},
      {"a function of two kinds",
       "node { name: 'a' op: 'Odd' } library { function { signature { name: 'f' } } "
       "function { signature { name: 'f' input_arg { name: 'q' type: DT_FLOAT } } } }",
       "unknown op"},
  };
  for (const Case& c : cases) {
    const SoundGraph sound = Import(absl::StrCat(kInput, c.nodes));
    EXPECT_FALSE(sound.status.ok()) << c.about;
    EXPECT_THAT(sound.problems.back(), HasSubstr(c.problem)) << c.about;
    EXPECT_EQ(sound.problems.front(), "") << c.about;
    ASSERT_EQ(static_cast<size_t>(sound.graph.num_nodes()), sound.problems.size()) << c.about;
    EXPECT_EQ(sound.graph.node(0).output_shape(0).DebugString(), "[3]") << c.about;
  }
}

TEST(SoundGraph, MoreProblemsThanAReportHasAreAllFound) {
  std::string text = kInput;
  for (int i = 0; i < 250; ++i)
    absl::StrAppend(&text, "node { name: 'n", i, "' op: 'Neg' input: 'x' } ");
  const SoundGraph sound = Import(text);
  ASSERT_EQ(sound.graph.num_nodes(), 251);
  EXPECT_EQ(sound.problems[0], "");
  for (size_t i = 1; i < 251; ++i) EXPECT_THAT(sound.problems[i], HasSubstr("attr 'T' is missing"));
}

TEST(SoundGraph, AVersionThatIsRefusedLeavesTheNodes) {
  const SoundGraph sound = Import(absl::StrCat(kInput, "versions { min_consumer: 1000000 }"));
  EXPECT_FALSE(sound.status.ok());
  EXPECT_EQ(sound.graph.num_nodes(), 1);
}

}  // namespace
}  // namespace opgraft
