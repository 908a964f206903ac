// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/binary_loops.h"

#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(BinaryLoops, FindArithmeticLoops, (BinaryFunction function, DataType dtype),
                  (function, dtype));
OPGRAFT_LEVELS_OF(BinaryLoops, FindComparisonLoops, (BinaryFunction function, DataType dtype),
                  (function, dtype));

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <typename Out, typename In>
std::vector<Out> Apply(const BinaryLoops& loops, Operands operands, const std::vector<In>& x,
                       const std::vector<In>& y) {
  std::vector<Out> out(operands == kScalarVector ? y.size() : x.size());
  loops[operands](x.data(), y.data(), out.data(), static_cast<int64_t>(out.size()));
  return out;
}

template <typename T>
std::vector<T> Apply(BinaryFunction function, DataType dtype, const std::vector<T>& x,
                     const std::vector<T>& y) {
  return Apply<T>(FindBinaryLoops(function, dtype), kVectorVector, x, y);
}

TEST(BinaryLoops, IntegersWrapAround) {
  const std::vector<int16_t> x = {-32768, 32767, 32767, 100}, y = {32767, 1, 32767, 7};
  EXPECT_EQ(Apply(BinaryFunction::kAdd, DT_INT16, x, y),
            (std::vector<int16_t>{-1, -32768, -2, 107}));
  EXPECT_EQ(Apply(BinaryFunction::kSub, DT_INT16, x, y), (std::vector<int16_t>{1, 32766, 0, 93}));
  EXPECT_EQ(Apply(BinaryFunction::kMul, DT_INT16, x, y),
            (std::vector<int16_t>{-32768, 32767, 1, 700}));
  EXPECT_EQ(Apply(BinaryFunction::kMul, DT_UINT16, std::vector<uint16_t>{65535}, {65535}),
            (std::vector<uint16_t>{1}));
}

TEST(BinaryLoops, TheSmallestIntegerByMinusOneDoesNotTrap) {
  EXPECT_EQ(Apply(BinaryFunction::kDiv, DT_INT8, std::vector<int8_t>{-128, 7, -7}, {-1, -2, 2}),
            (std::vector<int8_t>{-128, -3, -3}));
  EXPECT_EQ(Apply(BinaryFunction::kDiv, DT_INT32, std::vector<int32_t>{INT32_MIN}, {-1}),
            (std::vector<int32_t>{INT32_MIN}));
  EXPECT_EQ(Apply(BinaryFunction::kDiv, DT_INT64, std::vector<int64_t>{INT64_MIN}, {-1}),
            (std::vector<int64_t>{INT64_MIN}));
  EXPECT_EQ(Apply(BinaryFunction::kDiv, DT_UINT8, std::vector<uint8_t>{255, 254}, {255, 255}),
            (std::vector<uint8_t>{1, 0}));
}

TEST(BinaryLoops, MaximumAndMinimumKeepNan) {
  const std::vector<float> x = {kNan, 1, kNan, kInf, 1, 2}, y = {1, kNan, kNan, kNan, -kInf, 3};
  EXPECT_TRUE(
      SameBits(Apply(BinaryFunction::kMaximum, DT_FLOAT, x, y), {kNan, kNan, kNan, kNan, 1, 3}));
  EXPECT_TRUE(SameBits(Apply(BinaryFunction::kMinimum, DT_FLOAT, x, y),
                       {kNan, kNan, kNan, kNan, -kInf, 2}));
}

TEST(BinaryLoops, ComparisonsGiveFalseForNan) {
  const std::vector<double> x = {1, kNan, -0.0, 3}, y = {2, kNan, 0.0, 2};
  const auto compare = [&](BinaryFunction f) {
    return Apply<uint8_t>(FindBinaryLoops(f, DT_DOUBLE), kVectorVector, x, y);
  };
  EXPECT_EQ(compare(BinaryFunction::kEqual), (std::vector<uint8_t>{0, 0, 1, 0}));
  EXPECT_EQ(compare(BinaryFunction::kLess), (std::vector<uint8_t>{1, 0, 0, 0}));
  EXPECT_EQ(compare(BinaryFunction::kGreater), (std::vector<uint8_t>{0, 0, 0, 1}));
}

