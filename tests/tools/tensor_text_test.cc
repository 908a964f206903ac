// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/tensor_text.h"

#include <algorithm>
#include <numeric>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

Tensor Arange(std::initializer_list<int64_t> dims) {
  Tensor tensor(DT_INT32, TensorShape(dims));
  std::iota(tensor.flat<int32_t>().data(), tensor.flat<int32_t>().data() + tensor.NumElements(), 0);
  return tensor;
}

TEST(TensorText, NumbersAndVectorsStandOnOneLine) {
  const struct {
    Tensor tensor;
    const char* text;
  } kCases[] = {
      {Tensor(7.5f), "7.5"},
      {Tensor::Of({1.0f, 2.5f}), "[1 2.5]"},
      {Arange({22}), "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19...]"},
      {Tensor::Of<tstring>({"a b", "c\n"}), "[a b c\\n]"},
      {Tensor(DT_FLOAT, {0}), "[]"},
      {Tensor(DT_FLOAT, {2, 0}), "[]"},
  };
  for (const auto& c : kCases) EXPECT_EQ(TensorText(c.tensor, 5, TensorPart::kSome), c.text);
  EXPECT_EQ(TensorText(Arange({22}), 0, TensorPart::kAll),
            "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21]");
}

TEST(TensorText, MatricesAreNestedOnLines) {
  const struct {
    Tensor tensor;
    size_t indent;
    const char* text;
  } kCases[] = {
      {Tensor::Of({1.0f, 20.5f, -3.0f, 4.0f}, {2, 2}), 0, "[[   1 20.5]\n [  -3    4]]"},
      {Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2}), 4, "[[1 2]\n     [3 4]]"},
      {Arange({1, 3}), 0, "[[0 1 2]]"},
      {Arange({2, 2, 2}), 2, "[[[0 1]\n    [2 3]]\n\n   [[4 5]\n    [6 7]]]"},
      {Tensor::Of<tstring>({"a", "bcd", "", "e"}, {2, 2}), 0, "[[  a bcd]\n [      e]]"},
      {Tensor::Of({true, false}, {2, 1}), 0, "[[1]\n [0]]"},
  };
  for (const auto& c : kCases) EXPECT_EQ(TensorText(c.tensor, c.indent, TensorPart::kSome), c.text);
}

TEST(TensorText, LongDimensionsShowTheirEnds) {
  EXPECT_EQ(TensorText(Arange({2, 21}), 0, TensorPart::kSome),
            "[[ 0  1  2 ... 18 19 20]\n [21 22 23 ... 39 40 41]]");
  EXPECT_EQ(TensorText(Arange({100, 11}), 0, TensorPart::kSome),
            "[[   0    1    2 ...    8    9   10]\n [  11   12   13 ...   19   20   21]\n"
            " [  22   23   24 ...   30   31   32]\n ...\n"
            " [1067 1068 1069 ... 1075 1076 1077]\n [1078 1079 1080 ... 1086 1087 1088]\n"
            " [1089 1090 1091 ... 1097 1098 1099]]");
  const std::string all = TensorText(Arange({100, 11}), 0, TensorPart::kAll);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 99);
  EXPECT_EQ(all.find("..."), std::string::npos);
}

TEST(TensorText, ManyShortDimensionsDoNotFloodTheTerminal) {
  const Tensor deep(DT_INT8, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2});
  EXPECT_LT(TensorText(deep, 0, TensorPart::kSome).size(), 200u);
}

TEST(TensorText, ATableHasOneLine) {
  EXPECT_EQ(TensorLine(Arange({2, 2}), TensorPart::kSome), "[[0 1][2 3]]");
  EXPECT_EQ(TensorLine(Tensor(3), TensorPart::kSome), "3");
}

}  // namespace
}  // namespace opgraft_internal
