#include "framework/runtime/need_analysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

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

}  // namespace
}  // namespace opgraft