TEST(BinaryLoops, DivideComplexNumbersWithoutOverflow) {
  // (1e30 + 1e30i) / (1e30 + 1e30i), (1 + 2i) / (-1 - 0.5i)
  const std::vector<float> numbers = {1e30f, 1e30f};
  std::vector<float> quotient(2);
  FindBinaryLoops(BinaryFunction::kDiv, DT_COMPLEX64)[kVectorVector](numbers.data(), numbers.data(),
                                                                     quotient.data(), 1);
  EXPECT_EQ(quotient, (std::vector<float>{1, 0}));
  const std::vector<double> x = {1e200, 1e200, 1, 2}, y = {1e200, 1e200, -1, -0.5};
  std::vector<double> out(4);
  FindBinaryLoops(BinaryFunction::kDiv, DT_COMPLEX128)[kVectorVector](x.data(), y.data(),
                                                                      out.data(), 2);
  EXPECT_EQ(out, (std::vector<double>{1, 0, -1.6, -1.2}));
}

TEST(BinaryLoops, AScalarOperandStandsForAll) {
  const BinaryLoops sub = FindBinaryLoops(BinaryFunction::kSub, DT_FLOAT);
  EXPECT_EQ((Apply<float, float>(sub, kVectorScalar, {1, 2, 3}, {1})),
            (std::vector<float>{0, 1, 2}));
  EXPECT_EQ((Apply<float, float>(sub, kScalarVector, {1}, {1, 2, 3})),
            (std::vector<float>{0, -1, -2}));
}

TEST(BinaryLoops, WriteOverAnOperand) {
  const BinaryLoops sub = FindBinaryLoops(BinaryFunction::kSub, DT_INT32);
  const std::vector<int32_t> numbers = AnyBits<int32_t>(1001, 3),
                             others = AnyBits<int32_t>(1001, 4);
  const std::vector<int32_t> want = Apply<int32_t>(sub, kVectorVector, numbers, others);
  std::vector<int32_t> x = numbers, y = others;
  sub[kVectorVector](x.data(), others.data(), x.data(), 1001);
  sub[kVectorVector](numbers.data(), y.data(), y.data(), 1001);
  EXPECT_EQ(x, want);
  EXPECT_EQ(y, want);
}

template <typename T>
void ExpectSameBitsOnEveryLevel(DataType dtype) {
  const std::vector<T> x = AnyBits<T>(999, 1);
  std::vector<T> y = AnyBits<T>(999, 2);
  for (T& value : y) value = value == T(0) ? T(1) : value;
  for (int f = 0; f < static_cast<int>(BinaryFunction::kEqual); ++f) {
    const std::vector<BinaryLoops> levels =
        FindArithmeticLoopsOfLevels(static_cast<BinaryFunction>(f), dtype);
    for (size_t level = 1; level < levels.size() && levels[0]; ++level) {
      for (Operands operands : {kVectorVector, kVectorScalar, kScalarVector}) {
        EXPECT_TRUE(
            SameBits(Apply<T>(levels[level], operands, x, y), Apply<T>(levels[0], operands, x, y)))
            << f;
      }
    }
  }
  for (int f = static_cast<int>(BinaryFunction::kEqual);
       f <= static_cast<int>(BinaryFunction::kLogicalOr); ++f) {
    const std::vector<BinaryLoops> levels =
        FindComparisonLoopsOfLevels(static_cast<BinaryFunction>(f), dtype);
    for (size_t level = 1; level < levels.size() && levels[0]; ++level) {
      EXPECT_EQ(Apply<uint8_t>(levels[level], kVectorVector, x, y),
                Apply<uint8_t>(levels[0], kVectorVector, x, y))
          << f;
    }
  }
}

TEST(BinaryLoops, EveryLevelGivesTheSameBits) {
  ExpectSameBitsOnEveryLevel<float>(DT_FLOAT);
  ExpectSameBitsOnEveryLevel<double>(DT_DOUBLE);
  ExpectSameBitsOnEveryLevel<int8_t>(DT_INT8);
  ExpectSameBitsOnEveryLevel<int16_t>(DT_INT16);
  ExpectSameBitsOnEveryLevel<int32_t>(DT_INT32);
  ExpectSameBitsOnEveryLevel<int64_t>(DT_INT64);
  ExpectSameBitsOnEveryLevel<uint8_t>(DT_UINT8);
  ExpectSameBitsOnEveryLevel<uint16_t>(DT_UINT16);
  ExpectSameBitsOnEveryLevel<uint32_t>(DT_UINT32);
  ExpectSameBitsOnEveryLevel<uint64_t>(DT_UINT64);
  ExpectSameBitsOnEveryLevel<uint8_t>(DT_BOOL);
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
