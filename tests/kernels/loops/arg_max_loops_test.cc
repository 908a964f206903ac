// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/arg_max_loops.h"

#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace loops {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(ArgMaxLoops, TheFirstOfTheLargestCounts) {
  struct Case {
    std::vector<float> values;
    float best;
    int64_t index;
    float new_best;
  };
  const std::vector<Case> cases = {
      {{3, 1, 3}, -kInf, 0, 3},
      {{0, 5, 5}, -kInf, 1, 5},
      {{1, kNan, 2, kNan}, -kInf, 2, 2},
      {{kNan, kNan}, -kInf, -1, -kInf},
      {{-kInf, -kInf}, -kInf, -1, -kInf},
      {{1, 2}, 2, -1, 2},
      {{}, 0, -1, 0},
  };
  for (const Case& c : cases) {
    float best = c.best;
    EXPECT_EQ(FindArgMaxLoops(DT_FLOAT).run(c.values.data(), static_cast<int64_t>(c.values.size()),
                                            &best),
              c.index);
    EXPECT_EQ(best, c.new_best);
  }
}

TEST(ArgMaxLoops, FindTheLargestOrTheSmallestWhereverItStands) {
  for (size_t at = 0; at < 3000; at += 7) {
    std::vector<int8_t> values(3000, -5);
    values[at] = -4;
    int8_t best = -128;
    EXPECT_EQ(FindArgMaxLoops(DT_INT8).run(values.data(), 3000, &best), static_cast<int64_t>(at));
    values[at] = -6;
    best = 127;
    EXPECT_EQ(FindArgMinLoops(DT_INT8).run(values.data(), 3000, &best), static_cast<int64_t>(at));
  }
}

TEST(ArgMaxLoops, RowsReplaceOnlyWhatIsSmaller) {
  const std::vector<double> row = {1, 2, kNan, 4};
  std::vector<double> best = {1, 1, 1, 1};
  std::vector<int64_t> indices = {0, 0, 0, 0};
  FindArgMaxLoops(DT_DOUBLE).row(row.data(), 7, 4, best.data(), indices.data());
  EXPECT_EQ(best, (std::vector<double>{1, 2, 1, 4}));
  EXPECT_EQ(indices, (std::vector<int64_t>{0, 7, 0, 7}));
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
