// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/numeric_types.h"

#include <cmath>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

uint16_t Bits(half value) { return Eigen::numext::bit_cast<uint16_t>(value); }
uint16_t Bits(bfloat16 value) { return Eigen::numext::bit_cast<uint16_t>(value); }

TEST(NumericTypes, EveryHalfSurvivesFloatAndDouble) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const half value = Eigen::numext::bit_cast<half>(static_cast<uint16_t>(bits));
    const float wide = static_cast<float>(value);
    if (std::isnan(wide)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(RoundToHalf(wide)))) << bits;
      continue;
    }
    EXPECT_EQ(wide, HalfFormat::Decode(bits)) << bits;
    EXPECT_EQ(Bits(half(wide)), bits);
    EXPECT_EQ(Bits(RoundToHalf(wide)), bits);
  }
}

TEST(NumericTypes, EveryBfloat16SurvivesFloatAndDouble) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const bfloat16 value = Eigen::numext::bit_cast<bfloat16>(static_cast<uint16_t>(bits));
    const float wide = static_cast<float>(value);
    if (std::isnan(wide)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(RoundToBfloat16(wide)))) << bits;
      continue;
    }
    EXPECT_EQ(wide, Bfloat16Format::Decode(bits)) << bits;
    EXPECT_EQ(Bits(bfloat16(wide)), bits);
    EXPECT_EQ(Bits(RoundToBfloat16(wide)), bits);
  }
}

// The cast of a float is Eigen's, that of a double ours: they must agree.
TEST(NumericTypes, FloatsRoundTheSameEitherWay) {
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 65521) {
    const float value = absl::bit_cast<float>(static_cast<uint32_t>(bits));
    if (std::isnan(value)) continue;
    EXPECT_EQ(Bits(half(value)), Bits(RoundToHalf(value))) << bits;
    EXPECT_EQ(Bits(bfloat16(value)), Bits(RoundToBfloat16(value))) << bits;
  }
}

TEST(NumericTypes, TiesOfFloatsGoToEven) {
  for (uint32_t low = 0; low < HalfFormat::kMax; ++low) {
    const float middle = (HalfFormat::Decode(low) + HalfFormat::Decode(low + 1)) / 2;
    EXPECT_EQ(Bits(half(middle)), low % 2 == 0 ? low : low + 1);
  }
  for (uint32_t low = 0; low < Bfloat16Format::kMax; ++low) {
    const float middle = Bfloat16Format::Decode(low) / 2 + Bfloat16Format::Decode(low + 1) / 2;
    EXPECT_EQ(Bits(bfloat16(middle)), low % 2 == 0 ? low : low + 1);
  }
}

TEST(NumericTypes, DoublesRoundOnce) {
  // A hair above the middle of 1 and the next half or bfloat16: going through float loses the hair.
  const double above_half = 1 + std::ldexp(1, -11) + std::ldexp(1, -40);
  EXPECT_EQ(Bits(half(static_cast<float>(above_half))), 0x3c00);
  EXPECT_EQ(Bits(RoundToHalf(above_half)), 0x3c01);
  const double above_bfloat16 = 1 + std::ldexp(1, -8) + std::ldexp(1, -40);
  EXPECT_EQ(Bits(bfloat16(static_cast<float>(above_bfloat16))), 0x3f80);
  EXPECT_EQ(Bits(RoundToBfloat16(above_bfloat16)), 0x3f81);
}

TEST(NumericTypes, IntegersRoundOnce) {
  const int64_t tie = (int64_t{1} << 60) + (int64_t{1} << 52);
  EXPECT_EQ(static_cast<float>(RoundToBfloat16(tie)), std::ldexp(1.0f, 60));
  EXPECT_EQ(static_cast<float>(RoundToBfloat16(tie + 1)), std::ldexp(129.0f, 53));
  EXPECT_EQ(static_cast<float>(RoundToBfloat16(-tie - 1)), -std::ldexp(129.0f, 53));
  EXPECT_EQ(static_cast<float>(RoundToBfloat16(UINT64_MAX)), std::ldexp(1.0f, 64));
  EXPECT_EQ(static_cast<float>(RoundToHalf(int64_t{65519})), 65504.0f);
  EXPECT_TRUE(std::isinf(static_cast<float>(RoundToHalf(int64_t{65520}))));
  EXPECT_EQ(static_cast<float>(RoundToHalf(uint64_t{2049})), 2048.0f);
}

}  // namespace
}  // namespace opgraft
