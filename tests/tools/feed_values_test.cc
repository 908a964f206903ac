// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/feed_values.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kSeed = 1;
const PartialTensorShape kAnyRank;

TEST(FeedValues, TakeTheShapeThatTheModelSays) {
  const struct {
    const char* text;
    PartialTensorShape shape;
    Tensor tensor;
  } kCases[] = {
      {"1,2", PartialTensorShape({2}), Tensor::Of({1.0f, 2.0f})},
      {"1,2", PartialTensorShape({-1}), Tensor::Of({1.0f, 2.0f})},
      {"1,2,3,4", PartialTensorShape({2, 2}), Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2})},
      {"7", PartialTensorShape({2, 2}), Tensor::Of({7.0f, 7.0f, 7.0f, 7.0f}, {2, 2})},
      {"7", PartialTensorShape({}), Tensor(7.0f)},
      {"7", kAnyRank, Tensor(7.0f)},
      {"7,8", kAnyRank, Tensor::Of({7.0f, 8.0f})},
      {"1,2,3,4,5,6", PartialTensorShape({-1, 3}), Tensor::Of<float>({1, 2, 3, 4, 5, 6}, {2, 3})},
      {"1,2,3,4,5,6", PartialTensorShape({3, -1}), Tensor::Of<float>({1, 2, 3, 4, 5, 6}, {3, 2})},
      {"1,2", PartialTensorShape({1, -1, 2}), Tensor::Of<float>({1, 2}, {1, 1, 2})},
      {"", PartialTensorShape({-1, 3}), Tensor(DT_FLOAT, {0, 3})},
      {"[[1,2],[3,4]]", PartialTensorShape({-1, -1}), Tensor::Of<float>({1, 2, 3, 4}, {2, 2})},
      {"[[1,2]]", kAnyRank, Tensor::Of<float>({1, 2}, {1, 2})},
      {"shape:2x3=1.5", kAnyRank, Tensor::Of({1.5f, 1.5f, 1.5f, 1.5f, 1.5f, 1.5f}, {2, 3})},
      {"shape:=1.5", kAnyRank, Tensor(1.5f)},
      {"shape:0x2=1", kAnyRank, Tensor(DT_FLOAT, {0, 2})},
  };
  for (const auto& c : kCases) {
    const auto tensor = TensorOfText(c.text, {DT_FLOAT, c.shape}, kSeed);
    ASSERT_TRUE(tensor.ok()) << c.text << ": " << tensor.status();
    EXPECT_TRUE(tensor->Identical(c.tensor)) << c.text << ": " << tensor->DebugString(10);
  }
}

TEST(FeedValues, AreOfEveryTypeThatCanBeTyped) {
  const struct {
    const char* text;
    Tensor tensor;
  } kCases[] = {
      {"[[true],[false]]", Tensor::Of({true, false}, {2, 1})},
      {"[[\"a,b\", c]]", Tensor::Of<tstring>({"a,b", "c"}, {1, 2})},
      {"shape:2=hello", Tensor::Of<tstring>({"hello", "hello"})},
      {"shape:3=-4", Tensor::Of<int64_t>({-4, -4, -4})},
      {"nan,inf", Tensor::Of<half>({half(std::nanf("")), half(HUGE_VALF)})},
  };
  for (const auto& c : kCases) {
    const auto tensor = TensorOfText(c.text, {c.tensor.dtype(), kAnyRank}, kSeed);
    ASSERT_TRUE(tensor.ok()) << c.text << ": " << tensor.status();
    EXPECT_TRUE(tensor->Identical(c.tensor)) << c.text << ": " << tensor->DebugString(10);
  }
}

TEST(FeedValues, ARefusalSaysWhatToWrite) {
  const struct {
    const char* text;
    PartialTensorShape shape;
    const char* says;
  } kCases[] = {
      {"1,2,3", PartialTensorShape({2}), "3 values for shape [2]"},
      {"1,2,3", PartialTensorShape({-1, 2}), "3 values for shape [?,2]: it takes a multiple of 2"},
      {"1", PartialTensorShape({-1, 2}), "1 value for shape [?,2]: it takes a multiple of 2"},
      {"1,2", PartialTensorShape({-1, -1}), "open in several dimensions: write lists"},
      {"1", PartialTensorShape({-1, 0}), "it takes a multiple of 0"},
      {"1,x", kAnyRank, "\"x\" is not a float"},
      {"[[1,2],[3]]", kAnyRank, "at [1]: a list of 1 element, where the first one has 2"},
      {"[[1,y]]", kAnyRank, "\"y\" is not a float"},
      {"shape:2x8", kAnyRank, "the value is missing: write shape:2x8=VALUE"},
      {"shape:2*8=1", kAnyRank, "'2*8' is not a shape: write 2x8, or nothing for a scalar"},
      {"shape:-2=1", kAnyRank, "'-2' is not a shape"},
      {"shape:100000x100000=1", kAnyRank, "is too large to make up a value"},
      {"random:100000x100000", kAnyRank, "is too large to make up a value"},
      {"random:9999999999x9999999999", kAnyRank, ""},
      {"random", PartialTensorShape({-1, 2}), "the shape [?,2] is open: write random:2x8"},
      {"random:2y8", kAnyRank, "'2y8' is not a shape"},
  };
  for (const auto& c : kCases) {
    const auto tensor = TensorOfText(c.text, {DT_FLOAT, c.shape}, kSeed);
    ASSERT_FALSE(tensor.ok()) << c.text;
    EXPECT_THAT(std::string(tensor.status().message()), HasSubstr(c.says)) << c.text;
  }
}

TEST(FeedValues, RandomOnesAreTheSameEachTime) {
  // mt19937_64 is the same everywhere; a change here changes what users have written down.
  const auto floats = TensorOfText("random:4", {DT_FLOAT, kAnyRank}, kSeed);
  ASSERT_TRUE(floats.ok()) << floats.status();
  EXPECT_EQ(floats->SummarizeValue(4), "0.133877 0.136407 0.451215 0.0210242");
  EXPECT_EQ(TensorOfText("random:12", {DT_INT32, kAnyRank}, kSeed)->SummarizeValue(12),
            "8 2 0 6 4 9 8 5 8 4 6 3");
  EXPECT_EQ(TensorOfText("random:2", {DT_STRING, kAnyRank}, kSeed)->SummarizeValue(2),
            "gayikdar eyktndal");
  EXPECT_FALSE(TensorOfText("random:4", {DT_FLOAT, kAnyRank}, kSeed + 1)->Identical(*floats));
}

TEST(FeedValues, RandomOnesFitTheirType) {
  for (int i = DT_FLOAT; i <= DT_UINT2; ++i) {
    const auto dtype = static_cast<DataType>(i);
    if (DataTypeSize(dtype) == 0 && dtype != DT_STRING) continue;
    const auto values = TensorOfText("random:3x50", {dtype, kAnyRank}, kSeed);
    ASSERT_TRUE(values.ok()) << DataTypeString(dtype) << ": " << values.status();
    EXPECT_EQ(values->shape(), TensorShape({3, 50}));
  }
  const auto floats = TensorOfText("random", {DT_DOUBLE, PartialTensorShape({1000})}, kSeed);
  ASSERT_TRUE(floats.ok()) << floats.status();
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const double value = floats->flat<double>()(i);
    EXPECT_TRUE(value >= 0 && value < 1) << value;
    sum += value;
  }
  EXPECT_NEAR(sum / 1000, 0.5, 0.05);
}

}  // namespace
}  // namespace opgraft_internal
