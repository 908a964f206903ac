// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <limits>

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const TestAttrs kChannelsFirst = {{"data_format", StringAttr("NCHW")}};

TEST(BiasAdd, AddsToTheChannels) {
  const Tensor bias = Tensor::Of({10.f, 20.f});
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({2, 2}), bias}), "float[2,2] [10 21][12 23]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({1, 2, 2}), bias}),
            "float[1,2,2] [[10 21][12 23]]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({1, 2, 2}), bias}, kChannelsFirst),
            "float[1,2,2] [[10 11][22 23]]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({2, 2}), bias}, kChannelsFirst),
            "float[2,2] [10 21][12 23]");
  EXPECT_EQ(CallText("BiasAdd", {Tensor(DT_FLOAT, {0, 2}), bias}), "float[0,2]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<int8_t>({1, 2}), VectorOf<int8_t>({127, 127})}),
            "int8[1,2] [127 -128]");
}

TEST(BiasAdd, SaysWhatDoesNotFit) {
  const Tensor two = Counting<float>({2});
  EXPECT_EQ(CallText("BiasAdd", {two, two}),
            "INVALID_ARGUMENT: Input tensor must be at least 2D: [2]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({2, 2}), Counting<float>({2, 1})}),
            "INVALID_ARGUMENT: Biases must be 1D: [2,1]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({2, 2}), Counting<float>({3})}),
            "INVALID_ARGUMENT: Must provide as many biases as the last dimension of the input "
            "tensor: [3] vs. [2,2]");
  EXPECT_EQ(CallText("BiasAdd", {Counting<float>({1, 3, 2}), two}, kChannelsFirst),
            "INVALID_ARGUMENT: Must provide as many biases as the channel dimension of the input "
            "tensor: [2] vs. [1,3,2]");
}

TEST(Relu, KeepsNanAndDropsTheSignOfZero) {
  const Tensor x = Tensor::Of({kNan, kInf, -kInf, -0.f});
  EXPECT_EQ(CallText("Relu", {x}), "float[4] nan inf 0 0");
}

TEST(Softmax, AddsUpToOneInEveryRow) {
  EXPECT_EQ(CallText("Softmax", {Tensor::Of({1., 1., 1., 1., 0., 1000., -1000., 0.}, {2, 4})}),
            "double[2,4] [0.25 0.25 0.25 0.25][0 1 0 0]");
  EXPECT_EQ(CallText("Softmax", {Tensor::Of({3.f, 4.f}, {2, 1})}), "float[2,1] [1][1]");
  EXPECT_EQ(CallText("Softmax", {Counting<half>({2})}), "half[2] 0.269043 0.730957");
  EXPECT_EQ(CallText("Softmax", {Tensor::Of({-kInf, 0.f})}), "float[2] 0 1");
  EXPECT_EQ(CallText("Softmax", {Tensor::Of({kInf, 0.f})}), "float[2] nan nan");
}

TEST(Softmax, WorksAlongTheLastDimensionOnly) {
  EXPECT_EQ(CallText("Softmax", {Tensor(DT_FLOAT, {2, 0})}), "float[2,0]");
  EXPECT_EQ(CallText("Softmax", {Tensor(1.f)}),
            "INVALID_ARGUMENT: logits must have >= 1 dimension, got []");
}

}  // namespace
}  // namespace opgraft
