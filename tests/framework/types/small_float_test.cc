// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/small_float.h"

#include <cmath>
#include <sstream>
#include <type_traits>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

static_assert(sizeof(float8_e4m3fn) == 1 && std::is_trivial<float8_e4m3fn>::value,
              "copied as a byte");

TEST(SmallFloat, ArithmeticIsRoundedOnce) {
  const float8_e4m3fn a(1.5f), b(0.25f);
  EXPECT_EQ(static_cast<float>(a + b), 1.75f);
  EXPECT_EQ(static_cast<float>(a - b), 1.25f);
  EXPECT_EQ(static_cast<float>(a * b), 0.375f);
  EXPECT_EQ(static_cast<float>(a / b), 6.0f);
  EXPECT_EQ(static_cast<float>(-a), -1.5f);
  EXPECT_EQ(static_cast<float>(float8_e4m3fn(17) + float8_e4m3fn(0.5)), 16.0f);  // steps of 2 there
}

TEST(SmallFloat, ComparesAsItsValue) {
  EXPECT_TRUE(float8_e5m2(0.0) == float8_e5m2(-0.0));
  EXPECT_TRUE(float8_e5m2(1) < float8_e5m2(2));
  EXPECT_TRUE(float8_e5m2(2) >= float8_e5m2(2));
  const auto nan = std::numeric_limits<float8_e5m2>::quiet_NaN();
  EXPECT_TRUE(nan != nan);
}

TEST(SmallFloat, IntegersAndDoublesRoundOnce) {
  EXPECT_EQ(static_cast<float>(float8_e5m2((int64_t{1} << 14) + (int64_t{1} << 11))), 16384.0f);
  EXPECT_EQ(static_cast<float>(float8_e5m2((int64_t{1} << 14) + (int64_t{1} << 11) + 1)), 20480.0f);
  EXPECT_EQ(static_cast<float>(float8_e4m3fn(1 + 1 / 16.0 + std::ldexp(1, -40))), 1.125f);
}

template <typename T>
void ExpectLimits(float lowest, float min, float max, float epsilon, float denorm_min) {
  using Limits = std::numeric_limits<T>;
  EXPECT_EQ(static_cast<float>(Limits::lowest()), lowest);
  EXPECT_EQ(static_cast<float>(Limits::min()), min);
  EXPECT_EQ(static_cast<float>(Limits::max()), max);
  EXPECT_EQ(static_cast<float>(Limits::epsilon()), epsilon);
  EXPECT_EQ(static_cast<float>(Limits::denorm_min()), denorm_min);
  EXPECT_EQ(std::isinf(static_cast<float>(Limits::infinity())), Limits::has_infinity);
  EXPECT_EQ(std::isnan(static_cast<float>(Limits::quiet_NaN())), Limits::has_quiet_NaN);
}

TEST(SmallFloat, LimitsAreThoseOfTheFormats) {
  ExpectLimits<float8_e5m2>(-57344, std::ldexp(1.0f, -14), 57344, 0.25f, std::ldexp(1.0f, -16));
  ExpectLimits<float8_e4m3fn>(-448, std::ldexp(1.0f, -6), 448, 0.125f, std::ldexp(1.0f, -9));
  ExpectLimits<float8_e4m3fnuz>(-240, std::ldexp(1.0f, -7), 240, 0.125f, std::ldexp(1.0f, -10));
  ExpectLimits<float8_e4m3b11fnuz>(-30, std::ldexp(1.0f, -10), 30, 0.125f, std::ldexp(1.0f, -13));
  ExpectLimits<float8_e5m2fnuz>(-57344, std::ldexp(1.0f, -15), 57344, 0.25f, std::ldexp(1.0f, -17));
  ExpectLimits<float4_e2m1fn>(-6, 1, 6, 0.5f, 0.5f);
}

TEST(SmallFloat, PrintsAsANumber) {
  std::ostringstream out;
  out << float8_e4m3fn(2.5);
  EXPECT_EQ(out.str(), "2.5");
}

}  // namespace
}  // namespace opgraft
