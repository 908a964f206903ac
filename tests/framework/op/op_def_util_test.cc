// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_util.h"

#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

TEST(OpDefUtil, AnOpIsSummarizedInALine) {
  const OpDef op = MakeOp(OpDefBuilder("N")
                              .Input("a: T")
                              .Input("b: Ref(float)")
                              .Input("c: N * T")
                              .Input("e: L")
                              .Output("o: T")
                              .Attr("T: {float, int32} = DT_FLOAT")
                              .Attr("N: int >= 2")
                              .Attr("L: list(type)")
                              .SetIsStateful()
                              .SetIsCommutative());
  EXPECT_EQ(SummarizeOpDef(op),
            "Op<name=N; signature=a:T, b:Ref(float), c:N*T, e:L -> o:T; "
            "attr=T:type,default=DT_FLOAT,allowed=[DT_FLOAT, DT_INT32]; attr=N:int,min=2; "
            "attr=L:list(type),min=1; is_commutative=true; is_stateful=true>");
  EXPECT_EQ(SummarizeOpDef(MakeOp(OpDefBuilder("Empty"))), "Op<name=Empty; signature= -> >");
}

TEST(OpDefUtil, WhatAnAttrNeedsIsSaidInShort) {
  EXPECT_EQ(SummarizeAttrDef(MakeOp(OpDefBuilder("X").Attr("strides: list(int) >= 4")).attr(0)),
            "list(int) >= 4");
  EXPECT_EQ(SummarizeAttrDef(MakeOp(OpDefBuilder("X").Attr("m: {'a', 'b'} = 'a'")).attr(0)),
            "string in [\"a\", \"b\"] = \"a\"");
}

TEST(OpDefUtil, AttrsAndArgsAreFoundByName) {
  OpDef op = MakeOp(OpDefBuilder("X").Attr("a: int").Input("b: float"));
  EXPECT_EQ(FindAttr("a", op), &op.attr(0));
  EXPECT_EQ(FindMutableAttr("a", &op), &op.attr(0));
  EXPECT_EQ(FindAttr("b", op), nullptr);
  EXPECT_EQ(FindInputArg("b", op), &op.input_arg(0));
  EXPECT_EQ(FindInputArg("a", op), nullptr);
}

TEST(OpDefUtil, AttrDefsDifferInAnyField) {
  const std::string base =
      "name: 'foo' type: 'string' description: 'cool' has_minimum: true minimum: 2 "
      "default_value { i: 2 } allowed_values { i: 5 }";
  const std::pair<const char*, const char*> changes[] = {
      {"'foo'", "'FOO'"},
      {"'string'", "'int32'"},
      {"'cool'", "'COOL'"},
      {"has_minimum: true", "has_minimum: false"},
      {"minimum: 2", "minimum: 3"},
      {"{ i: 2 }", "{ i: 3 }"},
      {"{ i: 5 }", "{ i: 6 }"},
      {"default_value { i: 2 }", ""},
      {"allowed_values { i: 5 }", ""}};
  const auto attr = FromText<OpDef::AttrDef>(base);
  EXPECT_TRUE(AttrDefEqual(attr, attr));
  EXPECT_EQ(AttrDefHash(attr), AttrDefHash(FromText<OpDef::AttrDef>(base)));
  for (const auto& [from, to] : changes) {
    std::string text = base;
    text.replace(text.find(from), std::string(from).size(), to);
    const auto changed = FromText<OpDef::AttrDef>(text);
    EXPECT_FALSE(AttrDefEqual(attr, changed)) << text;
    EXPECT_NE(AttrDefHash(attr), AttrDefHash(changed)) << text;
  }
}

TEST(OpDefUtil, TheOrderOfAttrsDoesNotCount) {
  const OpDef ab = MakeOp(OpDefBuilder("X").Attr("a: int").Attr("b: bool")),
              ba = MakeOp(OpDefBuilder("X").Attr("b: bool").Attr("a: int"));
  EXPECT_TRUE(OpDefEqual(ab, ba));
  EXPECT_EQ(OpDefHash(ab), OpDefHash(ba));
  for (const OpDef& other : {MakeOp(OpDefBuilder("X").Attr("a: int")),
                             MakeOp(OpDefBuilder("X").Attr("a: int").Attr("b: int")),
                             MakeOp(OpDefBuilder("Y").Attr("a: int").Attr("b: bool"))}) {
    EXPECT_FALSE(OpDefEqual(ab, other));
    EXPECT_NE(OpDefHash(ab), OpDefHash(other));
  }
}

TEST(OpDefUtil, DescriptionsAreRemovedEverywhere) {
  OpDef op = MakeOp(OpDefBuilder("X")
                        .Attr("a: int")
                        .Input("b: float")
                        .Output("c: float")
                        .Doc("S\n\nD\n\na: A\nb: B\nc: C"));
  RemoveDescriptions(&op);
  EXPECT_EQ(op.ShortDebugString(),
            MakeOp(OpDefBuilder("X").Attr("a: int").Input("b: float").Output("c: float"))
                .ShortDebugString());
}

TEST(OpDefUtil, AnOpsAttrsAreListedForMessages) {
  EXPECT_EQ(ListAttrs(MakeOp(OpDefBuilder("A"))), "none");
  EXPECT_EQ(ListAttrs(MakeOp(OpDefBuilder("A").Attr("T: type").Attr("n: list(int)"))),
            "T (type), n (list(int))");
}

TEST(OpDefUtil, ARemovedOpIsNotThereFromItsVersionOn) {
  const OpDef op = MakeOp(OpDefBuilder("A").Deprecated(8, "Use B"));
  EXPECT_TRUE(CheckOpDeprecation(op, 7).ok());
  EXPECT_EQ(CheckOpDeprecation(op, 8),
            absl::UnimplementedError("Op A is not available in GraphDef version 8. It has been "
                                     "removed in version 8. Use B."));
  EXPECT_TRUE(CheckOpDeprecation(MakeOp(OpDefBuilder("A")), 8).ok());
}

}  // namespace
}  // namespace opgraft
