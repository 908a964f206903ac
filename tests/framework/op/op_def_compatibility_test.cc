// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_compatibility.h"

#include <string>

#include "framework/op/node_def_util.h"
#include "framework/op/validate_node_def.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

OpDefBuilder TestOp() { return OpDefBuilder("Test"); }

struct Change {
  const char* name;
  OpDefBuilder before;
  OpDefBuilder after;
  std::string message;  // "" if compatible
};

void Check(const Change& change) {
  const absl::Status status = OpDefCompatible(MakeOp(change.before), MakeOp(change.after));
  if (change.message.empty()) {
    EXPECT_TRUE(status.ok()) << change.name << ": " << status;
  } else {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << change.name;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("Incompatible Op change: " + change.message + "; old: Op<"))
        << change.name;
  }
}

TEST(OpDefCompatibility, OldGraphsMayMeetTheseChanges) {
  const OpDefBuilder same = TestOp()
                                .Attr("T: type")
                                .Attr("N: int")
                                .Attr("L: list(type)")
                                .Input("a: int32")
                                .Input("b: T")
                                .Input("c: N * int32")
                                .Input("d: N * T")
                                .Input("e: L");
  const Change changes[] = {
      {"Same", same, same, ""},
      {"AddAttr", TestOp(), TestOp().Attr("a: int = 42"), ""},
      {"LessStrict", TestOp().Attr("a: {'A', 'B'}"), TestOp().Attr("a: {'A', 'B', 'C'}"), ""},
      {"RemoveRestriction", TestOp().Attr("a: {int32, bool}"), TestOp().Attr("a: type"), ""},
      {"AttrLessRestrictive", TestOp().Attr("a: {int32, int64}"),
       TestOp().Attr("a: {int64, int32, bool}"), ""},
      {"AttrOrder", TestOp().Attr("a: int").Attr("b: bool"),
       TestOp().Attr("b: bool").Attr("a: int"), ""},
      {"TypePolymorphic", TestOp().Input("a: int32"),
       TestOp().Input("a: T").Attr("T: type = DT_INT32"), ""},
      {"MakeList", TestOp().Input("a: int32"), TestOp().Input("a: N * int32").Attr("N: int = 1"),
       ""},
      {"MakePolyList", TestOp().Input("a: int32"),
       TestOp().Input("a: N * T").Attr("N: int = 1").Attr("T: type = DT_INT32"), ""},
      {"MakeAnyList", TestOp().Input("a: int32"),
       TestOp().Input("a: T").Attr("T: list(type) = [DT_INT32]"), ""},
      {"PolyIntoList", TestOp().Input("a: T").Attr("T: type"),
       TestOp().Input("a: N * T").Attr("T: type").Attr("N: int = 1"), ""},
      {"MakeMultipleSameList", TestOp().Input("a: int32").Input("b: int32"),
       TestOp().Input("a: N * int32").Attr("N: int = 2"), ""},
      {"MakeMultipleAnyList", TestOp().Input("a: int32").Input("b: float"),
       TestOp().Input("a: T").Attr("T: list(type) = [DT_INT32, DT_FLOAT]"), ""},
      {"ChangeName", TestOp().Input("x: int32"), TestOp().Input("y: int32"), ""},
      {"AddNInts", TestOp(), TestOp().Input("a: N * int32").Attr("N: int >= 0 = 0"), ""},
      {"AddNSame", TestOp(),
       TestOp().Input("a: N * T").Attr("N: int >= 0 = 0").Attr("T: type = DT_BOOL"), ""},
      {"AddAnyList", TestOp(), TestOp().Input("a: T").Attr("T: list(type) >= 0 = []"), ""},
      {"ShorterAnyList", TestOp().Input("a: T").Attr("T: list(type) >= 2"),
       TestOp().Input("a: T").Attr("T: list(type) >= 1"), ""},
      {"AttrLowerMin", TestOp().Attr("n: int >= 2"), TestOp().Attr("n: int >= 1"), ""},
      {"AttrRemoveMin", TestOp().Attr("n: int >= 2"), TestOp().Attr("n: int"), ""},
      {"InputRemoveRef", TestOp().Input("i: Ref(int32)"), TestOp().Input("i: int32"), ""},
      {"OutputAddRef", TestOp().Output("o: int32"), TestOp().Output("o: Ref(int32)"), ""},
      {"Stateful", TestOp().SetIsStateful(), TestOp(), ""},
  };
  for (const Change& change : changes) Check(change);
}

