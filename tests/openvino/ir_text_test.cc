// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_text.h"

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

TEST(IrShape, IsReadInAllItsForms) {
  const struct {
    const char* text;
    const char* shape;
  } cases[] = {
      {"", "[]"},           {"2,3", "[2,3]"},
      {"?,-1", "[?,?]"},    {"1..3,..4,2..", "[1..3,..4,2..]"},
      {"...", "<unknown>"}, {"[1, 2]", "[1,2]"},
      {" 7 ", "[7]"},       {"-1..5,..", "[..5,?]"},
  };
  for (const auto& c : cases) {
    const auto shape = ParseIrShape(c.text);
    ASSERT_TRUE(shape.ok()) << c.text << ": " << shape.status();
    EXPECT_EQ(shape->DebugString(), c.shape) << c.text;
  }
}

TEST(IrShape, ThatCannotBeIsRefused) {
  for (const char* text : {"x", "-2", "3..2", "1,,2", "99999999999999999999", "1...3", "1..-1"})
    EXPECT_FALSE(ParseIrShape(text).ok()) << text;
  EXPECT_EQ(ParseIrShape("2,x").status().message(), "'x' is no integer");
}

TEST(IrNumbers, AreWholeTexts) {
  EXPECT_EQ(*ParseIrInt("-12"), -12);
  EXPECT_FALSE(ParseIrInt("1.5").ok());
  EXPECT_FALSE(ParseIrInt("").ok());
  EXPECT_EQ(*ParseIrFloat("1e-3"), 1e-3f);
  EXPECT_TRUE(*ParseIrBool("TRUE"));
  EXPECT_FALSE(*ParseIrBool("0"));
  EXPECT_FALSE(ParseIrBool("yes").ok());
  EXPECT_EQ(*ParseIrInts("1, -2,3"), (std::vector<int64_t>{1, -2, 3}));
  EXPECT_TRUE(ParseIrInts("")->empty());
  EXPECT_FALSE(ParseIrFloats("1,,2").ok());
}

TEST(IrNames, KeepCommasThatAreEscaped) {
  EXPECT_EQ(ParseIrNames(R"(a\,b,c)"), (std::vector<std::string>{"a,b", "c"}));
  EXPECT_TRUE(ParseIrNames("").empty());
}

}  // namespace
}  // namespace opgraft_internal
