// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/cast_loops.h"

#include <cmath>

#include "framework/types/float_format.h"
#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(CastLoop, FindArithmeticCastLoop, (DataType from, DataType to), (from, to));
OPGRAFT_LEVELS_OF(CastLoop, FindHalfCastLoop, (DataType from, DataType to), (from, to));

namespace {

template <typename To, typename From>
std::vector<To> Apply(CastLoop loop, const std::vector<From>& in) {
  std::vector<To> out(in.size());
  loop(in.data(), out.data(), static_cast<int64_t>(in.size()));
  return out;
}

// Every code there is, and back; and floats of any bits.
template <typename Format>
void ExpectFormat(DataType dtype) {
  std::vector<uint16_t> codes(65536);
  for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<uint16_t>(i);
  for (CastLoop level : FindHalfCastLoopOfLevels(dtype, DT_FLOAT)) {
    const std::vector<float> floats = Apply<float>(level, codes);
    for (size_t i = 0; i < codes.size(); ++i) {
      const float want = Format::Decode(codes[i]);
      ASSERT_TRUE(floats[i] == want || (floats[i] != floats[i] && want != want)) << i;
    }
  }
  std::vector<float> floats = AnyBits<float>(200000);
  for (int i = -30; i < 20; ++i) {
    // Ties, and their neighbours.
    for (float x = 1; x < 2; x += 0x1p-12f) floats.push_back(std::ldexp(x, i));
  }
  for (CastLoop level : FindHalfCastLoopOfLevels(DT_FLOAT, dtype)) {
    const std::vector<uint16_t> got = Apply<uint16_t>(level, floats);
    for (size_t i = 0; i < floats.size(); ++i) {
      if (floats[i] == floats[i]) {
        ASSERT_EQ(got[i], Format::Encode(static_cast<double>(floats[i]))) << floats[i];
      } else {
        ASSERT_TRUE(Format::IsNan(got[i])) << got[i];
      }
    }
  }
}

TEST(CastLoops, HalfIsRoundedToTheNearest) { ExpectFormat<HalfFormat>(DT_HALF); }
TEST(CastLoops, Bfloat16IsRoundedToTheNearest) { ExpectFormat<Bfloat16Format>(DT_BFLOAT16); }

TEST(CastLoops, FloatsLoseTheirFraction) {
  const std::vector<float> in = {0.f, -0.f, 1.5f, -1.5f, 100.9f, -0.4f};
  EXPECT_EQ(Apply<int8_t>(FindCastLoop(DT_FLOAT, DT_INT8), in),
            (std::vector<int8_t>{0, 0, 1, -1, 100, 0}));
  EXPECT_EQ(Apply<int64_t>(FindCastLoop(DT_FLOAT, DT_INT64), in),
            (std::vector<int64_t>{0, 0, 1, -1, 100, 0}));
  EXPECT_EQ(Apply<uint8_t>(FindCastLoop(DT_FLOAT, DT_BOOL), in),
            (std::vector<uint8_t>{0, 0, 1, 1, 1, 1}));
}

TEST(CastLoops, WhatDoesNotFitIsTheSmallestInteger) {
  // As TensorFlow's on x86-64.
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              inf = std::numeric_limits<float>::infinity();
  const std::vector<float> in = {nan,   inf,          -inf,          3e9f,  -3e9f,
                                 1e19f, 2147483520.f, -2147483648.f, 300.7f};
  EXPECT_EQ(Apply<int32_t>(FindCastLoop(DT_FLOAT, DT_INT32), in),
            (std::vector<int32_t>{INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN,
                                  2147483520, INT32_MIN, 300}));
  EXPECT_EQ(
      Apply<uint32_t>(FindCastLoop(DT_FLOAT, DT_UINT32), in),
      (std::vector<uint32_t>{0, 0, 0, 3000000000u, 1294967296u, 0, 2147483520u, 2147483648u, 300}));
  EXPECT_EQ(Apply<uint64_t>(FindCastLoop(DT_FLOAT, DT_UINT64), in)[0], uint64_t{1} << 63);
  EXPECT_EQ(Apply<uint64_t>(FindCastLoop(DT_FLOAT, DT_UINT64), in)[5], 9999999980506447872u);
  EXPECT_EQ(Apply<uint8_t>(FindCastLoop(DT_FLOAT, DT_UINT8), in)[8], 300 % 256);
}

TEST(CastLoops, IntegersWrapAround) {
  EXPECT_EQ(
      Apply<int8_t>(FindCastLoop(DT_INT64, DT_INT8), std::vector<int64_t>{300, -129, INT64_MIN}),
      (std::vector<int8_t>{44, 127, 0}));
  EXPECT_EQ(Apply<uint64_t>(FindCastLoop(DT_INT8, DT_UINT64), std::vector<int8_t>{-1}),
            (std::vector<uint64_t>{UINT64_MAX}));
  EXPECT_EQ(Apply<float>(FindCastLoop(DT_UINT64, DT_FLOAT), std::vector<uint64_t>{UINT64_MAX}),
            (std::vector<float>{0x1p64f}));
}

TEST(CastLoops, ComplexNumbersLoseTheirImaginaryPart) {
  EXPECT_EQ(Apply<float>(FindCastLoop(DT_COMPLEX64, DT_FLOAT),
                         std::vector<uint64_t>{0x400000003f800000})[0],
            1.f);
  EXPECT_EQ(Apply<uint64_t>(FindCastLoop(DT_FLOAT, DT_COMPLEX64), std::vector<float>{1.f})[0],
            0x3f800000u);
}

template <typename From, typename To>
void ExpectSameBitsOnEveryLevel(DataType from, DataType to) {
  const std::vector<CastLoop> levels = FindArithmeticCastLoopOfLevels(from, to);
  std::vector<From> in = AnyBits<From>(999);
  for (int i = -500; i < 500; ++i) in.push_back(static_cast<From>(i * 77));
  for (CastLoop level : levels)
    EXPECT_TRUE(SameBits(Apply<To>(level, in), Apply<To>(levels[0], in))) << from << " " << to;
}

template <typename From>
void ExpectSameBitsToAll(DataType from) {
  ExpectSameBitsOnEveryLevel<From, float>(from, DT_FLOAT);
  ExpectSameBitsOnEveryLevel<From, double>(from, DT_DOUBLE);
  ExpectSameBitsOnEveryLevel<From, uint8_t>(from, DT_BOOL);
  ExpectSameBitsOnEveryLevel<From, int8_t>(from, DT_INT8);
  ExpectSameBitsOnEveryLevel<From, int16_t>(from, DT_INT16);
  ExpectSameBitsOnEveryLevel<From, int32_t>(from, DT_INT32);
  ExpectSameBitsOnEveryLevel<From, int64_t>(from, DT_INT64);
  ExpectSameBitsOnEveryLevel<From, uint32_t>(from, DT_UINT32);
  ExpectSameBitsOnEveryLevel<From, uint64_t>(from, DT_UINT64);
}

TEST(CastLoops, EveryLevelGivesTheSameBits) {
  ExpectSameBitsToAll<float>(DT_FLOAT);
  ExpectSameBitsToAll<double>(DT_DOUBLE);
  ExpectSameBitsToAll<int8_t>(DT_INT8);
  ExpectSameBitsToAll<int32_t>(DT_INT32);
  ExpectSameBitsToAll<int64_t>(DT_INT64);
  ExpectSameBitsToAll<uint16_t>(DT_UINT16);
  ExpectSameBitsToAll<uint64_t>(DT_UINT64);
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
