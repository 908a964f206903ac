// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr_value_util.h"

#include <string>
#include <vector>

#include "framework/op/attr_value_check.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/summarize_attr_value.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

AttrValue Parse(const std::string& text) { return FromText<AttrValue>(text); }

template <typename T>
AttrValue Value(const T& value) {
  AttrValue attr;
  SetAttrValue(value, &attr);
  return attr;
}

TEST(AttrValue, IsOfTheTypeOfWhatIsSet) {
  struct Case {
    const char* value;
    const char* type;
    const char* message;  // "" if it fits
  };
  const Case cases[] = {
      {"i: 123", "int", ""},
      {"f: 1.2", "float", ""},
      {"type: DT_FLOAT", "type", ""},
      {"func { name: 'f' }", "func", ""},
      {"list { func { name: 'f' } func { name: 'g' } }", "list(func)", ""},
      {"", "list(int)", ""},
      {"list { }", "list(int)", ""},
      {"i: 123", "func", "AttrValue had value with type 'int' when 'func' expected"},
      {"f: 1.2", "int", "AttrValue had value with type 'float' when 'int' expected"},
      {"type: DT_FLOAT", "shape", "AttrValue had value with type 'type' when 'shape' expected"},
      {"func { name: 'f' }", "string",
       "AttrValue had value with type 'func' when 'string' expected"},
      {"placeholder: 'T'", "float", "AttrValue had value with unexpected type 'placeholder'"},
      {"type: 1000", "type", "AttrValue has invalid DataType enum: 1000"},
      {"type: -1", "type", "AttrValue has invalid DataType enum: -1"},
      {"list { type: 1000 }", "list(type)", "AttrValue contains invalid DataType enum: 1000"},
      {"list { type: DT_INVALID }", "list(type)", "AttrValue contains invalid DataType"},
      {"list { }", "int", "AttrValue missing value with expected type 'int'"},
      {"", "int", "AttrValue missing value with expected type 'int'"},
      {"i: 1", "list(int)", "AttrValue had value with type 'int' when 'list(int)' expected"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(AttrValueHasType(Parse(c.value), c.type).message(), c.message) << c.value;
}

TEST(AttrValue, AllowedValuesOfOtherKindsAreUnimplemented) {
  OpDef::AttrDef attr =
      FromText<OpDef::AttrDef>("name: 'a' type: 'int' allowed_values { list { i: 3 } }");
  EXPECT_EQ(ValidateAttrValue(Parse("i: 3"), attr).code(), absl::StatusCode::kUnimplemented);
}

TEST(AttrValue, ANearlyAllowedStringIsNamed) {
  OpDef::AttrDef attr = FromText<OpDef::AttrDef>(
      "name: 'mode' type: 'string' allowed_values { list { s: ['nearest', 'linear'] } }");
  EXPECT_EQ(ValidateAttrValue(Parse("s: 'linea'"), attr).message(),
            "Value for attr 'mode' of \"linea\" is not in the list of allowed values: \"nearest\", "
            "\"linear\"; nearest: \"linear\"");
}

TEST(AttrValueSummary, ShowsValuesAsTensorFlowDoes) {
  struct Case {
    std::string value;
    std::string summary;
  };
  const std::string dashes40(40, '-'), dashes80(80, '-');
  const Case cases[] = {
      {"s: 'a\"b\\n'", "\"a\\\"b\\n\""},
      {"s: '" + dashes40 + "'", "\"" + dashes40 + "\""},
      {"s: '" + dashes80 + "'", "\"----------...----------\""},
      {"i: -7", "-7"},
      {"f: 0.1", "0.1"},
      {"f: 1e-07", "1e-07"},
      {"f: 123456.79", "123456.789"},
      {"f: 1e10", "1e+10"},
      {"f: -0.0", "-0"},
      {"f: nan", "nan"},
      {"f: -inf", "-inf"},
      {"b: true", "true"},
      {"type: DT_FLOAT", "DT_FLOAT"},
      {"type: 1000", ""},
      {"shape { dim { size: 1 } dim { size: 0 } }", "[1,0]"},
      {"shape { dim { size: -1 } dim { size: 1 } dim { size: 0 } }", "[?,1,0]"},
      {"shape { dim { size: -3 } }", "[-3]"},
      {"shape { unknown_rank: true }", "<unknown>"},
      {"shape { }", "[]"},
      {"tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } tensor_content: 'abc' }",
       "<Invalid TensorProto: dtype: DT_INT32 tensor_shape { dim { size: 2 } } tensor_content: "
       "\"abc\">"},
      {"tensor { dtype: DT_INT32 tensor_shape { dim { size: 1000000000 } } int_val: 5 }",
       "Tensor<type: int32 shape: [1000000000]>"},
      {"list { i: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"},
      {"list { i: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "
       "22, 23, 24, 25, 26, 27, 28, 29] }",
       "[0, 1, 2, 3, 4, ..., 25, 26, 27, 28, 29]{attr_hash=6212846312491382606}"},
      {"list { }", "[]"},
      {"list { type: [DT_INT32, DT_STRING] }", "[DT_INT32, DT_STRING]"},
      {"placeholder: 'T'", "$T"},
      {"", "<Unknown AttrValue type>"},
      {"func { name: 'MatMul' attr { key: 'use_cublas' value { b: true } } attr { key: 'dtype' "
       "value { placeholder: 'T' } } }",
       "MatMul[dtype=$T, use_cublas=true]"},
  };
  for (const Case& c : cases) EXPECT_EQ(SummarizeAttrValue(Parse(c.value)), c.summary) << c.value;
}

TEST(AttrValuePlaceholders, AreFoundAndReplacedAtAnyDepth) {
  AttrValue value = Parse(
      "func { name: 'f' attr { key: 'T' value { placeholder: 'T' } } attr { key: 'F' value { list "
      "{ func { name: 'f' attr { key: 'T' value { placeholder: 'T' } } } func { name: 'g' attr { "
      "key: 'T' value { placeholder: 'T' } } } } } } }");
  EXPECT_TRUE(HasPlaceHolder(value));
  EXPECT_EQ(SummarizeAttrValue(value), "f[F=[f[T=$T], g[T=$T]], T=$T]");
  EXPECT_TRUE(SubstitutePlaceholders(
      [](const std::string& name, AttrValue* out) {
        SetAttrValue(DT_FLOAT, out);
        return name == "T";
      },
      &value));
  EXPECT_FALSE(HasPlaceHolder(value));
  EXPECT_EQ(SummarizeAttrValue(value), "f[F=[f[T=DT_FLOAT], g[T=DT_FLOAT]], T=DT_FLOAT]");
  AttrValue other = Parse("placeholder: 'U'");
  EXPECT_FALSE(
      SubstitutePlaceholders([](const std::string&, AttrValue*) { return false; }, &other));
}

TEST(AttrValueEquality, IsByContent) {
  const std::string tensor =
      "tensor { dtype: DT_STRING tensor_shape { dim { size: 2 } } string_val: ['reading', "
      "'riting'] }";
  const char* equal[][2] = {
      {"tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: [7, 7] }",
       "tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: 7 }"},
      {"tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 1 }",
       "tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } tensor_content: "
       "'\\001\\000\\000\\000' }"},
      {"func { name: 'f' attr { key: 'a' value { i: 1 } } attr { key: 'b' value { i: 2 } } }",
       "func { name: 'f' attr { key: 'b' value { i: 2 } } attr { key: 'a' value { i: 1 } } }"},
      {"list { i: [1, 2] }", "list { i: [1, 2] }"},
  };
  for (const auto& pair : equal) {
    EXPECT_TRUE(AreAttrValuesEqual(Parse(pair[0]), Parse(pair[1]))) << pair[0];
    EXPECT_EQ(AttrValueHash(Parse(pair[0])), AttrValueHash(Parse(pair[1]))) << pair[0];
  }
  const char* different[][2] = {
      {"tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: [7, 7] }",
       "tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: [7, 8] }"},
      {"func { name: 'f' attr { key: 'a' value { i: 1 } } }",
       "func { name: 'g' attr { key: 'a' value { i: 1 } } }"},
      {"func { name: 'f' attr { key: 'a' value { i: 1 } } }",
       "func { name: 'f' attr { key: 'a' value { i: 2 } } }"},
      {"func { name: 'f' attr { key: 'a' value { i: 1 } } }", "func { name: 'f' }"},
      {"func { name: 'f' attr { key: 'a' value { i: 1 } } }",
       "func { name: 'f' attr { key: 'b' value { i: 1 } } }"},
      {"list { func { name: 'f' } }", "list { func { name: 'g' } }"},
      {"list { tensor { dtype: DT_INT32 } i: 1 }", "list { tensor { dtype: DT_INT32 } i: 2 }"},
      {"i: 1", "f: 1"},
      {"list { }", ""},
  };
  for (const auto& pair : different)
    EXPECT_FALSE(AreAttrValuesEqual(Parse(pair[0]), Parse(pair[1]))) << pair[0];
  EXPECT_TRUE(AreAttrValuesEqual(Parse(tensor), Parse(tensor)));
}

TEST(SetAttrValue, WritesEachKind) {
  struct Case {
    AttrValue value;
    const char* text;
  };
  const Case cases[] = {
      {Value("x"), "s: 'x'"},
      {Value(std::string("x")), "s: 'x'"},
      {Value(absl::string_view("x")), "s: 'x'"},
      {Value(int64_t{1} << 40), "i: 1099511627776"},
      {Value(3), "i: 3"},
      {Value(1.5f), "f: 1.5"},
      {Value(1.5), "f: 1.5"},
      {Value(true), "b: true"},
      {Value(DT_HALF), "type: DT_HALF"},
      {Value(TensorShape({2, 3})), "shape { dim { size: 2 } dim { size: 3 } }"},
      {Value(PartialTensorShape({2, -1})), "shape { dim { size: 2 } dim { size: -1 } }"},
      {Value(PartialTensorShape()), "shape { unknown_rank: true }"},
      {Value(std::vector<std::string>{"a", "b"}), "list { s: ['a', 'b'] }"},
      {Value(std::vector<int>{1, 2}), "list { i: [1, 2] }"},
      {Value(std::vector<int64_t>()), "list { }"},
      {Value(std::vector<double>{0.5}), "list { f: 0.5 }"},
      {Value(std::vector<bool>{true, false}), "list { b: [true, false] }"},
      {Value(std::vector<DataType>{DT_INT8}), "list { type: DT_INT8 }"},
      {Value(std::vector<TensorShape>{{}, {1}}), "list { shape { } shape { dim { size: 1 } } }"},
      {Value(Tensor(int32_t{5})), "tensor { dtype: DT_INT32 tensor_shape { } int_val: 5 }"},
      {Value(FromText<NameAttrList>("name: 'f'")), "func { name: 'f' }"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(c.value.ShortDebugString(), Parse(c.text).ShortDebugString());
}

}  // namespace
}  // namespace opgraft
