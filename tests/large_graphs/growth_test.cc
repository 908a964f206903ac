// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ten times as large a graph takes some ten times as long to import and to compile, in whatever way
// it is large. What is quadratic takes a hundred times as long, so the bound may be generous. The
// processor's time is measured, and one good try of a few is enough: a busy machine has bad ones.

#include <ctime>
#include <string>

#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "tests/large_graphs/large_graphs.h"

namespace opgraft {
namespace {

constexpr int kSmall = 1'000;
constexpr int kLarge = 10 * kSmall;
constexpr int kTries = 5;
constexpr double kMostGrowth = 30;
// What is faster is not worth a measurement.
constexpr double kFewSeconds = 0.03;

double ThreadSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Seconds from bytes to a model.
double SecondsOf(const LargeGraph& large, int n) {
  const std::string bytes = large.make(n).SerializeAsString();
  const double begin = ThreadSeconds();
  const absl::StatusOr<Graph> graph = Graph::FromBytes(bytes, ImportOptions());
  EXPECT_EQ(graph.ok(), large.is_valid) << graph.status();
  if (graph.ok()) {
    const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
    EXPECT_TRUE(model.ok()) << model.status();
  }
  return ThreadSeconds() - begin;
}

class GrowthTest : public testing::TestWithParam<LargeGraph> {};

TEST_P(GrowthTest, IsNLogN) {
  double large = 0, small = 0;
  for (int i = 0; i < kTries; ++i) {
    large = SecondsOf(GetParam(), kLarge);
    RecordProperty("milliseconds", static_cast<int>(large * 1e3));
    if (large < kFewSeconds) return;
    small = SecondsOf(GetParam(), kSmall);
    if (large < kMostGrowth * small) return;
  }
  ADD_FAILURE() << small << " s for " << kSmall << ", " << large << " s for " << kLarge;
}

std::string NameOf(const testing::TestParamInfo<LargeGraph>& test) { return test.param.name; }

INSTANTIATE_TEST_SUITE_P(Graphs, GrowthTest, testing::ValuesIn(LargeGraphs()), NameOf);

}  // namespace
}  // namespace opgraft
