// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/parse_number.h"

#include <cmath>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(ParseNumber, ReadsFloatingPoint) {
  struct Case {
    std::string text;
    double value;
  };
  const Case cases[] = {
      {"1", 1},
      {"-1", -1},
      {"+1", 1},
      {" 7 ", 7},
      {"\t1\n", 1},
      {"\v1", 1},
      {"1e3", 1000},
      {"-2e3", -2000},
      {".5", .5},
      {"5.", 5},
      {"00012", 12},
      {"0.1", .1},
      {"0x10", 16},
      {"0X1p3", 8},
      {"-0x.8", -.5},
      {"inf", kInf},
      {"-INF", -kInf},
      {"Infinity", kInf},
      {"1e400", kInf},
      {"-1e400", -kInf},
      {"1e-400", 0},
      {"1e39", 1e39},
      {"5e-324", 5e-324},
      {"18446744073709551616", 0x1p64},
      {"9007199254740993", 9007199254740992.},
  };
  for (const Case& c : cases) {
    double wide = -7;
    EXPECT_TRUE(ParseNumber(c.text, &wide)) << c.text;
    EXPECT_EQ(wide, c.value) << c.text;
    float narrow = -7;
    EXPECT_TRUE(ParseNumber(c.text, &narrow)) << c.text;
    EXPECT_EQ(narrow, static_cast<float>(c.value)) << c.text;
  }
}

TEST(ParseNumber, RoundsFloatsOnce) {
  float value = 0;
  EXPECT_TRUE(ParseNumber("1.00000005960464477540",
                          &value));  // just above the middle; as a double it is the middle
  EXPECT_EQ(value, 1.00000012f);
  EXPECT_TRUE(ParseNumber("3.4028236e38", &value));
  EXPECT_TRUE(std::isinf(value));
}

TEST(ParseNumber, ReadsNan) {
  for (const char* text : {"nan", "NaN", "-nan", "+nan", "nan(1)", "nan()"}) {
    float value = 0;
    EXPECT_TRUE(ParseNumber(text, &value)) << text;
    EXPECT_TRUE(std::isnan(value)) << text;
  }
}

TEST(ParseNumber, ReadsIntegersInRange) {
  int32_t i = 0;
  EXPECT_TRUE(ParseNumber(" -2147483648 ", &i));
  EXPECT_EQ(i, INT32_MIN);
  EXPECT_TRUE(ParseNumber("+00012", &i));
  EXPECT_EQ(i, 12);
  int64_t l = 0;
  EXPECT_TRUE(ParseNumber("-9223372036854775808", &l));
  EXPECT_EQ(l, INT64_MIN);
  uint64_t u = 0;
  EXPECT_TRUE(ParseNumber("18446744073709551615", &u));
  EXPECT_EQ(u, UINT64_MAX);
  for (const char* text :
       {"2147483648", "9223372036854775808", "-1x", "1.5", "1e3", "0x10", "inf"}) {
    EXPECT_FALSE(ParseNumber(text, &i)) << text;
  }
  EXPECT_FALSE(ParseNumber("9223372036854775808", &l));
  for (const char* text : {"-1", "-0", "18446744073709551616"})
    EXPECT_FALSE(ParseNumber(text, &u)) << text;
}

TEST(ParseNumber, RefusesWhatIsNoNumber) {
  for (const std::string& text :
       {std::string(),      std::string("  "),        std::string("1x"),      std::string("1_0"),
        std::string("--1"), std::string("+-1"),       std::string("-+1"),     std::string("1 2"),
        std::string("."),   std::string("1e"),        std::string("1e+"),     std::string("1\0", 2),
        std::string("1f"),  std::string("+ 1"),       std::string("infinit"), std::string("1,5"),
        std::string("0x"),  std::string("0xg"),       std::string("0xinf"),   std::string("-"),
        std::string("+"),   std::string("\xa0") + "1"}) {
    double d = 0;
    EXPECT_FALSE(ParseNumber(text, &d)) << text;
    int64_t i = 0;
    EXPECT_FALSE(ParseNumber(text, &i)) << text;
  }
}

}  // namespace
}  // namespace opgraft
