// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/validate_node_def.h"

#include <string>

#include "framework/op/node_def_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

struct Case {
  OpDefBuilder op;
  std::string node;     // in text format, without the name
  std::string problem;  // "" if valid
};

TEST(NodeDefValidation, ANodeIsCheckedByItsOp) {
  const OpDefBuilder in = OpDefBuilder("In").Input("i: T").Attr("T: type");
  const OpDefBuilder out = OpDefBuilder("Out").Output("o: T").Attr("T: numbertype");
  const OpDefBuilder choice = OpDefBuilder("Enum").Attr("e: {'apple','orange'}");
  const OpDefBuilder same =
      OpDefBuilder("SameIn").Input("i: N * T").Attr("N: int >= 2").Attr("T: {float,double}");
  const OpDefBuilder any = OpDefBuilder("AnyIn").Input("i: T").Attr("T: list(type) >= 1");
  const std::string t_float = " attr { key: 'T' value { type: DT_FLOAT } }";
  const Case cases[] = {
      {in, "op: 'In' input: 'a'" + t_float, ""},
      {in, "op: 'In' input: 'a' input: '^b'" + t_float, ""},
      {in, "op: 'In' input: 'a' attr { key: 'EXTRA' value { i: 17 } }" + t_float, ""},
      {in, "op: 'In' input: 'a' attr { key: '_x' value { } }" + t_float, ""},
      {in, "op: 'Wrong' input: 'a'" + t_float, "NodeDef op 'Wrong' does not match Op<name=In;"},
      {in, "op: 'In' input: 'a'", "NodeDef missing attr 'T'; In needs T: type"},
      {in, "op: 'In' input: 'a' attr { key: 'T' value { i: 17 } }",
       "AttrValue had value with type 'int' when 'type' expected for attr 'T'"},
      {in, "op: 'In' input: 'a' input: 'b'" + t_float,
       "NodeDef expected inputs 'float' do not match 2 inputs specified"},
      {in, "op: 'In'" + t_float, "NodeDef expected inputs 'float' do not match 0 inputs specified"},
      {in, "op: 'In' input: '^b' input: 'a'" + t_float,
       "Non-control input 'a' after control input"},
      {in, "op: 'In' input: 'a' input: '^b:0'" + t_float, "Control input '^b:0' must not have ':'"},
      {out, "op: 'Out' attr { key: 'T' value { type: DT_INT32 } }", ""},
      {out, "op: 'Out' attr { key: 'T' value { type: DT_STRING } }",
       "Value for attr 'T' of string is not in the list of allowed values: float, double, int32, "
       "uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, "
       "uint16, complex128, half, uint32, uint64"},
      {choice, "op: 'Enum' attr { key: 'e' value { s: 'apple' } }", ""},
      {choice, "op: 'Enum' attr { key: 'e' value { s: 'foo' } }",
       "Value for attr 'e' of \"foo\" is not in the list of allowed values: \"apple\", \"orange\""},
      {same,
       "op: 'SameIn' input: 'a' input: 'b' attr { key: 'N' value { i: 2 } } attr { key: 'T' value "
       "{ type: DT_DOUBLE } }",
       ""},
      {same,
       "op: 'SameIn' input: 'a' input: 'b' attr { key: 'N' value { i: 2 } } attr { key: 'T' value "
       "{ type: DT_STRING } }",
       "Value for attr 'T' of string is not in the list of allowed values: float, double"},
      {same, "op: 'SameIn' input: 'a' input: 'b' attr { key: 'N' value { i: 1 } }" + t_float,
       "Value for attr 'N' of 1 must be at least minimum 2"},
      {any,
       "op: 'AnyIn' input: 'a' input: 'b' attr { key: 'T' value { list { type: [DT_INT32, "
       "DT_STRING] } } }",
       ""},
      {any, "op: 'AnyIn' input: 'a' attr { key: 'T' value { list { } } }",
       "Length for attr 'T' of 0 must be at least minimum 1"},
      {any, "op: 'AnyIn' input: 'a' attr { key: 'T' value { } }",
       "Length for attr 'T' of 0 must be at least minimum 1"},
      {same, "op: 'SameIn' attr { key: 'N' value { i: 1099511627776 } }" + t_float,
       "Number of outputs is too big: 1099511627776"},
  };
  for (const Case& c : cases) {
    const absl::Status status =
        ValidateNodeDef(FromText<NodeDef>("name: 'n' " + c.node), MakeOp(c.op));
    EXPECT_EQ(status.ok(), c.problem.empty()) << c.node << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.problem)) << c.node;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr(c.problem.empty() ? "" : "; NodeDef: {{node n}}"))
        << c.node;
  }
}

