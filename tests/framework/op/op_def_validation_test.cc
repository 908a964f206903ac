// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_validation.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

OpDefBuilder TestOp(const char* name = "Test") { return OpDefBuilder(name); }

TEST(OpDefValidation, GoodOpsPass) {
  const OpDefBuilder good[] = {
      TestOp("X").Attr("a: int"),
      TestOp("X").Input("a: int32"),
      TestOp("X").Output("a: bool"),
      TestOp("X").Attr("t: type").Input("a: t"),
      TestOp("X").Attr("a: int = 3"),
      TestOp("X").Attr("a: int >= -5"),
      TestOp("X").Attr("a: int >= -5 = 3"),
      TestOp("X").Attr("a: numbertype"),
      TestOp("Uppercase"),
      TestOp("Namespace>X"),
      TestOp("Namespace>X>Y"),
      TestOp("_internal op!"),
      TestOp().Attr("a: list(int) = []"),
      TestOp().Attr("x: numbertype = DT_INT32"),
      TestOp().Attr("x: {'foo', 'bar'} = 'bar'"),
      TestOp().Attr("n: int >= 0").Attr("T: type").Input("a: n * T"),
  };
  for (const OpDefBuilder& builder : good) {
    const absl::Status status = ValidateOpDef(MakeOp(builder));
    EXPECT_TRUE(status.ok()) << status;
  }
}

struct BadSpec {
  OpDefBuilder builder;
  std::string message;
};

