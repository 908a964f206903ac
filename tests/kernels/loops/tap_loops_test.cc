// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/tap_loops.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(TapLoop, FindTapLoop, (TapFold fold, DataType dtype), (fold, dtype));
OPGRAFT_LEVELS_OF(WeightedTapLoop, FindWeightedTapLoop, (DataType dtype), (dtype));
OPGRAFT_LEVELS_OF(ScaledTapLoop, FindScaledTapLoop, (DataType dtype), (dtype));
OPGRAFT_LEVELS_OF(ArgMaxTapLoop, FindArgMaxTapLoop, (DataType dtype), (dtype));

namespace {

constexpr int64_t kTaps = 5;

// Small whole numbers, so that sums are exact in any order: tap t, channel c.
template <typename T>
struct Pixels {
  explicit Pixels(int64_t channels, int seed) {
    for (int64_t t = 0; t < kTaps; ++t) {
      std::vector<T> tap;
      for (int64_t c = 0; c < channels; ++c)
        tap.push_back(static_cast<T>((t * 31 + c * 7 + seed) % 23));
      values.push_back(tap);
    }
    for (const auto& tap : values) taps.push_back(tap.data());
  }

  std::vector<std::vector<T>> values;
  std::vector<const void*> taps;
};

// As many channels as fill registers, and fewer and more.
template <typename Check>
void ForChannels(const Check& check) {
  for (int64_t channels : {1, 3, 4, 7, 8, 15, 16, 33, 64, 100, 131}) check(channels);
}

TEST(TapLoops, SumWeighAndFindTheLargestOnEveryLevel) {
  ForChannels([](int64_t n) {
    const Pixels<float> x(n, 1), w(n, 5);
    std::vector<float> sum(static_cast<size_t>(n), 2), product(static_cast<size_t>(n), 0),
        max = sum;
    for (size_t c = 0; c < sum.size(); ++c) {
      for (size_t t = 0; t < kTaps; ++t) {
        sum[c] += x.values[t][c];
        product[c] += x.values[t][c] * w.values[t][c];
        max[c] = std::max(max[c], x.values[t][c]);
      }
    }
    const float start = 2;
    std::vector<float> out(sum.size());
    for (TapLoop loop : FindTapLoopOfLevels(TapFold::kSum, DT_FLOAT)) {
      loop(x.taps.data(), kTaps, n, &start, out.data());
      EXPECT_EQ(out, sum) << n;
    }
    for (TapLoop loop : FindTapLoopOfLevels(TapFold::kMax, DT_FLOAT)) {
      loop(x.taps.data(), kTaps, n, &start, out.data());
      EXPECT_EQ(out, max) << n;
    }
    for (WeightedTapLoop loop : FindWeightedTapLoopOfLevels(DT_FLOAT)) {
      loop(x.taps.data(), w.taps.data(), kTaps, n, out.data());
      EXPECT_EQ(out, product) << n;
    }
  });
}

TEST(TapLoops, ScaleEachTapByItsWeightOnEveryLevel) {
  const std::vector<double> weights = {2, -1, 0, 3, 5};
  ForChannels([&](int64_t n) {
    const Pixels<double> x(n, 4);
    std::vector<double> expected(static_cast<size_t>(n)), out(expected.size());
    for (size_t c = 0; c < expected.size(); ++c) {
      for (size_t t = 0; t < kTaps; ++t) expected[c] += x.values[t][c] * weights[t];
    }
    for (ScaledTapLoop loop : FindScaledTapLoopOfLevels(DT_DOUBLE)) {
      loop(x.taps.data(), weights.data(), kTaps, n, out.data());
      EXPECT_EQ(out, expected) << n;
    }
  });
}

TEST(TapLoops, OfSeveralLargestTheFirstCounts) {
  ForChannels([](int64_t n) {
    const Pixels<uint8_t> x(n, 3);
    for (ArgMaxTapLoop loop : FindArgMaxTapLoopOfLevels(DT_UINT8)) {
      std::vector<uint8_t> max(static_cast<size_t>(n));
      std::vector<int32_t> which(max.size());
      loop(x.taps.data(), kTaps, n, max.data(), which.data());
      for (size_t c = 0; c < max.size(); ++c) {
        size_t best = 0;
        for (size_t t = 1; t < kTaps; ++t) best = x.values[t][c] > x.values[best][c] ? t : best;
        EXPECT_EQ(which[c], static_cast<int32_t>(best));
        EXPECT_EQ(max[c], x.values[best][c]);
      }
    }
  });
}

TEST(TapLoops, NanIsPassedOverUnlessItIsTheFirst) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> a = {nan, 1}, b = {5, nan};
  const void* taps[] = {a.data(), b.data()};
  const double start = -1;
  std::vector<double> out(2);
  FindTapLoop(TapFold::kMax, DT_DOUBLE)(taps, 2, 2, &start, out.data());
  EXPECT_EQ(out, (std::vector<double>{5, 1}));
  std::vector<int32_t> which(2);
  FindArgMaxTapLoop(DT_DOUBLE)(taps, 2, 2, out.data(), which.data());
  EXPECT_EQ(which, (std::vector<int32_t>{0, 0}));
  EXPECT_TRUE(out[0] != out[0]);
}

TEST(TapLoops, ThereAreNoneForOtherTypes) {
  EXPECT_EQ(FindTapLoop(TapFold::kSum, DT_INT32), nullptr);
  EXPECT_EQ(FindTapLoop(TapFold::kMax, DT_HALF), nullptr);
  EXPECT_EQ(FindWeightedTapLoop(DT_INT8), nullptr);
  EXPECT_EQ(FindScaledTapLoop(DT_INT8), nullptr);
  EXPECT_EQ(FindArgMaxTapLoop(DT_STRING), nullptr);
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
