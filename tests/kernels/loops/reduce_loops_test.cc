// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/reduce_loops.h"

#include <cmath>

#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(ReduceLoops, FindReduceLoops, (Reduction reduction, DataType dtype),
                  (reduction, dtype));

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

double SumOf(const ReduceLoops& loops, const std::vector<float>& values) {
  double sum = 0;
  loops.run(values.data(), static_cast<int64_t>(values.size()), &sum);
  return sum;
}

TEST(ReduceLoops, LongSumsStayExact) {
  // In float alone, adding ones stops at 2^24.
  const std::vector<float> ones(30000001, 1.f);
  EXPECT_EQ(SumOf(FindReduceLoops(Reduction::kSum, DT_FLOAT), ones), 30000001.);
  std::vector<double> columns(3, 0.);
  FindReduceLoops(Reduction::kSum, DT_FLOAT).columns(ones.data(), 10000000, 3, 3, columns.data());
  EXPECT_EQ(columns, (std::vector<double>{1e7, 1e7, 1e7}));
}

TEST(ReduceLoops, SumsOfAnyLengthAreRight) {
  const ReduceLoops loops = FindReduceLoops(Reduction::kSum, DT_FLOAT);
  for (int n = 0; n < 300; ++n) {
    std::vector<float> values;
    for (int i = 0; i < n; ++i) values.push_back(static_cast<float>(i));
    EXPECT_EQ(SumOf(loops, values), n * (n - 1) / 2) << n;
  }
}

TEST(ReduceLoops, IntegersAreKeptIn64Bits) {
  const ReduceLoops loops = FindReduceLoops(Reduction::kSum, DT_INT8);
  EXPECT_EQ(loops.accumulator, DT_INT64);
  const std::vector<int8_t> values(1000, -128);
  int64_t sum = 5;
  loops.run(values.data(), 1000, &sum);
  EXPECT_EQ(sum, -127995);
  std::vector<int64_t> sums = {0, 1};
  loops.columns(values.data(), 500, 2, 2, sums.data());
  EXPECT_EQ(sums, (std::vector<int64_t>{-64000, -63999}));
}

TEST(ReduceLoops, MaximaAndMinimaKeepNanWhereverItStands) {
  for (const Reduction reduction : {Reduction::kMax, Reduction::kMin}) {
    const ReduceLoops loops = FindReduceLoops(reduction, DT_FLOAT);
    const float sign = reduction == Reduction::kMax ? 1.f : -1.f;
    for (size_t at = 0; at < 100; ++at) {
      std::vector<float> values(100, sign);
      values[at] = kNan;
      float best = -kInf * sign;
      loops.run(values.data(), 100, &best);
      EXPECT_TRUE(std::isnan(best)) << at;
      values[at] = 7 * sign;
      best = -kInf * sign;
      loops.run(values.data(), 100, &best);
      EXPECT_EQ(best, 7 * sign) << at;
    }
  }
}

TEST(ReduceLoops, ProductsAndSquaresOfAnyLengthAreRight) {
  for (int n = 0; n < 300; ++n) {
    std::vector<float> twos(static_cast<size_t>(n), 2.f);
    double squares = 1;
    FindReduceLoops(Reduction::kSumOfSquares, DT_FLOAT).run(twos.data(), n, &squares);
    EXPECT_EQ(squares, 1 + 4 * n);
    if (n > 0) twos[static_cast<size_t>(n) / 2] = -0.5f;
    for (size_t i = 0; i < twos.size(); i += 2) twos[i] = 1 / twos[i];
    float expected = 3;
    for (const float two : twos) expected *= two;
    float product = 3;
    FindReduceLoops(Reduction::kProduct, DT_FLOAT).run(twos.data(), n, &product);
    EXPECT_EQ(product, expected) << n;
  }
}

TEST(ReduceLoops, MaximaOfColumnsKeepWhatThereIs) {
  const std::vector<int16_t> values = {1, -5, 3, -32768, 2, 9};
  std::vector<int16_t> maxima = {-32768, -32768, 4};
  FindReduceLoops(Reduction::kMax, DT_INT16).columns(values.data(), 2, 3, 3, maxima.data());
  EXPECT_EQ(maxima, (std::vector<int16_t>{1, 2, 9}));
}

TEST(ReduceLoops, EveryLevelGivesTheSameBits) {
  std::vector<float> values;
  for (int i = 0; i < 10007; ++i) values.push_back(std::sin(static_cast<float>(i)) * 1000.f);
  for (const Reduction reduction : {Reduction::kSum, Reduction::kSumOfSquares}) {
    const std::vector<ReduceLoops> levels = FindReduceLoopsOfLevels(reduction, DT_FLOAT);
    for (const ReduceLoops& level : levels)
      EXPECT_EQ(SumOf(level, values), SumOf(levels[0], values));
  }
  for (float& value : values) value = 1 + value * 1e-6f;
  const std::vector<ReduceLoops> levels = FindReduceLoopsOfLevels(Reduction::kProduct, DT_FLOAT);
  for (const ReduceLoops& level : levels) {
    float product = 1, plainest = 1;
    level.run(values.data(), 10007, &product);
    levels[0].run(values.data(), 10007, &plainest);
    EXPECT_EQ(product, plainest);
  }
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
