// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(UnaryOps, ComputeEveryFloatType) {
  const std::vector<half> halves = {half(0.25f), half(1.f), half(9.f)};
  const std::vector<bfloat16> bfloats = {bfloat16(0.25f), bfloat16(1.f), bfloat16(9.f)};
  EXPECT_EQ(CallText("Sqrt", {VectorOf(halves)}), "half[3] 0.5 1 3");
  EXPECT_EQ(CallText("Sqrt", {VectorOf(bfloats)}), "bfloat16[3] 0.5 1 3");
  EXPECT_EQ(CallText("Sqrt", {Tensor::Of({0.25, 1., 9.})}), "double[3] 0.5 1 3");
  EXPECT_EQ(CallText("Square", {VectorOf(halves)}), "half[3] 0.0625 1 81");
  EXPECT_EQ(CallText("Neg", {VectorOf(bfloats)}), "bfloat16[3] -0.25 -1 -9");
}

TEST(UnaryOps, RoundHalvesOnce) {
  // exp(9) = 8103.08; halves there are 4 apart, bfloat16s 32.
  EXPECT_EQ(CallText("Exp", {Tensor(half(9.f))}), "half[] 8104");
  EXPECT_EQ(CallText("Exp", {Tensor(bfloat16(9.f))}), "bfloat16[] 8096");
}

TEST(UnaryOps, WorkOnMoreThanABlockOfHalves) {
  Tensor x(DT_HALF, {1000});
  for (int i = 0; i < 1000; ++i) x.flat<half>()(i) = half(static_cast<float>(i - 500));
  const auto out = CallOp("Abs", {x});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(static_cast<float>((*out)[0].flat<half>()(i)), std::abs(i - 500)) << i;
}

TEST(UnaryOps, KeepSpecialValues) {
  const Tensor x = Tensor::Of({kNan, kInf, -kInf, -0.f});
  EXPECT_EQ(CallText("Sigmoid", {x}), "float[4] nan 1 0 0.5");
  EXPECT_EQ(CallText("Tanh", {x}), "float[4] nan 1 -1 -0");
  EXPECT_EQ(CallText("Exp", {x}), "float[4] nan inf 0 1");
}

TEST(UnaryOps, ComputeComplexNumbers) {
  EXPECT_EQ(CallText("Square", {Tensor(complex64(1, 2))}), "complex64[] (-3,4)");
  EXPECT_EQ(CallText("Sqrt", {Tensor(complex128(-4, 0))}), "complex128[] (0,2)");
  EXPECT_EQ(CallText("Exp", {Tensor(complex64(0, 0))}), "complex64[] (1,0)");
  EXPECT_EQ(CallText("Sigmoid", {Tensor(complex128(-800, 1))}), "complex128[] (0,0)");
  EXPECT_EQ(CallText("Tanh", {Tensor(complex128(800, 1))}), "complex128[] (1,0)");
}

TEST(UnaryOps, WrapIntegersAround) {
  EXPECT_EQ(CallText("Abs", {VectorOf<int8_t>({-128, -1})}), "int8[2] -128 1");
  EXPECT_EQ(CallText("Square", {VectorOf<uint8_t>({16, 3})}), "uint8[2] 0 9");
  EXPECT_EQ(CallText("Neg", {Longs({INT64_MIN, 5})}), "int64[2] -9223372036854775808 -5");
}

TEST(UnaryOps, KeepTheShape) {
  EXPECT_EQ(CallText("Neg", {Counting<float>({2, 2})}), "float[2,2] [-0 -1][-2 -3]");
  EXPECT_EQ(CallText("Neg", {Counting<float>({2, 0})}), "float[2,0]");
  EXPECT_EQ(CallText("LogicalNot", {Tensor::Of({true, false})}), "bool[2] 0 1");
}

TEST(UnaryOps, HaveNoKernelForTypesThatTheOpRefuses) {
  EXPECT_FALSE(CallOp("Sqrt", {Ints({1})}).ok());
  EXPECT_FALSE(CallOp("Neg", {VectorOf<uint8_t>({1})}).ok());
}

}  // namespace
}  // namespace opgraft
