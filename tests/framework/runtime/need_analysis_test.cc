// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/need_analysis.h"

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Condition Unset(std::vector<int32_t> variables) {
  Condition condition = Condition::Always();
  for (int32_t v : variables) condition = condition.AndUnset(v);
  return condition;
}

TEST(Condition, NeverIsTheNeutralElementOfOr) {
  Condition condition;
  EXPECT_TRUE(condition.never());
  condition.Or(Unset({1}));
  EXPECT_EQ(condition, Unset({1}));
  condition.Or(Condition());
  EXPECT_EQ(condition, Unset({1}));
}

TEST(Condition, AlwaysAbsorbsEverything) {
  Condition condition = Unset({1});
  condition.Or(Condition::Always());
  EXPECT_TRUE(condition.always());
  condition.Or(Unset({2}));
  EXPECT_TRUE(condition.always());
}

TEST(Condition, AClauseThatImpliesAnotherIsDropped) {
  Condition condition = Unset({1, 2});
  condition.Or(Unset({1}));
  EXPECT_THAT(condition.clauses(), ElementsAre(ElementsAre(1)));
  condition.Or(Unset({1, 3}));
  EXPECT_THAT(condition.clauses(), ElementsAre(ElementsAre(1)));
}

TEST(Condition, ClausesAreSortedSoThatEqualConditionsCompareEqual) {
  Condition a = Unset({2});
  a.Or(Unset({1}));
  Condition b = Unset({1});
  b.Or(Unset({2}));
  EXPECT_EQ(a, b);
  EXPECT_EQ(Unset({2, 1}), Unset({1, 2}));
  EXPECT_EQ(Unset({1, 1}), Unset({1}));
}

TEST(Condition, AndUnsetDistributesOverOr) {
  Condition condition = Unset({1});
  condition.Or(Unset({2}));
  EXPECT_THAT(condition.AndUnset(3).clauses(), ElementsAre(ElementsAre(1, 3), ElementsAre(2, 3)));
  EXPECT_THAT(condition.AndUnset(1).clauses(), ElementsAre(ElementsAre(1)));
}

// Thirty layers of two variables; the inits of both need both of the layer below: 2^30 ways to need
// the last.
TEST(NeedAnalysis, GivesUpWhereConditionsGrowOutOfHand) {
  GraphBuilder b;
  Value below = b.Const({1.0f}, "last");
  for (int layer = 0; layer < 30; ++layer) {
    const Value left = b.ReadValue(absl::StrCat("left", layer), below);
    const Value right = b.ReadValue(absl::StrCat("right", layer), below);
    below = b.Op("AddV2", {left, right}, absl::StrCat("sum", layer));
  }
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const absl::Status status = CompiledModel::Compile(*graph).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("the inits of variables need one another in too many ways"));
}

TEST(NeedAnalysis, ThousandsOfVariablesMayShareAnInit) {
  GraphBuilder b;
  const Value init = b.Op("Neg", {b.Const({1.0f})}, "init");
  for (int i = 0; i < 3000; ++i) b.ReadValue(absl::StrCat("v", i), init);
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_TRUE(CompiledModel::Compile(*graph).ok());
}

}  // namespace
}  // namespace opgraft
