// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/parse_attr_value.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

struct Accepted {
  const char* type;
  const char* text;
  const char* value;  // in protobuf's text format
};

TEST(AttrValueText, ReadsTensorFlowsDialect) {
  const Accepted cases[] = {
      {"string", "'foo'", "s: 'foo'"},
      {"string", "\"a\\nb\" ", "s: 'a\\nb'"},
      {"string", "\"\\303\\251\"", "s: '\\303\\251'"},
      {"string", "'it\\'s'", "s: \"it's\""},
      {"int", "-9223372036854775808", "i: -9223372036854775808"},
      {"int", "08", "i: 8"},
      {"int", "# note\n3", "i: 3"},
      {"int", "3 4", "i: 3"},  // a field of unknown name is skipped
      {"int", "3 x: y", "i: 3"},
      {"float", "1.", "f: 1"},
      {"float", "1E+3", "f: 1000"},
      {"float", "-inf", "f: -inf"},
      {"float", "infinity", "f: inf"},
      {"float", "1e400", "f: inf"},
      {"float", "0x1F", "f: 31"},
      {"bool", "True", "b: true"},
      {"bool", "0", "b: false"},
      {"type", "DT_FLOAT", "type: DT_FLOAT"},
      {"type", "1", "type: DT_FLOAT"},
      {"type", "-1", "type: -1"},
      {"type", "DT_FLOAT_REF", "type: DT_FLOAT_REF"},
      {"shape", "{ dim { size: 3 } dim { size: -1 } }",
       "shape { dim { size: 3 } dim { size: -1 } }"},
      {"shape", "< dim < size: 3 > >", "shape { dim { size: 3 } }"},
      {"shape", "{ dim: [ { size: 3 }, { size: 4 } ] }",
       "shape { dim { size: 3 } dim { size: 4 } }"},
      {"shape", "{ unknown_rank: true }", "shape { unknown_rank: true }"},
      {"tensor", "{ dtype: DT_INT32 int_val: 5 }", "tensor { dtype: DT_INT32 int_val: 5 }"},
      {"tensor", "{ dtype: DT_HALF half_val: [1, 2] version_number: 1 }",
       "tensor { dtype: DT_HALF half_val: [1, 2] version_number: 1 }"},
      {"tensor", "{ nope: 1 }", "tensor { }"},
      {"func", "{ name: 'f' attr { key: 'T' value { type: DT_FLOAT } } }",
       "func { name: 'f' attr { key: 'T' value { type: DT_FLOAT } } }"},
      {"list(string)", "[\"foo\", \"]\"]", "list { s: ['foo', ']'] }"},
      {"list(bool)", "[true, false]", "list { b: [true, false] }"},
      {"list(int)", " [0, -1,# two\n 2] ", "list { i: [0, -1, 2] }"},
      {"list(int)", "[  ]", "list { }"},
      {"list(type)", "[DT_FLOAT, 3]", "list { type: [DT_FLOAT, DT_INT32] }"},
      {"list(shape)", "[{}, { unknown_rank: true }]",
       "list { shape { } shape { unknown_rank: true } }"},
      {"list(func)", "[{ name: 'f' }]", "list { func { name: 'f' } }"},
  };
  for (const Accepted& c : cases) {
    AttrValue value;
    EXPECT_TRUE(ParseAttrValue(c.type, c.text, &value)) << c.type << ": " << c.text;
    EXPECT_EQ(value.ShortDebugString(), FromText<AttrValue>(c.value).ShortDebugString())
        << c.type << ": " << c.text;
  }
}

struct Refused {
  const char* type;
  const char* text;
  const char* hint;
};

TEST(AttrValueText, RefusesWhatTensorFlowRefusesAndSaysWhatWouldBeRight) {
  const Refused cases[] = {
      {"string", "foo", ": a string default needs quotes: = 'foo'"},
      {"string", "'a' 'b'", ": a string default needs quotes: = 'foo'"},
      {"string", "", ": a string default needs quotes: = 'foo'"},
      {"int", "'foo'", ": an int default is a decimal 64-bit integer"},
      {"int", "1e3", ": it is not a decimal 64-bit integer; write 1000"},
      {"int", "-0x1F", ": it is not a decimal 64-bit integer; write -31"},
      {"int", "00", ": it is not a decimal 64-bit integer; write 0"},
      {"int", "1.5", ": it is not a decimal 64-bit integer: it has a fraction"},
      {"int", "99999999999999999999", ": it is not a decimal 64-bit integer: it is too large"},
      {"int", "3 i: 4", ": an int default is a decimal 64-bit integer"},
      {"float", "1.0f", ": write 1.0"},
      {"float", "1/2", ": a float default is a number, such as 1.0"},
      {"bool", "f", ": a bool default is true or false"},
      {"bool", "01", ": a bool default is true or false"},
      {"type", "float", ": a type default is the enum name: = DT_FLOAT"},
      {"type", "DT_NOPE", ": a type default is an enum name, such as DT_FLOAT"},
      {"shape", "[1, 2]",
       ": a shape default is written { dim { size: 3 } }, or { unknown_rank: true }"},
      {"shape", "{ dim { size: 3 }",
       ": a shape default is written { dim { size: 3 } }, or { unknown_rank: true }"},
      {"shape", "{ dim { size: 1 size: 2 } }",
       ": a shape default is written { dim { size: 3 } }, or { unknown_rank: true }"},
      {"tensor", "5", ": a tensor default is written { dtype: DT_INT32 int_val: 5 }"},
      {"func", "f", ": a func default is written { name: 'f' }"},
      {"list(int)", "1, 2", ": a list default is written [1, 2]"},
      {"list(int)", "{1, 2}", ": a list default is written [1, 2]"},
      {"list(int)", "[1 2]", ""},
      {"list(int)", "[[1]]", ""},
      {"list(int)", "[1], i: [2]", ""},
      {"list(int)", "[", ": a list default is written [1, 2]"},
      {"list(type)", "[DT_FLOAT ]", ""},
      {"list(string)", "[\"a\" \"b\"]", ""},
      {"any", "3", ""},
  };
  for (const Refused& c : cases) {
    AttrValue value;
    EXPECT_FALSE(ParseAttrValue(c.type, c.text, &value)) << c.type << ": " << c.text;
    EXPECT_EQ(DefaultValueHint(c.type, c.text), c.hint) << c.type << ": " << c.text;
  }
}

TEST(AttrValueText, ADeeplyNestedDefaultIsRefusedNotFollowed) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "{ attr { key: 'k' value { func ";
  AttrValue value;
  EXPECT_FALSE(ParseAttrValue("func", text, &value));
}

}  // namespace
}  // namespace opgraft
