// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/float_format.h"

#include <cmath>
#include <limits>

#include "framework/types/numeric_types.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What a code means, by the definition of the formats and in another way than FloatFormat computes
// it.
template <int kExponent, int kMantissa, int kBias>
double Meaning(uint32_t code) {
  const uint32_t exponent = (code >> kMantissa) & ((1u << kExponent) - 1);
  const double mantissa = code & ((1u << kMantissa) - 1);
  const double one = 1u << kMantissa;
  const double magnitude = exponent == 0
                               ? std::ldexp(mantissa / one, 1 - kBias)
                               : std::ldexp(1 + mantissa / one, static_cast<int>(exponent) - kBias);
  return (code >> (kExponent + kMantissa)) & 1 ? -magnitude : magnitude;
}

template <typename Format, int kExponent, int kMantissa, int kBias>
void ExpectEveryCodeDecodes() {
  for (uint32_t code = 0; code <= Format::kAllBits; ++code) {
    if (Format::IsNan(code)) {
      EXPECT_TRUE(std::isnan(Format::Decode(code))) << code;
    } else if ((code & ~Format::kSign) <= Format::kMax) {
      EXPECT_EQ(Format::Decode(code), (Meaning<kExponent, kMantissa, kBias>(code))) << code;
      EXPECT_EQ(Format::Encode(Format::Decode(code)), code) << code;
    }
  }
}

// Between each two neighbours: the middle goes to the even one, what is next to the middle to the
// nearer one.
template <typename Format>
void ExpectEveryGapRoundsToNearestEven() {
  for (uint32_t low = 0; low < Format::kMax; ++low) {
    const uint32_t high = low + 1;
    const double middle = (double{Format::Decode(low)} + double{Format::Decode(high)}) / 2;
    for (double sign : {1.0, -1.0}) {
      const bool signless_zero = sign < 0 && Format::Encode(-0.0) == 0;
      const auto with_sign = [&](uint32_t code) {
        return sign < 0 && !(signless_zero && code == 0) ? code | Format::kSign : code;
      };
      EXPECT_EQ(Format::Encode(sign * middle), with_sign(low % 2 == 0 ? low : high)) << low;
      EXPECT_EQ(Format::Encode(sign * std::nextafter(middle, 0.0)), with_sign(low)) << low;
      EXPECT_EQ(Format::Encode(sign * std::nextafter(middle, kInfinity)), with_sign(high)) << low;
    }
  }
}

TEST(FloatFormat, EveryHalfCodeDecodesToItsMeaningAndBack) {
  ExpectEveryCodeDecodes<HalfFormat, 5, 10, 15>();
}
TEST(FloatFormat, EveryBfloat16CodeDecodesToItsMeaningAndBack) {
  ExpectEveryCodeDecodes<Bfloat16Format, 8, 7, 127>();
}
TEST(FloatFormat, EveryFloat8CodeDecodesToItsMeaningAndBack) {
  ExpectEveryCodeDecodes<float8_e5m2::Format, 5, 2, 15>();
  ExpectEveryCodeDecodes<float8_e4m3fn::Format, 4, 3, 7>();
  ExpectEveryCodeDecodes<float8_e4m3fnuz::Format, 4, 3, 8>();
  ExpectEveryCodeDecodes<float8_e4m3b11fnuz::Format, 4, 3, 11>();
  ExpectEveryCodeDecodes<float8_e5m2fnuz::Format, 5, 2, 16>();
  ExpectEveryCodeDecodes<float4_e2m1fn::Format, 2, 1, 1>();
}

TEST(FloatFormat, HalfRoundsEveryGapToNearestEven) {
  ExpectEveryGapRoundsToNearestEven<HalfFormat>();
}
TEST(FloatFormat, Bfloat16RoundsEveryGapToNearestEven) {
  ExpectEveryGapRoundsToNearestEven<Bfloat16Format>();
}
TEST(FloatFormat, SmallFloatsRoundEveryGapToNearestEven) {
  ExpectEveryGapRoundsToNearestEven<float8_e5m2::Format>();
  ExpectEveryGapRoundsToNearestEven<float8_e4m3fn::Format>();
  ExpectEveryGapRoundsToNearestEven<float8_e4m3fnuz::Format>();
  ExpectEveryGapRoundsToNearestEven<float8_e4m3b11fnuz::Format>();
  ExpectEveryGapRoundsToNearestEven<float8_e5m2fnuz::Format>();
  ExpectEveryGapRoundsToNearestEven<float4_e2m1fn::Format>();
}

// The largest value, the first that is too large for it, and what becomes of that.
template <typename Format>
void ExpectOverflow(double largest, double too_large, uint32_t code) {
  EXPECT_EQ(Format::Decode(Format::kMax), largest);
  EXPECT_EQ(Format::Encode(std::nextafter(too_large, 0.0)), Format::kMax);
  EXPECT_EQ(Format::Encode(too_large), code);
  EXPECT_EQ(Format::Encode(1e300), code);
  EXPECT_EQ(Format::Encode(kInfinity), code);
}

TEST(FloatFormat, TooLargeBecomesWhatTheFormatHasForIt) {
  ExpectOverflow<HalfFormat>(65504, 65520, 0x7c00);
  ExpectOverflow<Bfloat16Format>(std::ldexp(255, 120), std::ldexp(511, 119), 0x7f80);
  ExpectOverflow<float8_e5m2::Format>(57344, 61440, 0x7c);
  // 464 is a tie between 448, which is even, and what would be 480.
  ExpectOverflow<float8_e4m3fn::Format>(448, std::nextafter(464, 500), 0x7f);
  ExpectOverflow<float8_e4m3fnuz::Format>(240, 248, 0x80);
  ExpectOverflow<float8_e4m3b11fnuz::Format>(30, 31, 0x80);
  ExpectOverflow<float8_e5m2fnuz::Format>(57344, 61440, 0x80);
  EXPECT_EQ(float4_e2m1fn::Format::Encode(1e300), 7u);
  EXPECT_EQ(float4_e2m1fn::Format::Encode(-kInfinity), 15u);
  EXPECT_EQ(float4_e2m1fn::Format::Decode(7), 6.0f);
}

TEST(FloatFormat, NanBecomesNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(HalfFormat::Encode(nan), 0x7e00u);
  EXPECT_EQ(HalfFormat::Encode(-nan), 0xfe00u);
  EXPECT_EQ(Bfloat16Format::Encode(nan), 0x7fc0u);
  EXPECT_EQ(float8_e5m2::Format::Encode(nan), 0x7eu);
  EXPECT_EQ(float8_e4m3fn::Format::Encode(nan), 0x7fu);
  EXPECT_EQ(float8_e4m3fnuz::Format::Encode(nan), 0x80u);
  EXPECT_EQ(float4_e2m1fn::Format::Encode(nan), 8u);  // it has none: negative zero
}

TEST(FloatFormat, RoundToOddKeepsWhatASecondRoundingNeeds) {
  EXPECT_EQ(RoundToOdd(uint64_t{5}), 5.0);
  EXPECT_EQ(RoundToOdd(int64_t{-5}), -5.0);
  EXPECT_EQ(RoundToOdd((int64_t{1} << 53) - 1), 9007199254740991.0);
  EXPECT_GT(RoundToOdd((uint64_t{1} << 60) + 1), std::ldexp(1, 60));
  EXPECT_EQ(RoundToOdd(INT64_MIN), -std::ldexp(1, 63));
  EXPECT_LT(RoundToOdd(UINT64_MAX), std::ldexp(1, 64));
}

}  // namespace
}  // namespace opgraft
