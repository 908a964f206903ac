// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const TestAttrs kKeepDims = {{"keep_dims", BoolAttr(true)}};

TEST(Sum, TakesAnyAxes) {
  // [[[0 1 2][3 4 5]][[6 7 8][9 10 11]]]
  const Tensor x = Counting<float>({2, 2, 3});
  struct Case {
    std::vector<int32_t> axes;
    std::string sum, kept;
  };
  const std::vector<Case> cases = {
      {{0}, "float[2,3] [6 8 10][12 14 16]", "float[1,2,3] [[6 8 10][12 14 16]]"},
      {{1}, "float[2,3] [3 5 7][15 17 19]", "float[2,1,3] [[3 5 7]][[15 17 19]]"},
      {{-1}, "float[2,2] [3 12][21 30]", "float[2,2,1] [[3][12]][[21][30]]"},
      {{0, 2}, "float[2] 24 42", "float[1,2,1] [[24][42]]"},
      {{2, 1, 0}, "float[] 66", "float[1,1,1] [[66]]"},
      {{},
       "float[2,2,3] [[0 1 2][3 4 5]][[6 7 8][9 10 11]]",
       "float[2,2,3] [[0 1 2][3 4 5]][[6 7 8][9 10 11]]"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(CallText("Sum", {x, Ints(c.axes)}), c.sum);
    EXPECT_EQ(CallText("Sum", {x, Ints(c.axes)}, kKeepDims), c.kept);
  }
}

TEST(Sum, TakesAxesAsAScalarAMatrixAndInInt64) {
  const Tensor x = Counting<float>({2, 2});
  EXPECT_EQ(CallText("Sum", {x, Tensor(0)}), "float[2] 2 4");
  EXPECT_EQ(CallText("Sum", {x, Tensor::Of({0, 1}, {1, 2})}), "float[] 6");
  EXPECT_EQ(CallText("Sum", {x, Longs({1})}), "float[2] 1 5");
}

TEST(Sum, RefusesAxesThatAreNotThereOrGivenTwice) {
  const Tensor x = Counting<float>({2, 2});
  EXPECT_EQ(CallText("Sum", {x, Longs({2})}),
            "INVALID_ARGUMENT: Invalid reduction dimension (2 for input with 2 dimension(s)");
  EXPECT_EQ(CallText("Sum", {x, Longs({-3})}),
            "INVALID_ARGUMENT: Invalid reduction dimension (-3 for input with 2 dimension(s)");
  EXPECT_EQ(CallText("Sum", {Tensor(1.f), Longs({INT64_MIN})}),
            "INVALID_ARGUMENT: Invalid reduction dimension (-9223372036854775808 for input with 0 "
            "dimension(s)");
  EXPECT_EQ(CallText("Sum", {x, Longs({0, -2})}),
            "INVALID_ARGUMENT: Invalid reduction arguments: Axes contains duplicate dimension: 0");
}

// Every way to reduce six dimensions, against additions one by one.
TEST(Sum, AlternatingDimensionsAreReducedRight) {
  const TensorShape shape({2, 3, 1, 4, 2, 3});
  const Tensor x = Counting<int32_t>(shape);
  for (int mask = 0; mask < 64; ++mask) {
    std::vector<int32_t> axes;
    std::vector<int64_t> steps(6, 0);
    int64_t outputs = 1;
    for (int d = 5; d >= 0; --d) {
      if ((mask >> d & 1) != 0) {
        axes.push_back(d);
      } else {
        steps[static_cast<size_t>(d)] = outputs;
        outputs *= shape.dim_size(d);
      }
    }
    std::vector<int32_t> want(static_cast<size_t>(outputs), 0);
    for (int32_t i = 0; i < x.NumElements(); ++i) {
      int64_t rest = i, to = 0;
      for (int d = 5; d >= 0; --d) {
        to += rest % shape.dim_size(d) * steps[static_cast<size_t>(d)];
        rest /= shape.dim_size(d);
      }
      want[static_cast<size_t>(to)] += i;
    }
    const auto out = CallOp("Sum", {x, Ints(axes)});
    ASSERT_TRUE(out.ok()) << out.status();
    for (int64_t i = 0; i < outputs; ++i)
      ASSERT_EQ((*out)[0].flat<int32_t>()(i), want[static_cast<size_t>(i)]) << mask;
  }
}

TEST(Sum, WrapsIntegersAround) {
  EXPECT_EQ(CallText("Sum", {VectorOf<int8_t>({127, 127}), Tensor(0)}), "int8[] -2");
  EXPECT_EQ(CallText("Sum", {VectorOf<uint64_t>({UINT64_MAX, 3}), Tensor(0)}), "uint64[] 2");
}

TEST(Sum, OfManyHalvesDoesNotStopHalfway) {
  // Adding ones in half alone stops at 2048, in bfloat16 at 256.
  Tensor ones(DT_BFLOAT16, {1000}), halves(DT_HALF, {5000, 2});
  ones.flat<bfloat16>().setConstant(bfloat16(1.f));
  halves.flat<half>().setConstant(half(1.f));
  EXPECT_EQ(CallText("Sum", {ones, Tensor(0)}), "bfloat16[] 1000");
  EXPECT_EQ(CallText("Sum", {halves, Tensor(0)}), "half[2] 5000 5000");
  EXPECT_EQ(CallText("Mean", {halves, Tensor(0)}), "half[2] 1 1");
}

TEST(Sum, OfComplexNumbers) {
  const Tensor x =
      Tensor::Of({complex64(1, 2), complex64(3, 4), complex64(5, 6), complex64(7, 8)}, {2, 2});
  EXPECT_EQ(CallText("Sum", {x, Tensor(0)}), "complex64[2] (6,8) (10,12)");
  EXPECT_EQ(CallText("Sum", {x, Tensor(1)}), "complex64[2] (4,6) (12,14)");
  EXPECT_EQ(CallText("Mean", {x, Ints({0, 1})}), "complex64[] (4,5)");
}

TEST(Mean, OfIntegersIsCutOffAndDoesNotOverflow) {
  EXPECT_EQ(CallText("Mean", {VectorOf<int8_t>({127, 127}), Tensor(0)}), "int8[] 127");
  EXPECT_EQ(CallText("Mean", {Ints({-7, 0}), Tensor(0)}), "int32[] -3");
  EXPECT_EQ(CallText("Mean", {VectorOf<uint32_t>({UINT32_MAX, UINT32_MAX}), Tensor(0)}),
            "uint32[] 4294967295");
}

TEST(Reductions, OfNothing) {
  const Tensor floats(DT_FLOAT, {2, 0}), ints(DT_INT32, {2, 0});
  EXPECT_EQ(CallText("Sum", {floats, Tensor(1)}), "float[2] 0 0");
  EXPECT_EQ(CallText("Mean", {floats, Tensor(1)}), "float[2] nan nan");
  EXPECT_EQ(CallText("Max", {floats, Tensor(1)}), "float[2] -inf -inf");
  EXPECT_EQ(CallText("Sum", {ints, Tensor(1)}), "int32[2] 0 0");
  EXPECT_EQ(CallText("Mean", {ints, Tensor(1)}), "int32[2] 0 0");
  EXPECT_EQ(CallText("Mean", {Tensor(DT_COMPLEX64, {0}), Tensor(0)}), "complex64[] (0,0)");
  EXPECT_EQ(CallText("Max", {ints, Tensor(1)}), "int32[2] -2147483648 -2147483648");
  EXPECT_EQ(CallText("Sum", {floats, Tensor(0)}), "float[0]");
  EXPECT_EQ(CallText("Max", {floats, Tensor(0)}, kKeepDims), "float[1,0]");
}

TEST(Max, KeepsNan) {
  const Tensor x = Tensor::Of({1.f, kNan, 2.f, kInf, 1.f, -kInf}, {2, 3});
  EXPECT_EQ(CallText("Max", {x, Tensor(1)}), "float[2] nan inf");
  EXPECT_EQ(CallText("Max", {x, Tensor(0)}), "float[3] inf nan 2");
  EXPECT_EQ(CallText("Sum", {x, Tensor(1)}), "float[2] nan nan");
}

TEST(Max, OfOtherTypes) {
  EXPECT_EQ(CallText("Max", {VectorOf<half>({half(1.f), half(-2.f)}), Tensor(0)}), "half[] 1");
  EXPECT_EQ(CallText("Max", {VectorOf<quint8>({quint8(3), quint8(200)}), Tensor(0)}),
            "quint8[] 200");
  EXPECT_EQ(CallText("Max", {VectorOf<uint16_t>({3, 65535}), Tensor(0)}), "uint16[] 65535");
}

TEST(Reductions, LargeOnesAreSharedAmongThreads) {
  // Bits do not depend on the threads: each output is one thread's.
  Tensor x(DT_FLOAT, {3000, 200});
  for (int i = 0; i < 600000; ++i) x.flat<float>()(i) = static_cast<float>(i % 200);
  const auto rows = CallOp("Sum", {x, Tensor(1)}), columns = CallOp("Max", {x, Tensor(0)});
  ASSERT_TRUE(rows.ok() && columns.ok());
  for (int i = 0; i < 3000; ++i) ASSERT_EQ((*rows)[0].flat<float>()(i), 19900.f);
  for (int i = 0; i < 200; ++i) ASSERT_EQ((*columns)[0].flat<float>()(i), static_cast<float>(i));
}

TEST(Reductions, OfWideRowsGoBlockByBlock) {
  Tensor x(DT_FLOAT, {3, 1000});
  for (int i = 0; i < 3000; ++i) x.flat<float>()(i) = static_cast<float>(i % 1000);
  const auto sum = CallOp("Sum", {x, Tensor(0)});
  ASSERT_TRUE(sum.ok());
  for (int i = 0; i < 1000; ++i) ASSERT_EQ((*sum)[0].flat<float>()(i), static_cast<float>(3 * i));
  EXPECT_EQ(CallText("Sum", {x, Tensor(1)}), "float[3] 499500 499500 499500");
}

}  // namespace
}  // namespace opgraft
