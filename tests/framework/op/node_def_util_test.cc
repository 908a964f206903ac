// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_def_util.h"

#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

NodeDef Node(const std::string& text) { return FromText<NodeDef>("name: 'n' " + text); }

TEST(NodeDefUtil, ANodeIsSummarizedAsInTensorFlow) {
  const std::pair<const char*, const char*> cases[] = {
      {"op: 'In' input: 'a' attr { key: 'T' value { type: DT_FLOAT } }",
       "{{node n}} = In[T=DT_FLOAT](a)"},
      {"op: 'None' device: '/cpu:17'", "{{node n}} = None[_device=\"/cpu:17\"]()"},
      {"op: 'X' device: '/cpu:5' attr { key: 'v' value { i: 7 } } attr { key: 'a' value { b: false "
       "} }",
       "{{node n}} = X[a=false, v=7, _device=\"/cpu:5\"]()"},
      {"op: 'X' input: 'a' input: 'b:1' input: '^c'", "{{node n}} = X[](a, b:1, ^c)"},
  };
  for (const auto& [node, summary] : cases) EXPECT_EQ(SummarizeNodeDef(Node(node)), summary);
  EXPECT_EQ(SummarizeNodeDef(Node("op: 'X' input: 'a' input: 'b' input: 'c'"), 2),
            "{{node n}} = X[](a, b, ...)");
  EXPECT_EQ(FormatNodeForError(Node("")), "{{node n}}");
}

TEST(NodeDefUtil, OnlyTheFirstAttachedNodeHasBraces) {
  NodeDef a, b;
  a.set_name("a");
  b.set_name("b");
  absl::Status error = absl::InvalidArgumentError("Error");
  error.SetPayload("url", absl::Cord("payload"));
  const absl::Status once = AttachDef(error, a);
  EXPECT_EQ(once.message(), "Error\n\t [[{{node a}}]]");
  EXPECT_EQ(AttachDef(once, b).message(), "Error\n\t [[{{node a}}]]\n\t [[b]]");
  EXPECT_EQ(*AttachDef(once, b).GetPayload("url"), "payload");
}

TEST(NodeDefUtil, ArgsAreExpandedToTypes) {
  const OpDef op = MakeOp(OpDefBuilder("Simple")
                              .Input("a: float")
                              .Input("b: Ref(int32)")
                              .Output("c: string")
                              .Output("d: bool"));
  DataTypeVector inputs, outputs;
  ASSERT_TRUE(InOutTypesForNode(Node(""), op, &inputs, &outputs).ok());
  EXPECT_THAT(inputs, ElementsAre(DT_FLOAT, DT_INT32_REF));
  EXPECT_THAT(outputs, ElementsAre(DT_STRING, DT_BOOL));
  DataType dtype;
  EXPECT_TRUE(OutputTypeForNode(Node(""), op, 1, &dtype).ok());
  EXPECT_EQ(dtype, DT_BOOL);
  EXPECT_FALSE(InputTypeForNode(Node(""), op, 2, &dtype).ok());
  EXPECT_FALSE(InputTypeForNode(Node(""), op, -1, &dtype).ok());
  int count = 0;
  EXPECT_TRUE(NumOutputsForNode(Node(""), op, &count).ok());
  EXPECT_EQ(count, 2);
}

TEST(NodeDefUtil, WrongSignaturesAreErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"input_arg { name: 'a' type_attr: 'T' }", "No attr named 'T' in NodeDef"},
      {"input_arg { name: 'a' type: DT_INT32 number_attr: 'N' }",
       "Value for number_attr() -1 < 0 (attr 'N')"},
      {"input_arg { name: 'a' type: DT_INT32 number_attr: 'M' }",
       "Number of outputs is too big: 2000000 (attr 'M')"},
      {"input_arg { name: 'a' type: DT_INT32 number_attr: 'P' }",
       "unexpected type 'placeholder' for attr 'P'"},
      {"input_arg { name: 'a' type_attr: 'P' number_attr: 'Z' }",
       "unexpected type 'placeholder' for attr 'P'"},
      {"input_arg { name: 'a' }", "Missing type or type_attr field in arg 'a'"},
      {"input_arg { name: 'a' type: DT_INT32_REF is_ref: true }",
       "Requested reference to a reference type: arg 'a'"},
  };
  const NodeDef node = Node(
      "attr { key: 'N' value { i: -1 } } attr { key: 'M' value { i: 2000000 } } "
      "attr { key: 'P' value { placeholder: 'P' } } attr { key: 'Z' value { i: 0 } }");
  for (const auto& [op, message] : cases) {
    DataTypeVector types;
    EXPECT_THAT(std::string(InputTypesForNode(node, FromText<OpDef>(op), &types).message()),
                HasSubstr(message));
  }
}