TEST(NodeDefValidation, AllProblemsOfANodeComeTogether) {
  const OpDef op = MakeOp(OpDefBuilder("Conv")
                              .Attr("strides: list(int) >= 4")
                              .Attr("pad: {'SAME', 'VALID'}")
                              .Attr("n: int = 3"));
  const NodeDef node = FromText<NodeDef>(
      "name: 'c' op: 'Conv' attr { key: 'pad' value { s: 'SAMME' } } attr { key: 'n' value { i: 1 "
      "} }");
  EXPECT_EQ(ValidateNodeDef(node, op).message(),
            "Value for attr 'pad' of \"SAMME\" is not in the list of allowed values: \"SAME\", "
            "\"VALID\"; nearest: \"SAME\"; NodeDef missing attr 'strides'; Conv needs strides: "
            "list(int) >= 4; NodeDef: {{node c}} (Conv)");
}

struct Syntax {
  std::string node;
  std::string problem;  // "" if valid
};

TEST(NodeDefValidation, NamesOfUntrustedNodesAreChecked) {
  const Syntax cases[] = {
      {"name: 'n' op: 'AnyIn' input: 'a' input: 'b'", ""},
      {"name: 'n' op: 'Project>AnyIn'", ""},
      {"name: 'n' input: 'a:0' input: 'b:123'", ""},
      {"name: 'n-' input: 'a' input: '^b'", ""},
      {"name: 'a>b>c' input: 'a>b' input: '^a>b'", ""},
      {"name: '.a/b_c' input: 'a:0:1'", ""},
      {"name: 'n:0'", "Illegal op name 'n:0'"},
      {"name: '_n'", "Illegal op name '_n'"},
      {"name: 'n\\\\'", "Illegal op name 'n\\'"},
      {"", "Illegal op name ''"},
      {"name: '>a'", "Illegal op name '>a'"},
      {"name: 'a>_b'", "Illegal op name 'a>_b'"},
      {"name: 'n' input: '_a'", "Illegal op input name '_a'"},
      {"name: 'n' input: 'a\\\\'", "Illegal op input name 'a\\'"},
      {"name: 'n' input: '^b:0'", "Illegal op input name '^b:0'"},
      {"name: 'n' input: '^b\\\\'", "Illegal op input name '^b\\'"},
      {"name: 'n' input: '^^b'", "Illegal op input name '^^b'"},
      {"name: 'n' input: 'a:b'", "Illegal op input name 'a:b'"},
      {"name: 'n' input: 'a:00'", "Illegal op input name 'a:00'"},
      {"name: 'n' input: 'a:'", "Illegal op input name 'a:'"},
      {"name: 'n' input: ''", "Illegal op input name ''"},
      {"name: 'n' input: '^a' input: 'b'", "All control inputs must follow all data inputs"},
  };
  for (const Syntax& c : cases) {
    const NodeDef node = FromText<NodeDef>(c.node);
    const absl::Status status = ValidateExternalNodeDefSyntax(node);
    EXPECT_EQ(status.message(),
              c.problem.empty() ? "" : c.problem + "\n\t [[{{node " + node.name() + "}}]]")
        << c.node;
  }
}

}  // namespace
}  // namespace opgraft
