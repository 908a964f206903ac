// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

std::string ToNumber(const Tensor& texts, DataType type) {
  return CallText("StringToNumber", {texts}, {{"out_type", TypeAttr(type)}});
}

TEST(StringToNumber, ReadsEveryType) {
  const Tensor texts = Texts({"1", "25", " 7 "});
  EXPECT_EQ(ToNumber(texts, DT_FLOAT), "float[3] 1 25 7");
  EXPECT_EQ(ToNumber(texts, DT_DOUBLE), "double[3] 1 25 7");
  EXPECT_EQ(ToNumber(texts, DT_INT32), "int32[3] 1 25 7");
  EXPECT_EQ(ToNumber(texts, DT_INT64), "int64[3] 1 25 7");
  EXPECT_EQ(ToNumber(Texts({"1.5", "-2e3", "inf"}), DT_FLOAT), "float[3] 1.5 -2000 inf");
  EXPECT_EQ(ToNumber(Tensor::Of<tstring>({"1", "2"}, {1, 2}), DT_FLOAT), "float[1,2] [1 2]");
}

TEST(StringToNumber, NamesTheFirstTextThatIsNoNumber) {
  const std::string error =
      "INVALID_ARGUMENT: StringToNumberOp could not correctly convert string: ";
  EXPECT_EQ(ToNumber(Texts({"1", "1x", "y"}), DT_INT32), error + "1x");
  EXPECT_EQ(ToNumber(Texts({"9999999999"}), DT_INT32), error + "9999999999");
  EXPECT_EQ(ToNumber(Texts({""}), DT_FLOAT), error);
}

std::string Join(const std::vector<Tensor>& inputs, const std::string& separator) {
  return CallText("StringJoin", inputs, {{"separator", StringAttr(separator)}});
}

TEST(StringJoin, JoinsPlaceByPlaceAndRepeatsScalars) {
  EXPECT_EQ(Join({Tensor("a"), Tensor("b")}, ","), "string[] a,b");
  EXPECT_EQ(Join({Texts({"a", "b"}), Tensor("c"), Texts({"d", "e"})}, ""), "string[2] acd bce");
  EXPECT_EQ(Join({Tensor("a")}, "-"), "string[] a");
  EXPECT_EQ(Join({Texts({}), Tensor("x")}, ""), "string[0]");
}

TEST(StringJoin, SaysWhichShapesDiffer) {
  EXPECT_EQ(Join({Texts({"a", "b"}), Tensor("x"), Texts({"c"})}, ""),
            "INVALID_ARGUMENT: Input shapes do not match: [2] vs. [1]");
}

TEST(StringJoin, RefusesStringsBeyondTheLimitOfATensor) {
  const auto limits = std::make_shared<MemoryBudget>(10000, 100000);
  const MemoryScope scope(limits);
  const Tensor text(std::string(6000, 'x'));
  EXPECT_EQ(CallOp("StringJoin", {text, text}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(Add, JoinsStrings) {
  EXPECT_EQ(CallText("Add", {Texts({"a", "b"}), Tensor("z")}), "string[2] az bz");
  EXPECT_EQ(CallText("Add", {Tensor("z"), Texts({"a", "b"})}), "string[2] za zb");
  EXPECT_EQ(CallText("Add", {Tensor(DT_STRING, {0, 1}), Tensor(DT_STRING, {1, 3})}), "string[0,3]");
  EXPECT_EQ(CallText("Add", {Texts({"a", "b"}), Texts({"a", "b", "c"})}),
            "INVALID_ARGUMENT: Incompatible shapes: [2] vs. [3]");
}

TEST(Equal, ComparesStrings) {
  const Tensor two = Texts({"a", "b"}), three = Texts({"a", "b", ""});
  const TestAttrs lenient = {{"incompatible_shape_error", BoolAttr(false)}};
  EXPECT_EQ(CallText("Equal", {three, Texts({"a", "B", ""})}), "bool[3] 1 0 1");
  EXPECT_EQ(CallText("Equal", {two, Tensor("a")}), "bool[2] 1 0");
  EXPECT_EQ(CallText("Equal", {two, three}, lenient), "bool[] 0");
  EXPECT_EQ(CallText("Equal", {two, three}), "INVALID_ARGUMENT: Incompatible shapes: [2] vs. [3]");
}

}  // namespace
}  // namespace opgraft
