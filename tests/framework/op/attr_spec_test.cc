// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr_spec.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

const char kNumbers[] =
    "list { type: [DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_COMPLEX64, "
    "DT_INT64, DT_QINT8, DT_QUINT8, DT_QINT32, DT_BFLOAT16, DT_QINT16, DT_QUINT16, DT_UINT16, "
    "DT_COMPLEX128, DT_HALF, DT_UINT32, DT_UINT64";
const char kReals[] =
    "list { type: [DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, "
    "DT_BFLOAT16, DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64";
const char kQuantized[] = "list { type: [DT_QINT8, DT_QUINT8, DT_QINT32, DT_QINT16, DT_QUINT16";

std::string Allowed(const std::string& types) {
  return "type: 'type' allowed_values { " + types + "] } }";
}
std::string AllowedList(const std::string& types) {
  return "type: 'list(type)' allowed_values { " + types + "] } }";
}

struct Accepted {
  std::string spec;
  std::string attr;  // in text format
};

TEST(AttrSpec, TensorFlowsSpecsGiveTensorFlowsAttrs) {
  const Accepted cases[] = {
      {"a:string", "name: 'a' type: 'string'"},
      {"A: int", "name: 'A' type: 'int'"},
      {"a1 :float", "name: 'a1' type: 'float'"},
      {"a_a : bool", "name: 'a_a' type: 'bool'"},
      {"aB  :  type", "name: 'aB' type: 'type'"},
      {"aB_3\t: shape", "name: 'aB_3' type: 'shape'"},
      {"t: tensor", "name: 't' type: 'tensor'"},
      {"XYZ\t:\tlist(type)", "name: 'XYZ' type: 'list(type)'"},
      {"f: func", "name: 'f' type: 'func'"},
      {"f: list\n( func ) ", "name: 'f' type: 'list(func)'"},
      {"a:numbertype", "name: 'a' " + Allowed(kNumbers)},
      {"a:numerictype", "name: 'a' " + Allowed(kNumbers)},
      {"a:{numbertype, variant}", "name: 'a' " + Allowed(kNumbers + std::string(", DT_VARIANT"))},
      {"a:realnumbertype", "name: 'a' " + Allowed(kReals)},
      {"a:{realnumbertype,  variant , string, }",
       "name: 'a' " + Allowed(kReals + std::string(", DT_VARIANT, DT_STRING"))},
      {"a:quantizedtype", "name: 'a' " + Allowed(kQuantized)},
      {"a:{quantizedtype  ,string}",
       "name: 'a' " + Allowed(kQuantized + std::string(", DT_STRING"))},
      {"a:{string,int32}", "name: 'a' " + Allowed("list { type: [DT_STRING, DT_INT32")},
      {"a: { float , complex64 } ", "name: 'a' " + Allowed("list { type: [DT_FLOAT, DT_COMPLEX64")},
      {"a: {float, complex64,} ", "name: 'a' " + Allowed("list { type: [DT_FLOAT, DT_COMPLEX64")},
      {"a: {float, float32}", "name: 'a' " + Allowed("list { type: [DT_FLOAT, DT_FLOAT")},
      {R"(a: { "X", "yz", })",
       "name: 'a' type: 'string' allowed_values { list { s: ['X', 'yz'] } }"},
      {"i: int >= -5", "name: 'i' type: 'int' has_minimum: true minimum: -5"},
      {"i: int>=010", "name: 'i' type: 'int' has_minimum: true minimum: 10"},
      {"i: int >= 9223372036854775807",
       "name: 'i' type: 'int' has_minimum: true minimum: 9223372036854775807"},
      {"i: int >= -9223372036854775808",
       "name: 'i' type: 'int' has_minimum: true minimum: -9223372036854775808"},
      {"a:list(realnumbertype)", "name: 'a' " + AllowedList(kReals)},
      {"a:list({realnumbertype, variant})",
       "name: 'a' " + AllowedList(kReals + std::string(", DT_VARIANT"))},
      {"a:list(quantizedtype)", "name: 'a' " + AllowedList(kQuantized)},
      {"a: list({float, string, bool})",
       "name: 'a' " + AllowedList("list { type: [DT_FLOAT, DT_STRING, DT_BOOL")},
      {R"(a: list({ "one fish", "two fish" }))",
       "name: 'a' type: 'list(string)' allowed_values { list { s: ['one fish', 'two fish'] } }"},
      {R"(a: list({ "single' ", 'double"' }))",
       R"(name: 'a' type: 'list(string)' allowed_values { list { s: ["single' ", 'double"'] } })"},
      {R"(a: list({ 'escape\'\n', "from\\\"NY" }))",
       R"(name: 'a' type: 'list(string)' allowed_values { list { s: ["escape'\n", 'from\\"NY'] } })"},
      {"i: list(bool) >= 4", "name: 'i' type: 'list(bool)' has_minimum: true minimum: 4"},
      {"a:string=\"foo\"", "name: 'a' type: 'string' default_value { s: 'foo' }"},
      {"a:float = 1.25", "name: 'a' type: 'float' default_value { f: 1.25 }"},
      {"a:list(int)=[  ]", "name: 'a' type: 'list(int)' default_value { list { } }"},
      {"i: int >= 3\n= 4",
       "name: 'i' type: 'int' default_value { i: 4 } has_minimum: true minimum: 3"},
  };
  for (const Accepted& c : cases) {
    OpDef::AttrDef attr;
    const auto error = ParseAttrSpec(c.spec, /*allow_any=*/false, &attr);
    ASSERT_FALSE(error.has_value()) << c.spec << ": " << error->message;
    EXPECT_EQ(attr.ShortDebugString(), FromText<OpDef::AttrDef>(c.attr).ShortDebugString())
        << c.spec;
  }
}

