// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

struct Case {
  Tensor x;
  Tensor perm;
  std::string result;
};

TEST(Transpose, ExchangesDimensions) {
  const std::vector<Case> cases = {
      {Counting<float>({3, 2}), Ints({1, 0}), "float[2,3] [0 2 4][1 3 5]"},
      {Counting<float>({3, 2}), Ints({0, 1}), "float[3,2] [0 1][2 3][4 5]"},
      {Counting<float>({2, 3}), Longs({-1, 0}), "float[3,2] [0 3][1 4][2 5]"},
      {Counting<double>({2, 3, 2}), Ints({2, 0, 1}),
       "double[2,2,3] [[0 2 4][6 8 10]][[1 3 5][7 9 11]]"},
      {Counting<int8>({2, 2, 2, 2}), Ints({3, 1, 0, 2}),
       "int8[2,2,2,2] [[[0 2][8 10]][[4 6][12 14]]][[[1 3][9 11]][[5 7][13 15]]]"},
      {Counting<complex128>({1, 2}), Ints({1, 0}), "complex128[2,1] [(0,0)][(1,0)]"},
      {Tensor::Of<tstring>({"a", "b", "c", "d"}, {2, 2}), Ints({1, 0}), "string[2,2] [a c][b d]"},
      {Counting<float>({0, 3}), Ints({1, 0}), "float[3,0]"},
      {Tensor(1.f), Ints({}), "float[] 1"},
  };
  for (const Case& c : cases) EXPECT_EQ(CallText("Transpose", {c.x, c.perm}), c.result);
}

TEST(Transpose, SaysWhatIsNoPermutation) {
  const Tensor m = Counting<float>({2, 3});
  const std::vector<Case> cases = {
      {m, Ints({0, 0}), "1 is missing from {0,0}."},
      {m, Ints({-1, 1}), "0 is missing from {1,1}."},
      {m, Ints({2, 0}), "2 is out of range [0 .. 2)"},
      {m, Ints({-3, 0}), "-1 is out of range [0 .. 2)"},
      {m, Longs({INT64_MIN, 0}), "-9223372036854775806 is out of range [0 .. 2)"},
      {m, Longs({int64_t{1} << 32, 0}), "4294967296 is out of range [0 .. 2)"},
      {m, Ints({1}), "transpose expects a vector of size 2. But input(1) is a vector of size 1"},
      {m, Tensor(0), "perm must be rank 1, got shape []"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(CallText("Transpose", {c.x, c.perm}), "INVALID_ARGUMENT: " + c.result);
}

}  // namespace
}  // namespace opgraft
