// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Cast, ConvertsAndKeepsTheShape) {
  const TestAttrs to_int = {{"DstT", TypeAttr(DT_INT32)}};
  EXPECT_EQ(CallText("Cast", {Tensor::Of({0.f, 1.f, 2.75f, -100.5f}, {2, 2})}, to_int),
            "int32[2,2] [0 1][2 -100]");
  EXPECT_EQ(CallText("Cast", {Ints({1, 2})}, to_int), "int32[2] 1 2");
  EXPECT_EQ(CallText("Cast", {Tensor(DT_FLOAT, {0, 3})}, to_int), "int32[0,3]");
}

TEST(Cast, TruncatesWhereAskedTo) {
  const TestAttrs round = {{"DstT", TypeAttr(DT_BFLOAT16)}};
  const TestAttrs truncate = {{"DstT", TypeAttr(DT_BFLOAT16)}, {"Truncate", BoolAttr(true)}};
  EXPECT_EQ(CallText("Cast", {Tensor(0.4f)}, round), "bfloat16[] 0.400391");
  EXPECT_EQ(CallText("Cast", {Tensor(0.4f)}, truncate), "bfloat16[] 0.398438");
}

TEST(Cast, HasNoKernelForStrings) {
  EXPECT_FALSE(CallOp("Cast", {Texts({"1"})}, {{"DstT", TypeAttr(DT_INT32)}}).ok());
  EXPECT_FALSE(CallOp("Cast", {Ints({1})}, {{"DstT", TypeAttr(DT_STRING)}}).ok());
}

TEST(AddN, AddsAll) {
  const Tensor x = Counting<float>({2, 2});
  EXPECT_EQ(CallText("AddN", {x, x, x}), "float[2,2] [0 3][6 9]");
  EXPECT_EQ(CallText("AddN", {x}), "float[2,2] [0 1][2 3]");
  EXPECT_EQ(
      CallText("AddN", {VectorOf<int8_t>({127}), VectorOf<int8_t>({127}), VectorOf<int8_t>({127})}),
      "int8[1] 125");
  EXPECT_EQ(CallText("AddN", {x, Counting<float>({3})}),
            "INVALID_ARGUMENT: Inputs to operation n of type AddN must have the same size and "
            "shape.  Input 0: [2,2] "
            "!= input "
            "1: [3]");
}

TEST(AddN, RoundsHalvesOnce) {
  // One by one, 2048 would stay.
  const Tensor one = Tensor(half(1.f));
  EXPECT_EQ(CallText("AddN", {Tensor(half(2048.f)), one, one}), "half[] 2050");
}

TEST(ArgMax, TheFirstOfTheLargestCounts) {
  const Tensor x = Tensor::Of({3.f, 1.f, 3.f, 0.f, 5.f, 5.f}, {2, 3});
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(1)}), "int64[2] 0 1");
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(-2)}), "int64[3] 0 1 1");
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(int64_t{0})}, {{"output_type", TypeAttr(DT_INT32)}}),
            "int32[3] 0 1 1");
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(int16_t{1})}, {{"output_type", TypeAttr(DT_UINT16)}}),
            "uint16[2] 0 1");
}

TEST(ArgMax, PassesOverNan) {
  const Tensor x =
      Tensor::Of({1.f, kNan, 2.f, kNan, 1.f, 2.f, kNan, kNan, kNan, -kInf, -kInf, -kInf}, {4, 3});
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(1)}), "int64[4] 2 2 0 0");
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(0)}), "int64[3] 0 1 0");
}

TEST(ArgMax, TakesEveryType) {
  EXPECT_EQ(CallText("ArgMax", {Tensor::Of({false, true, true}), Tensor(0)}), "int64[] 1");
  EXPECT_EQ(CallText("ArgMax", {VectorOf<int8_t>({-128, -128}), Tensor(0)}), "int64[] 0");
  EXPECT_EQ(CallText("ArgMax", {VectorOf<uint64_t>({1, UINT64_MAX}), Tensor(0)}), "int64[] 1");
  EXPECT_EQ(CallText("ArgMax", {VectorOf<quint8>({quint8(1), quint8(200)}), Tensor(0)}),
            "int64[] 1");
  Tensor halves(DT_HALF, {600, 2});
  halves.flat<half>().setConstant(half(1.f));
  halves.matrix<half>()(500, 0) = half(2.f);
  halves.matrix<half>()(7, 1) = half(2.f);
  EXPECT_EQ(CallText("ArgMax", {halves, Tensor(0)}), "int64[2] 500 7");
  Tensor row(DT_BFLOAT16, {600});
  row.flat<bfloat16>().setConstant(bfloat16(1.f));
  row.flat<bfloat16>()(555) = bfloat16(2.f);
  EXPECT_EQ(CallText("ArgMax", {row, Tensor(0)}), "int64[] 555");
}