TEST(OpDefCompatibility, OldGraphsMayNotMeetThese) {
  const Change changes[] = {
      {"Name", TestOp(), OpDefBuilder("Other"), "Name mismatch"},
      {"RemoveAttr", TestOp().Attr("a: int"), TestOp(), "Attr 'a' removed"},
      {"AddAttrNoDefault", TestOp(), TestOp().Attr("a: int"), "Attr 'a' added without default"},
      {"AddSingleInput", TestOp(), TestOp().Input("a: int32"),
       "Input signature mismatch '' vs. 'int32'"},
      {"AddNIntsBigDefault", TestOp(), TestOp().Input("a: N * int32").Attr("N: int = 1"),
       "Input signature mismatch '' vs. 'int32'"},
      {"AddListBigDefault", TestOp(), TestOp().Input("a: T").Attr("T: list(type) = [DT_INT32]"),
       "Input signature mismatch '' vs. 'int32'"},
      {"ChangeType", TestOp().Input("a: int32"), TestOp().Input("a: float"),
       "Input signature mismatch 'int32' vs. 'float'"},
      {"ChangeOrder", TestOp().Input("a: int32").Input("b: float"),
       TestOp().Input("b: float").Input("a: int32"),
       "Input signature mismatch 'int32, float' vs. 'float, int32'"},
      {"RemoveInput", TestOp().Input("a: float"), TestOp(),
       "Input signature mismatch 'float' vs. ''"},
      {"ChangeAttrType", TestOp().Attr("a: bool"), TestOp().Attr("a: int"),
       "Attr 'a' changed type 'bool' -> 'int'"},
      {"AttrFromList", TestOp().Attr("a: list(int)"), TestOp().Attr("a: int"),
       "Attr 'a' changed type 'list(int)' -> 'int'"},
      {"PolymorphicToAnyList", TestOp().Input("a: T").Attr("T: type"),
       TestOp().Input("a: T").Attr("T: list(type)"),
       "Attr 'T' changed type 'type' -> 'list(type)'"},
      {"AttrAddRestriction", TestOp().Attr("t: type"), TestOp().Attr("t: {int32, int64}"),
       "Attr 't' has a stricter set of allowed values; from no restriction to [DT_INT32, "
       "DT_INT64]"},
      {"AttrMoreRestrictive", TestOp().Attr("t: {int32, int64, bool}"),
       TestOp().Attr("t: {int32, int64}"),
       "Attr 't' has a stricter set of allowed values; from [DT_INT32, DT_INT64, DT_BOOL] to "
       "[DT_INT32, DT_INT64]"},
      {"AttrAddMin", TestOp().Attr("n: int"), TestOp().Attr("n: int >= 3"),
       "Attr 'n' has a higher minimum; from no minimum to 3"},
      {"AttrRaiseMin", TestOp().Attr("n: int >= 1"), TestOp().Attr("n: int >= 3"),
       "Attr 'n' has a higher minimum; from 1 to 3"},
      {"InputAddRef", TestOp().Input("i: int32"), TestOp().Input("i: Ref(int32)"),
       "Input 0 changed from non-ref to ref"},
      {"OutputRemoveRef", TestOp().Output("o: Ref(int32)"), TestOp().Output("o: int32"),
       "Output 0 changed from ref to non-ref"},
      {"RenameOutput", TestOp().Output("old: int32"), TestOp().Output("new: int32"),
       "Output signature mismatch 'old:int32' vs. 'new:int32'"},
      {"RenameNOutputs", TestOp().Output("old: N * int32").Attr("N: int"),
       TestOp().Output("new: N * int32").Attr("N: int"),
       "Output signature mismatch 'old:N * int32' vs. 'new:N * int32'"},
      {"RenameOutputList", TestOp().Output("old: T").Attr("T: list(type)"),
       TestOp().Output("new: T").Attr("T: list(type)"),
       "Output signature mismatch 'old:T' vs. 'new:T'"},
  };
  for (const Change& change : changes) Check(change);
}

