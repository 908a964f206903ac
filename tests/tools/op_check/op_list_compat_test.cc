// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_list_compat.h"

#include <initializer_list>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

OpList Ops(std::initializer_list<OpDefBuilder> builders) {
  OpList ops;
  for (const OpDefBuilder& builder : builders) {
    OpRegistrationData data;
    const absl::Status status = builder.Finalize(&data);
    EXPECT_TRUE(status.ok()) << status;
    *ops.add_op() = data.op_def;
  }
  return ops;
}

std::vector<std::string> Lines(const OpDefBuilder& old_op, const OpDefBuilder& new_op) {
  std::vector<std::string> lines;
  for (const CompatViolation& violation : CompareOpLists(Ops({old_op}), Ops({new_op})))
    lines.push_back(violation.Line());
  return lines;
}

OpDefBuilder Foo() { return OpDefBuilder("Foo"); }

TEST(OpListCompat, AllowsWhatTheGuideAllows) {
  EXPECT_THAT(
      Lines(Foo().Input("x: float").Output("y: float"), Foo()
                                                            .Input("z: T")
                                                            .Output("y: T")
                                                            .Attr("T: {float, int32} = DT_FLOAT")
                                                            .Attr("n: int = 1")),
      IsEmpty());
  EXPECT_THAT(Lines(Foo().Attr("n: int >= 2").Attr("m: {'a'}"),
                    Foo().Attr("m: {'a', 'b'} = 'a'").Attr("n: int")),
              IsEmpty());
  EXPECT_THAT(CompareOpLists(Ops({Foo()}), Ops({Foo(), OpDefBuilder("Bar")})), IsEmpty());
}

TEST(OpListCompat, NamesTheRuleAndTheFixOfEachViolation) {
  EXPECT_THAT(Lines(Foo().Attr("n: int = 1"), Foo()),
              ElementsAre("Foo: Attr 'n' removed. Rule: an attr that graphs set must stay. Fix: "
                          "put back .Attr(\"n: int = 1\"), or register the new form as 'FooV2'."));
  EXPECT_THAT(Lines(Foo().Attr("n: int"), Foo().Attr("n: list(int)")),
              ElementsAre("Foo: Attr 'n' changed type 'int' -> 'list(int)'. Rule: an attr keeps "
                          "its type. Fix: keep .Attr(\"n: int\") and add another attr with a "
                          "default, or register the new form as 'FooV2'."));
  EXPECT_THAT(Lines(Foo().Attr("n: int"), Foo().Attr("n: int >= 3")),
              ElementsAre("Foo: Attr 'n' has a higher minimum; from no minimum to 3. Rule: a "
                          "minimum may only fall. Fix: drop the minimum, or register the new form "
                          "as 'FooV2'."));
  EXPECT_THAT(Lines(Foo(), Foo().Attr("n: int")),
              ElementsAre("Foo: Attr 'n' added without default. Rule: a new attr has a default, "
                          "which old graphs get. Fix: give .Attr(\"n: int\") the default that "
                          "means what the op did before, or register the new form as 'FooV2'."));
  EXPECT_THAT(Lines(Foo().Attr("n: int = 1"), Foo().Attr("n: int = 2")),
              ElementsAre("Foo: Attr 'n' has changed its default value; from 1 to 2. Rule: graphs "
                          "leave out attrs that have their defaults, so a default stays. Fix: put "
                          "back the default 1, or register the new form as 'FooV2'."));
  EXPECT_THAT(
      Lines(Foo().Input("x: float"), Foo()),
      ElementsAre(
          "Foo: Input signature mismatch 'float' vs. ''. Rule: inputs keep their number, order and "
          "types; one may be added as a list that is empty by default. Fix: put the inputs back (a "
          "type may become an attr whose default is the old type), or register the new form as "
          "'FooV2'."));
  EXPECT_THAT(Lines(Foo().Output("y: float"), Foo().Output("z: float")),
              ElementsAre("Foo: Output signature mismatch 'y:float' vs. 'z:float'. Rule: outputs "
                          "keep their number, order, types and names. Fix: put the outputs back, "
                          "or register the new form as 'FooV2'."));
  EXPECT_THAT(
      Lines(Foo().Input("x: float"), Foo().Input("x: Ref(float)")),
      ElementsAre("Foo: Input 0 changed from non-ref to ref. Rule: an input may stop being Ref(), "
                  "not become one. Fix: take Ref() off the input, or register the new form as "
                  "'FooV2'."));
}

TEST(OpListCompat, TellsAllOfThemSortedByOp) {
  const OpList old_ops =
      Ops({OpDefBuilder("Zoo"), OpDefBuilder("BarV2").Attr("a: int").Attr("b: {'x', 'y'}"), Foo()});
  const OpList new_ops = Ops({Foo(), OpDefBuilder("BarV2").Attr("b: {'x'}")});
  std::vector<std::string> told;
  for (const CompatViolation& violation : CompareOpLists(old_ops, new_ops)) {
    told.push_back(absl::StrCat(violation.op, ": ", violation.what, "; ", violation.fix));
  }
  EXPECT_THAT(told,
              ElementsAre("BarV2: Attr 'a' removed; put back .Attr(\"a: int\"), or register the "
                          "new form as 'BarV3'",
                          "BarV2: Attr 'b' has a stricter set of allowed values; from [\"x\", "
                          "\"y\"] to [\"x\"]; allow at least what .Attr(\"b: {'x', 'y'}\") did, or "
                          "register the new form as 'BarV3'",
                          "Zoo: the op is gone; keep it; .Deprecated(version, \"Use ...\") tells "
                          "people to leave it"));
}

TEST(OpListCompat, SurvivesAnAbsurdDefault) {
  OpDefBuilder new_op = Foo();
  new_op.Attr("N: int = 1000000000000");
  for (int i = 0; i < 100; ++i) new_op.Input(absl::StrCat("x", i, ": N * float"));
  const auto violations = CompareOpLists(Ops({Foo()}), Ops({new_op}));
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_THAT(violations[0].what, ::testing::HasSubstr("too big"));
  // As many as are allowed: the message stays short.
  const auto many =
      CompareOpLists(Ops({Foo()}), Ops({Foo().Attr("N: int = 1000000").Input("x: N * float")}));
  ASSERT_EQ(many.size(), 1u);
  EXPECT_LT(many[0].what.size(), 1000u);
}

}  // namespace
}  // namespace opgraft