TEST(NodeDefUtil, LengthsOfManyArgsAddUpToTheLimit) {
  const OpDef op =
      MakeOp(OpDefBuilder("X").Output("a: N * float").Output("b: N * float").Attr("N: int"));
  DataTypeVector types;
  EXPECT_FALSE(OutputTypesForNode(Node("attr { key: 'N' value { i: 1000000 } }"), op, &types).ok());
}

TEST(NodeDefUtil, NameRangesFollowTheLengths) {
  const OpDef op = MakeOp(OpDefBuilder("R")
                              .Input("a: N*int32")
                              .Input("b: N*T")
                              .Output("c: T")
                              .Output("d: N*string")
                              .Output("e: M*bool")
                              .Output("f: L")
                              .Attr("N: int")
                              .Attr("M: int")
                              .Attr("T: type")
                              .Attr("L: list(type)"));
  const NodeDef node = Node(
      "attr { key: 'N' value { i: 4 } } attr { key: 'M' value { i: 3 } } attr { key: 'T' value { "
      "type: DT_FLOAT } } attr { key: 'L' value { list { type: [DT_INT8, DT_INT16] } } }");
  NameRangeMap inputs, outputs;
  ASSERT_TRUE(NameRangesForNode(node, op, &inputs, &outputs).ok());
  EXPECT_THAT(inputs, ElementsAre(Pair("a", Pair(0, 4)), Pair("b", Pair(4, 8))));
  EXPECT_THAT(outputs, ElementsAre(Pair("c", Pair(0, 1)), Pair("d", Pair(1, 5)),
                                   Pair("e", Pair(5, 8)), Pair("f", Pair(8, 10))));
  EXPECT_TRUE(NameRangesForNode(node, op, nullptr, &outputs).ok());
  EXPECT_FALSE(NameRangesForNode(Node(""), op, &inputs, nullptr).ok());
}

TEST(NodeDefUtil, DefaultsAreAddedAndStripped) {
  const OpDef op = MakeOp(OpDefBuilder("D").Attr("a: int = 1").Attr("b: int = 2").Attr("c: int"));
  NodeDef node = Node("attr { key: 'b' value { i: 5 } } attr { key: '_x' value { i: 1 } }");
  AddDefaultsToNodeDef(op, &node);
  EXPECT_EQ(SummarizeNodeDef(node), "{{node n}} = [_x=1, a=1, b=5]()");
  StripDefaultAttrsFromNodeDef(op, &node);
  EXPECT_EQ(SummarizeNodeDef(node), "{{node n}} = [_x=1, b=5]()");
}

TEST(NodeDefUtil, AttrsThatAnOlderReaderDoesNotKnowGoIfTheyEqualTheDefault) {
  const OpDef producer = MakeOp(OpDefBuilder("D").Attr("a: int = 1").Attr("b: int = 2"));
  const OpDef consumer = MakeOp(OpDefBuilder("D").Attr("a: int = 1"));
  NodeDef node = Node("attr { key: 'a' value { i: 1 } } attr { key: 'b' value { i: 2 } }");
  ASSERT_TRUE(RemoveNewDefaultAttrs(producer, consumer, &node).ok());
  EXPECT_EQ(SummarizeNodeDef(node), "{{node n}} = [a=1]()");
  NodeDef changed = Node("attr { key: 'b' value { i: 3 } }");
  ASSERT_TRUE(RemoveNewDefaultAttrs(producer, consumer, &changed).ok());
  EXPECT_EQ(SummarizeNodeDef(changed), "{{node n}} = [b=3]()");
  NodeDef unknown = Node("attr { key: 'z' value { i: 3 } }");
  EXPECT_THAT(std::string(RemoveNewDefaultAttrs(producer, consumer, &unknown).message()),
              HasSubstr("Attr 'z' missing in producer's OpDef: Op<name=D;"));
}

TEST(NodeDefUtil, APrefixAlsoGoesToTheFrameOfAnEnter) {
  NodeDef node = FromText<NodeDef>(
      "name: 'enter' op: 'Enter' attr { key: 'frame_name' value { s: 'test_frame' } }");
  AddPrefixAndSuffixToNode("prefix/", "/suffix", &node);
  EXPECT_EQ(node.name(), "prefix/enter/suffix");
  EXPECT_EQ(node.attr().at("frame_name").s(), "prefix/test_frame/suffix");
}

}  // namespace
}  // namespace opgraft
