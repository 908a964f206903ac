// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/broadcast.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// "[2,3] runs 2 of 3: 11" or "no": output, runs, their length, and which operands move in them.
std::string Summary(const std::vector<TensorShape>& shapes) {
  std::vector<const TensorShape*> pointers;
  for (const TensorShape& shape : shapes) pointers.push_back(&shape);
  Broadcast broadcast;
  if (!broadcast.Init(pointers)) return "no";
  std::string moves;
  for (size_t k = 0; k < shapes.size(); ++k)
    moves += broadcast.moves(static_cast<int>(k)) ? '1' : '0';
  return absl::StrCat(broadcast.output_shape().DebugString(), " ", broadcast.num_runs(),
                      " runs of ", broadcast.run_length(), ": ", moves);
}

TEST(Broadcast, JoinsDimensionsThatMoveTogether) {
  EXPECT_EQ(Summary({{2, 3, 4}, {2, 3, 4}}), "[2,3,4] 1 runs of 24: 11");
  EXPECT_EQ(Summary({{2, 3, 4}, {}}), "[2,3,4] 1 runs of 24: 10");
  EXPECT_EQ(Summary({{1}, {2, 3, 4}}), "[2,3,4] 1 runs of 24: 01");
  EXPECT_EQ(Summary({{2, 3, 4}, {4}}), "[2,3,4] 6 runs of 4: 11");
  EXPECT_EQ(Summary({{2, 3, 4}, {3, 4}}), "[2,3,4] 2 runs of 12: 11");
  EXPECT_EQ(Summary({{2, 3, 4}, {2, 1, 1}}), "[2,3,4] 2 runs of 12: 10");
  EXPECT_EQ(Summary({{2, 1}, {1, 3}}), "[2,3] 2 runs of 3: 01");
  EXPECT_EQ(Summary({{1, 1}, {1}}), "[1,1] 1 runs of 1: 11");
  EXPECT_EQ(Summary({{}, {}}), "[] 1 runs of 1: 11");
  EXPECT_EQ(Summary({{2, 1, 3}, {2, 1}, {}}), "[2,2,3] 4 runs of 3: 100");
}

TEST(Broadcast, EmptyOutputsHaveNoRuns) {
  EXPECT_EQ(Summary({{0}, {1}}), "[0] 0 runs of 0: 10");
  EXPECT_EQ(Summary({{0, 1}, {1, 3}}), "[0,3] 0 runs of 3: 01");
}

TEST(Broadcast, NoRunsAreGoneThroughInNoTime) {
  const TensorShape x({0, 1}), y({1, 3});
  Broadcast broadcast;
  ASSERT_TRUE(broadcast.Init({&x, &y}));
  broadcast.ForEachRun(0, broadcast.num_runs(),
                       [](int64_t, const int64_t*) { ADD_FAILURE() << "a run of no output"; });
}

TEST(Broadcast, RefusesSizesThatDiffer) {
  EXPECT_EQ(Summary({{2}, {3}}), "no");
  EXPECT_EQ(Summary({{0}, {3}}), "no");
  EXPECT_EQ(Summary({{2, 3}, {3, 2}}), "no");
  EXPECT_EQ(Summary({{2, 1}, {3}, {2, 4}}), "no");
}

TEST(Broadcast, AnOutputTooLargeIsNotAValidShape) {
  const TensorShape x({int64_t{1} << 40, 1}), y({1, int64_t{1} << 40});
  Broadcast broadcast;
  ASSERT_TRUE(broadcast.Init({&x, &y}));
  EXPECT_FALSE(broadcast.output_shape().IsValid());
  EXPECT_EQ(broadcast.num_runs(), 0);
}

// The offsets by the definition, against those of the runs, of shapes of up to six dimensions.
TEST(Broadcast, RunsVisitEveryElementOnce) {
  for (int pattern = 0; pattern < 64 * 64; pattern += 5) {
    TensorShape shapes[2];
    const int64_t sizes[] = {2, 3, 1, 2, 3, 2};
    for (int d = 0; d < 6; ++d) {
      shapes[0].AddDim((pattern >> d & 1) != 0 ? sizes[d] : 1);
      shapes[1].AddDim((pattern >> (6 + d) & 1) != 0 ? sizes[d] : 1);
    }
    Broadcast broadcast;
    ASSERT_TRUE(broadcast.Init({&shapes[0], &shapes[1]}));
    const TensorShape& out = broadcast.output_shape();
    int64_t visited = 0;
    broadcast.ForEachRun(0, broadcast.num_runs(), [&](int64_t begin, const int64_t* offsets) {
      ASSERT_EQ(begin, visited);
      for (int64_t i = 0; i < broadcast.run_length(); ++i, ++visited) {
        for (int k = 0; k < 2; ++k) {
          int64_t position = visited, step = 1, want = 0;
          for (int d = 5; d >= 0; --d) {
            const int64_t index = position % out.dim_size(d);
            position /= out.dim_size(d);
            if (shapes[k].dim_size(d) != 1) want += index * step;
            step *= shapes[k].dim_size(d);
          }
          ASSERT_EQ(offsets[k] + (broadcast.moves(k) ? i : 0), want) << pattern;
        }
      }
    });
    ASSERT_EQ(visited, out.num_elements());
  }
}

TEST(Broadcast, RunsCanBeVisitedInParts) {
  const TensorShape x({4, 3, 1, 2}), y({3, 5, 1});
  Broadcast broadcast;
  ASSERT_TRUE(broadcast.Init({&x, &y}));
  std::vector<int64_t> whole, parts;
  const auto visit_into = [](std::vector<int64_t>* list) {
    return [list](int64_t out, const int64_t* from) {
      list->insert(list->end(), {out, from[0], from[1]});
    };
  };
  broadcast.ForEachRun(0, broadcast.num_runs(), visit_into(&whole));
  for (int64_t run = 0; run < broadcast.num_runs(); run += 7) {
    broadcast.ForEachRun(run, std::min<int64_t>(run + 7, broadcast.num_runs()), visit_into(&parts));
  }
  EXPECT_EQ(parts, whole);
}

}  // namespace
}  // namespace opgraft
