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

TEST(ReduceLoops, AMaximumKeepsNanWhereverItStands) {
  const ReduceLoops loops = FindReduceLoops(Reduction::kMax, DT_FLOAT);
  for (size_t at = 0; at < 100; ++at) {
    std::vector<float> values(100, 1.f);
    values[at] = kNan;
    float max = -kInf;
    loops.run(values.data(), 100, &max);
    EXPECT_TRUE(std::isnan(max)) << at;
    values[at] = 7;
    max = -kInf;
    loops.run(values.data(), 100, &max);
    EXPECT_EQ(max, 7) << at;
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
  const std::vector<ReduceLoops> levels = FindReduceLoopsOfLevels(Reduction::kSum, DT_FLOAT);
  for (const ReduceLoops& level : levels) EXPECT_EQ(SumOf(level, values), SumOf(levels[0], values));
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
