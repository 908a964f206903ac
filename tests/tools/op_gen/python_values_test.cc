// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_values.h"

#include <limits>
#include <string>

#include "framework/op/parse_attr_value.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

std::string Show(const char* type, const char* text) {
  AttrValue value;
  EXPECT_TRUE(ParseAttrValue(type, text, &value)) << text;
  return PythonValue(type, value, "_dtypes.", "p");
}

TEST(PythonValues, AreSourceOfTheValue) {
  constexpr struct {
    const char* type;
    const char* text;
    const char* python;
  } kCases[] = {
      {"string", "'NHWC'", "'NHWC'"},
      {"string", R"("it's")", R"("it's")"},
      {"string", R"('a\t\n\\b')", R"('a\t\n\\b')"},
      {"string", R"('\001')", R"('\x01')"},
      {"string", R"('\303\251')", "'\303\251'"},
      {"string", R"('\377a')", R"(b'\xffa')"},
      {"int", "-1", "-1"},
      {"bool", "true", "True"},
      {"type", "DT_FLOAT", "_dtypes.float32"},
      {"type", "DT_HALF", "_dtypes.half"},
      {"shape", "{ unknown_rank: true }", "None"},
      {"shape", "{ dim { size: 1 } dim { size: -1 } }", "[1, -1]"},
      {"shape", "{ dim { size: 3 name: 'n' } }", "[('n', 3)]"},
      {"tensor", "{ dtype: DT_INT32 int_val: 5 }",
       "_execute.make_tensor('dtype: DT_INT32 int_val: 5', 'p')"},
      {"list(int)", "[]", "[]"},
      {"list(int)", "[2, 3]", "[2, 3]"},
      {"list(string)", "['a', 'b']", "['a', 'b']"},
      {"list(type)", "[DT_INT32, DT_DOUBLE]", "[_dtypes.int32, _dtypes.float64]"},
      {"list(float)", "[0.05, 1.0]", "[0.05, 1]"},
      {"list(bool)", "[true, false]", "[True, False]"},
      {"list(shape)", "[{ dim { size: 2 } }, { unknown_rank: true }]", "[[2], None]"},
      {"func", "{ name: 'f' }", "'f'"},
  };
  for (const auto& c : kCases) EXPECT_EQ(Show(c.type, c.text), c.python) << c.text;
}

// From Python: repr() of the text that C++ streams print.
TEST(PythonValues, FloatsAreShortAndAsPythonShowsThem) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr struct {
    float value;
    const char* python;
  } kCases[] = {
      {0.0f, "0"},
      {1.0f, "1"},
      {-2.5f, "-2.5"},
      {0.8f, "0.8"},
      {1e-4f, "0.0001"},
      {1e-5f, "1e-05"},
      {999999.0f, "999999"},
      {1e6f, "1000000.0"},
      {1e20f, "1e+20"},
      {0.1234567f, "0.1234567"},
      {kInf, "float('inf')"},
      {-kInf, "float('-inf')"},
  };
  for (const auto& c : kCases) EXPECT_EQ(PythonFloat(c.value), c.python);
  EXPECT_EQ(PythonFloat(std::numeric_limits<float>::quiet_NaN()), "float('nan')");
}

}  // namespace
}  // namespace opgraft
