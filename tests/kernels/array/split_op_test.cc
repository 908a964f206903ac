// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

struct Case {
  Tensor axis;
  Tensor value;
  int64_t num_split;
  std::string result;
};

std::string Split(const Case& c) {
  return CallText("Split", {c.axis, c.value}, {{"num_split", IntAttr(c.num_split)}});
}

TEST(Split, CutsADimensionIntoEqualParts) {
  const std::vector<Case> cases = {
      {Tensor(0), Counting<float>({4}), 2, "float[2] 0 1; float[2] 2 3"},
      {Tensor(1), Counting<float>({2, 4}), 2, "float[2,2] [0 1][4 5]; float[2,2] [2 3][6 7]"},
      {Tensor(-1), Counting<int8>({2, 3}), 3,
       "int8[2,1] [0][3]; int8[2,1] [1][4]; int8[2,1] [2][5]"},
      {Tensor(0), Counting<float>({4}), 1, "float[4] 0 1 2 3"},
      {Tensor(0), Counting<float>({0}), 2, "float[0]; float[0]"},
      {Tensor(1), Counting<float>({0, 4}), 2, "float[0,2]; float[0,2]"},
      {Tensor(0), Texts({"a", "b"}), 2, "string[1] a; string[1] b"},
  };
  for (const Case& c : cases) EXPECT_EQ(Split(c), c.result);
}

TEST(Split, SaysWhatDoesNotFit) {
  const std::vector<Case> cases = {
      {Tensor(-1), Counting<float>({4}), 3,
       "Number of ways to split should evenly divide the split dimension, but got split_dim 0 "
       "(size = 4) and num_split "
       "3"},
      {Tensor(1), Counting<float>({4}), 2,
       "-input rank(-1) <= split_dim < input rank (1), but got 1"},
      {Tensor(INT32_MIN), Counting<float>({4}), 2,
       "-input rank(-1) <= split_dim < input rank (1), but got -2147483648"},
      {Tensor(0), Tensor(1.f), 1, "-input rank(-0) <= split_dim < input rank (0), but got 0"},
      {Ints({0}), Counting<float>({4}), 2, "split_dim must be a scalar but has rank 1"},
  };
  for (const Case& c : cases) EXPECT_EQ(Split(c), "INVALID_ARGUMENT: " + c.result);
}

}  // namespace
}  // namespace opgraft
