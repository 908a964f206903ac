// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/need_analysis.h"

#include <algorithm>
#include <functional>
#include <random>
#include <utility>

#include "absl/strings/numbers.h"
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

// Evaluates conditions as the executor does, but by recursion alone.
struct Evaluation {
  const std::vector<Guard>& guards;
  const std::vector<bool>& unset;  // by variable

  bool Holds(const Guard& guard) const {
    return std::any_of(guard.begin(), guard.end(), [this](const std::vector<int32_t>& clause) {
      return std::all_of(clause.begin(), clause.end(), [this](int32_t literal) {
        return literal >= 0 ? unset[literal] : Holds(guards[~literal]);
      });
    });
  }
  bool Holds(const Condition& condition) const {
    return condition.always() || Holds(condition.clauses());
  }
};

// The nodes "c<i>" of a graph are needed where `expected(i, unset)` says so; variable "r<i>" is
// number i. Long conditions are shared.
void ExpectNeeds(const Graph& graph, int n, const NeedRoots& roots,
                 const std::function<bool(int i, const std::vector<bool>& unset)>& expected) {
  std::vector<Guard> guards;
  const auto variable_of = [&](const Node& node) {
    int32_t i = -1;
    return node.name()[0] == 'r' && absl::SimpleAtoi(node.name().substr(1), &i) ? i : -1;
  };
  const auto add_guard = [&](Guard guard) {
    guards.push_back(std::move(guard));
    return static_cast<int32_t>(guards.size() - 1);
  };
  const Needs needs = AnalyzeNeeds(graph, roots, {}, variable_of, add_guard);
  EXPECT_EQ(needs.gave_up_at, -1);
  EXPECT_FALSE(guards.empty());
  for (const Condition& condition : needs.nodes) EXPECT_LE(condition.num_literals(), 64);
  std::mt19937 random(7);
  for (int density : {0, 1, 3, n / 2, n - 1, n}) {
    std::vector<bool> unset;
    for (int i = 0; i < n; ++i) unset.push_back(static_cast<int>(random() % n) < density);
    const Evaluation evaluation{guards, unset};
    for (int i = 0; i < n; ++i) {
      const Condition& condition = needs.nodes[graph.FindNode(absl::StrCat("c", i))];
      EXPECT_EQ(evaluation.Holds(condition), expected(i, unset)) << i << " of density " << density;
    }
  }
}

TEST(NeedAnalysis, TheInitsOfOneChainShareTheirConditions) {
  constexpr int kVariables = 400;
  GraphBuilder b;
  Value chain = b.Const({1.0f}, "x");
  for (int i = 0; i < kVariables; ++i) {
    chain = b.Op("Neg", {chain}, absl::StrCat("c", i));
    b.ReadValue(absl::StrCat("v", i), chain, absl::StrCat("r", i));
  }
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  NeedRoots roots;
  for (int i = 0; i < kVariables; ++i) roots.nodes.push_back(graph->FindNode(absl::StrCat("r", i)));
  ExpectNeeds(*graph, kVariables, roots, [](int i, const std::vector<bool>& unset) {
    return std::find(unset.begin() + i, unset.end(), true) != unset.end();
  });
}

// The init of variable i is c<i>, a node on the variable before.
TEST(NeedAnalysis, InitsOfInitsShareTheirConditions) {
  constexpr int kVariables = 400;
  GraphBuilder b;
  Value read = b.Const({1.0f}, "x");
  for (int i = 0; i < kVariables; ++i) {
    const Value init = b.Op("Neg", {read}, absl::StrCat("c", i));
    read = b.ReadValue(absl::StrCat("v", i), init, absl::StrCat("r", i));
  }
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const NeedRoots roots{{}, {graph->FindNode(absl::StrCat("r", kVariables - 1))}};
  ExpectNeeds(*graph, kVariables, roots, [](int i, const std::vector<bool>& unset) {
    return std::find(unset.begin() + i, unset.end(), false) == unset.end();
  });
}

}  // namespace
}  // namespace opgraft