TEST(ArgMax, SaysWhatIsWrongWithTheDimension) {
  const Tensor x = Counting<float>({1, 3});
  EXPECT_EQ(CallText("ArgMax", {x, Tensor(2)}),
            "INVALID_ARGUMENT: Expected dimension in the range [-2, 2), but got 2");
  EXPECT_EQ(
      CallText("ArgMax", {x, Tensor(int64_t{INT64_MIN})}),
      "INVALID_ARGUMENT: Expected dimension in the range [-2, 2), but got -9223372036854775808");
  EXPECT_EQ(CallText("ArgMax", {x, Ints({0})}),
            "INVALID_ARGUMENT: dim must be a scalar, but received tensor of shape: [1]");
  EXPECT_EQ(CallText("ArgMax", {Tensor(1.f), Tensor(0)}),
            "INVALID_ARGUMENT: Expected dimension in the range [0, 0), but got 0");
  EXPECT_EQ(CallText("ArgMax", {Tensor(DT_FLOAT, {2, 0}), Tensor(1)}),
            "INVALID_ARGUMENT: Reduction axis 1 is empty in shape [2,0]");
  EXPECT_EQ(CallText("ArgMax", {Tensor(DT_FLOAT, {0, 2}), Tensor(1)}), "int64[0]");
}

TEST(Range, CountsUpAndDown) {
  EXPECT_EQ(CallText("Range", {Tensor(0), Tensor(5), Tensor(1)}), "int32[5] 0 1 2 3 4");
  EXPECT_EQ(CallText("Range", {Tensor(10.f), Tensor(3.f), Tensor(-3.f)}), "float[3] 10 7 4");
  EXPECT_EQ(CallText("Range", {Tensor(1), Tensor(1), Tensor(3)}), "int32[0]");
  EXPECT_EQ(CallText("Range", {Tensor(0.), Tensor(1.), Tensor(0.25)}), "double[4] 0 0.25 0.5 0.75");
  EXPECT_EQ(CallText("Range", {Tensor(INT64_MIN), Tensor(INT64_MAX), Tensor(int64_t{1} << 62)}),
            "int64[4] -9223372036854775808 -4611686018427387904 0 4611686018427387904");
  EXPECT_EQ(CallText("Range", {Tensor(uint64_t{0}), Tensor(UINT64_MAX), Tensor(uint64_t{1} << 63)}),
            "uint64[2] 0 9223372036854775808");
  EXPECT_EQ(CallText("Range", {Tensor(int8_t{-128}), Tensor(int8_t{127}), Tensor(int8_t{100})}),
            "int8[3] -128 -28 72");
  EXPECT_EQ(CallText("Range", {Tensor::Of({0.f}), Tensor(2.f), Tensor(1.f)}), "float[2] 0 1");
}

TEST(Range, RoundsInItsOwnType) {
  EXPECT_EQ(
      CallText("Range", {Tensor(bfloat16(254.f)), Tensor(bfloat16(260.f)), Tensor(bfloat16(1.f))}),
      "bfloat16[6] 254 255 256 256 258 260");
}

TEST(Range, RefusesWhatNeverEnds) {
  EXPECT_EQ(CallText("Range", {Tensor(0.f), Tensor(5.f), Tensor(0.f)}).substr(0, 37),
            "INVALID_ARGUMENT: Requires delta != 0");
  EXPECT_EQ(CallText("Range", {Tensor(5), Tensor(0), Tensor(1)}),
            "INVALID_ARGUMENT: Requires start <= limit when delta > 0: 5/0");
  EXPECT_FALSE(CallOp("Range", {Tensor(0.f), Tensor(kNan), Tensor(1.f)}).ok());
  EXPECT_FALSE(CallOp("Range", {Tensor(0.f), Tensor(1.f), Tensor(1e-42f)}).ok());
  EXPECT_FALSE(
      CallOp("Range", {Tensor(int64_t{0}), Tensor(int64_t{1} << 62), Tensor(int64_t{1})}).ok());
  EXPECT_EQ(CallText("Range", {Tensor::Of({0.f, 1.f}), Tensor(2.f), Tensor(1.f)}),
            "INVALID_ARGUMENT: start must be a scalar, not shape [2]");
}

}  // namespace
}  // namespace opgraft
