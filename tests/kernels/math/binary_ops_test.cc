// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(BinaryOps, Broadcast) {
  const Tensor row = Tensor::Of({1.f, 2.f, 3.f});
  const Tensor column = Tensor::Of({10.f, 20.f}, {2, 1});
  EXPECT_EQ(CallText("AddV2", {row, row}), "float[3] 2 4 6");
  EXPECT_EQ(CallText("AddV2", {row, column}), "float[2,3] [11 12 13][21 22 23]");
  EXPECT_EQ(CallText("Sub", {column, row}), "float[2,3] [9 8 7][19 18 17]");
  EXPECT_EQ(CallText("Mul", {row, Tensor(2.f)}), "float[3] 2 4 6");
  EXPECT_EQ(CallText("RealDiv", {Tensor(6.f), row}), "float[3] 6 3 2");
  EXPECT_EQ(CallText("AddV2", {Counting<float>({2, 1, 2}), Counting<float>({3, 1})}),
            "float[2,3,2] [[0 1][1 2][2 3]][[2 3][3 4][4 5]]");
  EXPECT_EQ(CallText("AddV2", {Tensor(DT_FLOAT, {0, 1}), Counting<float>({1, 3})}), "float[0,3]");
}

TEST(BinaryOps, BroadcastMoreDimensionsThanTensorFlowCan) {
  const TensorShape odd({1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}),
      even({2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1});
  const auto out = CallOp("AddV2", {Counting<int32_t>(odd), Counting<int32_t>(even)});
  ASSERT_TRUE(out.ok()) << out.status();
  const Tensor& sum = (*out)[0];
  ASSERT_EQ(sum.NumElements(), 4096);
  EXPECT_EQ(sum.flat<int32_t>()(4095), 126);
  EXPECT_EQ(sum.flat<int32_t>()(1), 1);
  EXPECT_EQ(sum.flat<int32_t>()(2), 1);
}

TEST(BinaryOps, LargeOnesAreSharedAmongThreads) {
  constexpr int kRows = 1500, kColumns = 400;
  const Tensor x = Counting<int32_t>({kRows, kColumns}), row = Counting<int32_t>({kColumns});
  for (const Tensor& y : {x, row, Tensor(7), Counting<int32_t>({kRows, 1})}) {
    const auto out = CallOp("Sub", {x, y});
    ASSERT_TRUE(out.ok()) << out.status();
    for (int i = 0; i < kRows * kColumns; ++i) {
      const int other = y.dims() == 0        ? 7
                        : y.dims() == 1      ? i % kColumns
                        : y.dim_size(1) == 1 ? i / kColumns
                                             : i;
      ASSERT_EQ((*out)[0].flat<int32_t>()(i), i - other) << i;
    }
  }
}

TEST(BinaryOps, RefuseShapesThatDoNotFit) {
  EXPECT_EQ(CallText("AddV2", {Counting<float>({2}), Counting<float>({3})}),
            "INVALID_ARGUMENT: Incompatible shapes: [2] vs. [3]");
  EXPECT_EQ(CallText("Less", {Counting<float>({2, 3}), Counting<float>({3, 2})}),
            "INVALID_ARGUMENT: Incompatible shapes: [2,3] vs. [3,2]");
}

TEST(BinaryOps, RoundHalvesOnce) {
  const Tensor x = Tensor(half(2048.f)), y = Tensor(half(1.f));
  EXPECT_EQ(CallText("AddV2", {x, y}), "half[] 2048");
  EXPECT_EQ(CallText("RealDiv", {Tensor(bfloat16(2.f)), Tensor(bfloat16(3.f))}),
            "bfloat16[] 0.667969");
  EXPECT_EQ(CallText("Maximum", {Tensor(half(kNan)), y}), "half[] nan");
  EXPECT_EQ(CallText("Less", {VectorOf<half>({half(0.5f), half(2.f)}), y}), "bool[2] 1 0");
}