TEST(OpDefCompatibility, AHugeDefaultLengthIsRefusedNotExpanded) {
  const OpDef newer = MakeOp(TestOp().Input("a: N * int32").Attr("N: int = 1000000000000"));
  EXPECT_EQ(OpDefCompatible(MakeOp(TestOp()), newer).code(), absl::StatusCode::kInvalidArgument);
}

TEST(OpDefCompatibility, AllChangesAreToldInOrder) {
  const OpDef older =
      MakeOp(TestOp().Attr("a: int").Attr("b: {'x', 'y'}").Attr("n: int = 1").Input("i: float"));
  const OpDef newer =
      MakeOp(TestOp().Attr("b: {'x'}").Attr("n: int >= 2 = 2").Attr("c: int").Output("o: float"));
  std::vector<std::string> texts;
  for (const OpDefChange& change : IncompatibleChanges(older, newer)) texts.push_back(change.text);
  EXPECT_THAT(
      texts,
      testing::ElementsAre(
          "Attr 'a' removed",
          "Attr 'b' has a stricter set of allowed values; from [\"x\", \"y\"] to [\"x\"]",
          "Attr 'n' has a higher minimum; from no minimum to 2", "Attr 'c' added without default",
          "Input signature mismatch 'float' vs. ''", "Output signature mismatch '' vs. 'o:float'"));
  ASSERT_EQ(ChangedDefaults(older, newer).size(), 1u);
  EXPECT_EQ(ChangedDefaults(older, newer)[0].attr, "n");
}

TEST(OpDefCompatibility, AnOldNodeIsValidForACompatibleOp) {
  const OpDef newer = MakeOp(TestOp()
                                 .Input("a: N * T")
                                 .Attr("N: int = 1")
                                 .Attr("T: type = DT_INT32")
                                 .Attr("b: bool = true"));
  NodeDef node = FromText<NodeDef>("name: 'n' op: 'Test' input: 'x'");
  AddDefaultsToNodeDef(newer, &node);
  EXPECT_TRUE(ValidateNodeDef(node, newer).ok());
  DataTypeVector inputs;
  ASSERT_TRUE(InputTypesForNode(node, newer, &inputs).ok());
  EXPECT_EQ(inputs, DataTypeVector({DT_INT32}));
}

TEST(OpDefCompatibility, DefaultsMayBeAddedButNotChangedOrRemoved) {
  const OpDef none = MakeOp(TestOp().Attr("n: int")), one = MakeOp(TestOp().Attr("n: int = 1")),
              two = MakeOp(TestOp().Attr("n: int = 2"));
  EXPECT_TRUE(OpDefAttrDefaultsUnchanged(none, one).ok());
  EXPECT_TRUE(OpDefAttrDefaultsUnchanged(one, one).ok());
  EXPECT_TRUE(OpDefAttrDefaultsUnchanged(one, MakeOp(TestOp())).ok());
  EXPECT_EQ(OpDefAttrDefaultsUnchanged(one, none).message(),
            "Attr 'n' has removed its default; from 1 to no default");
  EXPECT_EQ(OpDefAttrDefaultsUnchanged(two, one).message(),
            "Attr 'n' has changed its default value; from 2 to 1");
}

TEST(OpDefCompatibility, AnAddedDefaultStaysAsItWasAdded) {
  const OpDef before = MakeOp(TestOp()), added = MakeOp(TestOp().Attr("n: int = 1"));
  EXPECT_TRUE(OpDefAddedDefaultsUnchanged(before, added, added).ok());
  EXPECT_TRUE(OpDefAddedDefaultsUnchanged(added, added, MakeOp(TestOp().Attr("n: int = 2"))).ok());
  const auto message = [&](const OpDef& newer) {
    return std::string(OpDefAddedDefaultsUnchanged(before, added, newer).message());
  };
  EXPECT_THAT(message(before), HasSubstr("Missing attr 'n' in op: Op<name=Test"));
  EXPECT_THAT(message(MakeOp(TestOp().Attr("n: int"))),
              HasSubstr("Missing default for attr 'n' in op: Op<"));
  EXPECT_THAT(message(MakeOp(TestOp().Attr("n: int = 2"))),
              HasSubstr("Can't change default value for attr 'n' from 1 in op: Op<"));
}

}  // namespace
}  // namespace opgraft
