// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/activation_loops.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(ActivationLoop, FindActivationLoop, (Activation function, DataType dtype),
                  (function, dtype));
OPGRAFT_LEVELS_OF(ActivationGradLoop, FindActivationGradLoop, (Activation function, DataType dtype),
                  (function, dtype));

namespace {

constexpr Activation kAll[] = {Activation::kRelu6, Activation::kLeakyRelu, Activation::kElu,
                               Activation::kSelu,  Activation::kSoftplus,  Activation::kSoftsign};

TEST(ActivationLoops, GiveTheSameBitsOnEveryLevel) {
  const std::vector<float> x = AnyBits<float>(1000), gradients = AnyBits<float>(1000, 2);
  const int64_t n = static_cast<int64_t>(x.size());
  for (Activation function : kAll) {
    std::vector<std::vector<float>> results;
    for (ActivationLoop loop : FindActivationLoopOfLevels(function, DT_FLOAT)) {
      results.emplace_back(x.size());
      loop(x.data(), 0.25f, results.back().data(), n);
    }
    for (const auto& result : results) {
      for (size_t i = 0; i < x.size(); ++i) {
        EXPECT_TRUE(std::memcmp(&result[i], &results[0][i], sizeof(float)) == 0 ||
                    (std::isnan(result[i]) && std::isnan(results[0][i])))
            << static_cast<int>(function) << " of " << x[i];
      }
    }
  }
}

// By small steps on either side.
TEST(ActivationLoops, GradientsAreSlopes) {
  const std::vector<double> x = {-3, -1, -0.25, 0.5, 2, 5};
  const int64_t n = static_cast<int64_t>(x.size());
  constexpr double kStep = 1e-6;
  for (Activation function : kAll) {
    const ActivationLoop f = FindActivationLoop(function, DT_DOUBLE);
    std::vector<double> below = x, above = x, at(x.size()), slopes(x.size());
    for (double& value : below) value -= kStep;
    for (double& value : above) value += kStep;
    f(below.data(), 0.25f, below.data(), n);
    f(above.data(), 0.25f, above.data(), n);
    f(x.data(), 0.25f, at.data(), n);
    const bool of_result = function == Activation::kElu || function == Activation::kSelu;
    const std::vector<double> ones(x.size(), 1);
    for (ActivationGradLoop loop : FindActivationGradLoopOfLevels(function, DT_DOUBLE)) {
      loop(ones.data(), of_result ? at.data() : x.data(), 0.25f, slopes.data(), n);
      for (size_t i = 0; i < x.size(); ++i) {
        EXPECT_NEAR(slopes[i], (above[i] - below[i]) / (2 * kStep), 1e-7)
            << static_cast<int>(function) << " at " << x[i];
      }
    }
  }
}

TEST(ActivationLoops, ThereAreNoneForOtherTypes) {
  EXPECT_EQ(FindActivationLoop(Activation::kElu, DT_INT32), nullptr);
  EXPECT_EQ(FindActivationLoop(Activation::kRelu6, DT_HALF), nullptr);
  EXPECT_EQ(FindActivationGradLoop(Activation::kSelu, DT_UINT8), nullptr);
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