TEST(BinaryOps, DivisionByZeroOfIntegersIsAnError) {
  const std::string error = "INVALID_ARGUMENT: Integer division by zero";
  EXPECT_EQ(CallText("Div", {Ints({1, 2}), Ints({1, 0})}), error);
  EXPECT_EQ(CallText("Div", {VectorOf<uint8_t>({1, 2}), Tensor(uint8_t{0})}), error);
  EXPECT_EQ(CallText("Div", {Longs({1}), Longs({0})}), error);
  EXPECT_EQ(CallText("Div", {Ints({}), Tensor(0)}), "int32[0]");
  EXPECT_EQ(CallText("Div", {Ints({INT32_MIN, 7, -7}), Ints({-1, -2, 2})}),
            "int32[3] -2147483648 -3 -3");
  EXPECT_EQ(CallText("Div", {Tensor::Of({1.f, -1.f, 0.f}), Tensor(0.f)}), "float[3] inf -inf nan");
}

TEST(BinaryOps, MaximumAndMinimumKeepNan) {
  const Tensor x = Tensor::Of({kNan, 1.f, kInf}), y = Tensor::Of({1.f, kNan, 2.f});
  EXPECT_EQ(CallText("Maximum", {x, y}), "float[3] nan nan inf");
  EXPECT_EQ(CallText("Minimum", {x, y}), "float[3] nan nan 2");
}

TEST(BinaryOps, ComputeComplexNumbers) {
  const Tensor x = Tensor(complex64(1, 2)), y = Tensor(complex64(-1, -0.5));
  EXPECT_EQ(CallText("Mul", {x, y}), "complex64[] (0,-2.5)");
  EXPECT_EQ(CallText("Div", {x, y}), "complex64[] (-1.6,-1.2)");
  EXPECT_EQ(CallText("Equal", {x, x}), "bool[] 1");
}

TEST(Equal, ComparesEveryKindOfType) {
  EXPECT_EQ(CallText("Equal", {Tensor::Of({true, false}), Tensor(true)}), "bool[2] 1 0");
  EXPECT_EQ(CallText("Equal", {VectorOf<qint8>({qint8(1), qint8(2)}), Tensor(qint8(2))}),
            "bool[2] 0 1");
  EXPECT_EQ(CallText("Equal", {VectorOf<int4>({int4(1), int4(-8)}), Tensor(int4(-8))}),
            "bool[2] 0 1");
  EXPECT_EQ(CallText("Equal", {Tensor::Of({kNan, -0.f}), Tensor::Of({kNan, 0.f})}), "bool[2] 0 1");
}

TEST(Equal, AnswersFalseForShapesThatDoNotFitWhereAskedTo) {
  const TestAttrs lenient = {{"incompatible_shape_error", BoolAttr(false)}};
  const std::vector<Tensor> inputs = {Counting<float>({2}), Counting<float>({3})};
  EXPECT_EQ(CallText("Equal", inputs, lenient), "bool[] 0");
  EXPECT_EQ(CallText("Equal", {inputs[0], inputs[0]}, lenient), "bool[2] 1 1");
  EXPECT_EQ(CallText("Equal", inputs), "INVALID_ARGUMENT: Incompatible shapes: [2] vs. [3]");
}

TEST(Less, IsNotForComplexNumbers) {
  EXPECT_FALSE(CallOp("Less", {Tensor(complex64(1, 2)), Tensor(complex64(1, 2))}).ok());
}

TEST(LogicalOps, Broadcast) {
  const Tensor column = Tensor::Of({true, false}, {2, 1}), row = Tensor::Of({true, false});
  EXPECT_EQ(CallText("LogicalAnd", {column, row}), "bool[2,2] [1 0][0 0]");
  EXPECT_EQ(CallText("LogicalOr", {column, row}), "bool[2,2] [1 1][1 0]");
}

}  // namespace
}  // namespace opgraft