struct Refused {
  std::string spec;
  size_t begin;  // where the caret points
  size_t end;
  std::string message;
};

TEST(AttrSpec, AWrongSpecIsPointedAtAndExplained) {
  const Refused cases[] = {
      {"_:string", 0, 1, "Trouble parsing '<name>:'"},
      {"9:string", 0, 1, "Trouble parsing '<name>:'"},
      {":string", 0, 1, "Trouble parsing '<name>:'"},
      {"string", 6, 6, "':' is missing after the attr name 'string'"},
      {"T {float}", 2, 3, "':' is missing after the attr name 'T'"},
      {"a:invalid", 2, 9, "'invalid' is not an attr type"},
      {"b:", 2, 2, "Trouble parsing type string at ''"},
      {"a: int32", 3, 8,
       "'int32' is not an attr type but the type of a tensor; to allow it, write {int32}"},
      {"a: types", 3, 8, "nearest: type"},
      {"a: function", 3, 11, "'function' is not an attr type; nearest: func"},
      {"a: numbertypes", 3, 14, "nearest: numbertype"},
      {"a: realnumberictype", 3, 19, "nearest: realnum"},
      {"a: any", 3, 6, "'any' is not an attr type"},
      {"a: list(list(int))", 8, 12, "lists do not nest"},
      {"a: list ", 3, 7, "write list(int)"},
      {"a: list(int", 11, 11, "Expected ) to close 'list(', not: ''"},
      {"a:{}", 3, 4, "Trouble parsing type string at '}'"},
      {"a:{,}", 3, 4, "Trouble parsing type string at ',}'"},
      {"a:{invalid}", 3, 10, "'invalid' is not a type"},
      {"T: {float, doubel}", 11, 17, "'doubel' is not a type; nearest: double"},
      {"T: {int}", 4, 7, "'int' is not a type; nearest: int32"},
      {"a:{\"str\", float}", 10, 15, "Trouble parsing allowed string at 'float}'"},
      {"a:{ float, \"str\" }", 11, 12, "Trouble parsing type string at '\"str\" }'"},
      {"a:{float,,string}", 9, 10, "Trouble parsing type string at ',string}'"},
      {"a: {int32; int64}", 9, 10, "Expected , or } after types in list, not: '; int64}'"},
      {"T: {float double}", 10, 16,
       "Expected , or } after types in list, not: 'double}'; put a comma before it"},
      {"a: {\"a\" \"b\"}", 8, 9, "Expected , or } after strings in list"},
      {R"(a: {"\q"})", 4, 8, R"(Trouble unescaping "\q")"},
      {"a: {int32_ref}", 9, 13, "Expected , or } after types in list, not: '_ref}'"},
      {"i: int >= a", 10, 11, "Could not parse integer lower limit after '>=', found 'a' instead"},
      {"i: int >= -a", 10, 11, "found '-a' instead"},
      {"i: int >= +3", 10, 11, "found '+3' instead"},
      {"i: int >= 9223372036854775808", 10, 29, "found '9223372036854775808' instead"},
      {"i: int >= -9223372036854775809", 10, 11, "found '-9223372036854775809' instead"},
      {"i: int >= 3.5", 11, 12, "Extra '.5' unparsed at the end"},
      {"i: float >= 3", 9, 10,
       "Extra '>= 3' unparsed at the end: only int and list attrs have a minimum"},
      {"a: int int", 7, 10, "Extra 'int' unparsed at the end"},
      {"a:int=\"foo\"", 6, 11, "Could not parse default value '\"foo\"'"},
      {"a:float = [1.25]", 10, 16, "Could not parse default value '[1.25]'"},
  };
  for (const Refused& c : cases) {
    OpDef::AttrDef attr;
    const auto error = ParseAttrSpec(c.spec, /*allow_any=*/false, &attr);
    ASSERT_TRUE(error.has_value()) << c.spec;
    EXPECT_THAT(error->message, HasSubstr(c.message)) << c.spec;
    EXPECT_EQ(error->begin, c.begin) << c.spec << ": " << error->message;
    EXPECT_EQ(error->end, c.end) << c.spec << ": " << error->message;
  }
}

TEST(AttrSpec, RealnumerictypeWorksEverywhereUnlikeInTensorFlow) {
  for (const char* spec :
       {"a: realnumerictype", "a: list(realnumerictype)", "a: {realnumerictype}"}) {
    OpDef::AttrDef attr;
    EXPECT_FALSE(ParseAttrSpec(spec, false, &attr).has_value()) << spec;
    EXPECT_EQ(attr.allowed_values().list().type_size(), 12) << spec;
  }
}

TEST(AttrSpec, AnyIsATypeOnlyWhereAllowed) {
  OpDef::AttrDef attr;
  EXPECT_TRUE(ParseAttrSpec("a: any", false, &attr).has_value());
  EXPECT_FALSE(ParseAttrSpec("a: any", true, &attr).has_value());
  EXPECT_EQ(attr.type(), "any");
  EXPECT_TRUE(ParseAttrSpec("a: any = 3", true, &attr).has_value());
}

TEST(AttrSpec, TheNameOfAWrongSpecIsGuessedForFollowUps) {
  EXPECT_EQ(GuessDeclaredName("T {float}"), "T");
  EXPECT_EQ(GuessDeclaredName(" T: floot"), "T");
  EXPECT_EQ(GuessDeclaredName(": int"), "");
}

}  // namespace
}  // namespace opgraft
