// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

std::string Pack(const std::vector<Tensor>& values, int64_t axis) {
  return CallText("Pack", values, {{"axis", IntAttr(axis)}});
}
std::string Unpack(const Tensor& value, int64_t num, int64_t axis) {
  return CallText("Unpack", {value}, {{"axis", IntAttr(axis)}, {"num", IntAttr(num)}});
}

TEST(Pack, PutsTensorsAlongANewDimension) {
  const Tensor a = Longs({1, 2, 3});
  const Tensor b = Longs({4, 5, 6});
  EXPECT_EQ(Pack({a, b}, 0), "int64[2,3] [1 2 3][4 5 6]");
  EXPECT_EQ(Pack({a, b}, 1), "int64[3,2] [1 4][2 5][3 6]");
  EXPECT_EQ(Pack({a, b}, -1), "int64[3,2] [1 4][2 5][3 6]");
  EXPECT_EQ(Pack({a, b}, -2), "int64[2,3] [1 2 3][4 5 6]");
  EXPECT_EQ(Pack({Tensor(1.f), Tensor(2.f)}, 0), "float[2] 1 2");
  EXPECT_EQ(Pack({Texts({"a", "b"}), Texts({"c", "d"})}, 1), "string[2,2] [a c][b d]");
  EXPECT_EQ(Pack({Counting<float>({0}), Counting<float>({0})}, 1), "float[0,2]");
  EXPECT_EQ(Pack({Counting<int8>({2, 1}), Counting<int8>({2, 1})}, 1),
            "int8[2,2,1] [[0][0]][[1][1]]");
}

TEST(Pack, SaysWhatDoesNotFit) {
  const Tensor two = Counting<float>({2});
  EXPECT_EQ(Pack({two, Counting<float>({1})}, 0),
            "INVALID_ARGUMENT: Shapes of all inputs must match: values[0].shape = [2] != "
            "values[1].shape = [1]");
  EXPECT_EQ(Pack({two, two}, 2), "INVALID_ARGUMENT: axis = 2 not in [-2, 2)");
  EXPECT_EQ(Pack({two, Counting<float>({1})}, -3), "INVALID_ARGUMENT: axis = -3 not in [-2, 2)");
}

TEST(Unpack, TakesADimensionApart) {
  EXPECT_EQ(Unpack(Counting<float>({2, 3}), 2, 0), "float[3] 0 1 2; float[3] 3 4 5");
  EXPECT_EQ(Unpack(Counting<float>({2, 3}), 3, -1), "float[2] 0 3; float[2] 1 4; float[2] 2 5");
  EXPECT_EQ(Unpack(Counting<float>({2}), 2, 0), "float[] 0; float[] 1");
  EXPECT_EQ(Unpack(Counting<float>({2, 0}), 2, 0), "float[0]; float[0]");
  EXPECT_EQ(Unpack(Counting<float>({0, 3}), 0, 0), "");
  EXPECT_EQ(Unpack(Texts({"a", "b"}), 2, 0), "string[] a; string[] b");
}

TEST(Unpack, SaysWhatDoesNotFit) {
  EXPECT_EQ(Unpack(Counting<float>({2, 3}), 3, 0),
            "INVALID_ARGUMENT: Input shape axis 0 must equal 3, got shape [2,3]");
  EXPECT_EQ(Unpack(Counting<float>({2, 3}), 3, -3), "INVALID_ARGUMENT: axis = -3 not in [-2, 2)");
  EXPECT_EQ(Unpack(Tensor(1.f), 1, 0), "INVALID_ARGUMENT: axis = 0 not in [0, 0)");
}

}  // namespace
}  // namespace opgraft