TEST(OpDefValidation, BadSpecsAreRefused) {
  const BadSpec cases[] = {
      {TestOp("lower"), "Invalid name: lower (Did you use CamelCase?); write 'Lower'"},
      {TestOp("my_lower_op"),
       "Invalid name: my_lower_op (Did you use CamelCase?); write 'MyLowerOp'"},
      {TestOp("BadSuffix 7%"), "Invalid name"},
      {TestOp(">OpName"), "Invalid name"},
      {TestOp("OpName>"), "Invalid name"},
      {TestOp("OpName>b"), "Invalid name"},
      {TestOp("OpName>A>>B"), "Invalid name"},
      {TestOp(""), "Invalid name"},
      {TestOp().Input("a: int32").Input("a: float"), "Duplicate name: 'a'"},
      {TestOp().Input("a: int32").Output("a: float"), "Duplicate name: 'a'"},
      {TestOp().Output("a: int32").Output("a: float"), "Duplicate name: 'a'"},
      {TestOp().Input("a: int32").Attr("a: float"), "Duplicate name: 'a'"},
      {TestOp().Output("a: int32").Attr("a: float"), "Duplicate name: 'a'"},
      {TestOp().Attr("a: int").Attr("a: float"), "Duplicate name: 'a'"},
      {TestOp().Attr("int32: int"), "Attr can't have name int32 that matches a data type"},
      {TestOp().Attr("float: string"), "Attr can't have name float that matches a data type"},
      {TestOp().Attr("float_ref: string"),
       "Attr can't have name float_ref that matches a data type"},
      {TestOp().Input("i: float_ref"),
       "Illegal use of ref type 'float_ref'. Use 'Ref(type)' instead for input 'i'"},
      {TestOp().Attr("T: type = DT_INT32_REF"),
       "AttrValue must not have reference type value of int32_ref for attr 'T'"},
      {TestOp().Attr("T: list(type) = [DT_STRING_REF]"),
       "AttrValue must not have reference type value of string_ref"},
      {TestOp().Attr("T: type = 1000"), "AttrValue has invalid DataType enum: 1000"},
      {TestOp().Attr("T: type = DT_INVALID"), "AttrValue has invalid DataType for attr 'T'"},
      {TestOp().Attr("a: list(bool) >=2 = []"),
       "Length for attr 'a' of 0 must be at least minimum 2"},
      {TestOp().Attr("a: list(type) >=2 = [DT_STRING]"),
       "Length for attr 'a' of 1 must be at least minimum 2"},
      {TestOp().Attr("a: int >= 7 = 2"), "Value for attr 'a' of 2 must be at least minimum 7"},
      {TestOp().Attr("L: list(int) >= -5"),
       "Attr 'L' with list type must have a non-negative minimum, not -5"},
      {TestOp().Attr("x: numbertype = DT_STRING"),
       "attr 'x' of string is not in the list of allowed values"},
      {TestOp().Attr("x: list(realnumbertype) = [DT_COMPLEX64]"),
       "attr 'x' of complex64 is not in the list"},
      {TestOp().Attr("x: {'foo', 'bar'} = 'baz'"),
       "of \"baz\" is not in the list of allowed values: \"foo\", \"bar\""},
      {TestOp().Attr("x: list({'foo', 'bar'}) = ['baz']"), "of \"baz\" is not in the list"},
      {TestOp().Input("a: N * int32"), "No attr with name 'N' for input 'a'"},
      {TestOp().Attr("N: string").Input("a: N * int32"),
       "has minimum for unsupported type string; as the length of 'a' it must be an int"},
      {TestOp().Attr("N: int >= -3").Input("a: N * int32"),
       "Attr 'N' used as length for input 'a' must have minimum >= 0"},
      {TestOp().Attr("N: int").Attr("L: list(type)").Input("a: N * L"),
       "Can't have both number_attr and type_list_attr for input 'a'"},
  };
  for (const BadSpec& c : cases) {
    const absl::Status status = ValidateOpDef(MakeOp(c.builder));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

struct BadProto {
  std::string op;  // in text format, without the name
  std::string message;
};

TEST(OpDefValidation, ANameUsedTwiceIsFoundAmongMany) {
  for (const int again : {0, 15, 16, 30}) {
    OpDefBuilder builder("Test");
    for (int i = 0; i < 40; ++i) builder.Attr(absl::StrCat("a", i, ": int"));
    EXPECT_TRUE(ValidateOpDef(MakeOp(builder)).ok());
    builder.Output(absl::StrCat("a", again, ": float"));
    EXPECT_EQ(ValidateOpDef(MakeOp(builder)).message(),
              absl::StrCat("Duplicate name: 'a", again, "' in Op 'Test'"));
  }
}

TEST(OpDefValidation, BadProtosAreRefused) {
  const BadProto cases[] = {
      {"attr { name: 'a' type: 'illegal' }", "Unrecognized type"},
      {"attr { name: 'a' type: 'list(illegal)' }", "Unrecognized type"},
      {"attr { name: 'a' type: 'int extra' }", "Extra ' extra' at the end"},
      {"attr { name: 'a' type: 'list(int extra)' }", "'list(' is missing ')' in attr"},
      {"attr { name: 'a' type: 'list(int) extra' }", "Extra ' extra' at the end"},
      {"attr { name: 'a' type: 'int' default_value { s: 'x' } }",
       "AttrValue had value with type 'string' when 'int' expected for attr 'a' in Op 'Test'"},
      {"attr { name: 'a' type: 'int' default_value { f: 0.5 } }",
       "type 'float' when 'int' expected"},
      {"attr { name: 'a' type: 'int' default_value { list { i: 2 } } }",
       "type 'list(int)' when 'int' expected"},
      {"attr { name: 'a' type: 'list(int)' default_value { f: 0.5 } }",
       "type 'float' when 'list(int)' expected"},
      {"attr { name: 'a' type: 'list(int)' default_value { list { i: 5 f: 0.5 } } }",
       "type 'list(float)' when 'list(int)' expected"},
      {"attr { name: 'a' type: 'type' default_value { } }",
       "AttrValue missing value with expected type 'type'"},
      {"attr { name: 'a' type: 'shape' default_value { } }",
       "AttrValue missing value with expected type 'shape'"},
      {"attr { name: 'a' type: 'tensor' default_value { } }",
       "AttrValue missing value with expected type 'tensor'"},
      {"attr { name: 'a' type: 'list(int)' has_minimum: true minimum: 2 default_value { list { } } "
       "}",
       "Length for attr 'a' of 0 must be at least minimum 2"},
      {"attr { name: 'a' type: 'string' has_minimum: true }",
       "minimum for unsupported type string"},
      {"attr { name: 'a' type: 'int' minimum: 3 }",
       "with has_minimum = false but minimum 3 not equal to default of 0"},
      {"attr { name: 'a' type: 'string' allowed_values { s: 'x' } }",
       "with type 'string' when 'list(string)' expected"},
      {"attr { name: 'a' type: 'string' allowed_values { list { i: 6 } } }",
       "with type 'list(int)' when 'list(string)' expected"},
      {"input_arg { name: 'b' }", "Missing type for input 'b'"},
      {"output_arg { name: 'b' }", "Missing type for output 'b'"},
      {"attr { name: 'x' type: 'type' } input_arg { name: 'a' type: DT_INT32 type_attr: 'x' }",
       "Exactly one of type, type_attr, type_list_attr must be set for input 'a'"},
      {"attr { name: 'x' type: 'int' } input_arg { name: 'a' type_attr: 'x' }",
       "Attr 'x' used as type_attr for input 'a' has type int"},
      {"attr { name: 'x' type: 'list(type)' } input_arg { name: 'a' type_attr: 'x' }",
       "Attr 'x' used as type_attr for input 'a' has type list(type)"},
      {"attr { name: 'x' type: 'type' } input_arg { name: 'a' type_list_attr: 'x' }",
       "Attr 'x' used as type_list_attr for input 'a' has type type"},
      {"input_arg { name: 'a' type_attr: 'x' }", "No attr with name 'x' for input 'a'"},
      {"attr { name: 'n' type: 'string' } input_arg { name: 'a' type: DT_INT32 number_attr: 'n' }",
       "Attr 'n' used as length for input 'a' has type string"},
      {"attr { name: 'n' type: 'int' } input_arg { name: 'a' type: DT_INT32 number_attr: 'n' }",
       "must have minimum"},
      {"attr { name: 'n' type: 'int' has_minimum: true } input_arg { name: 'a' number_attr: 'n' }",
       "Missing type for input 'a'"},
      {"attr { name: 'n' type: 'int' has_minimum: true } attr { name: 'x' type: 'type' } "
       "input_arg { name: 'a' number_attr: 'n' type: DT_INT32 type_attr: 'x' }",
       "Exactly one of type, type_attr must be set for input 'a'"},
  };
  for (const BadProto& c : cases) {
    const absl::Status status = ValidateOpDef(FromText<OpDef>("name: 'Test' " + c.op));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.op;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST(OpDefValidation, AListDefaultMayBeAbsentOrEmpty) {
  for (const char* value : {"", "list { }"}) {
    const std::string op =
        std::string("name: 'Test' attr { name: 'a' type: 'list(int)' default_value { ") + value +
        " } }";
    EXPECT_TRUE(ValidateOpDef(FromText<OpDef>(op)).ok()) << value;
  }
}

TEST(OpDefValidation, AllProblemsOfAnOpAreFoundTogether) {
  const OpDef op = MakeOp(TestOp("lower")
                              .Attr("int32: int")
                              .Attr("a: int >= 7 = 2")
                              .Input("a: float")
                              .Output("b: float_ref"));
  EXPECT_EQ(FindOpDefProblems(op).size(), 5u) << ValidateOpDef(op);
}

}  // namespace
}  // namespace opgraft
