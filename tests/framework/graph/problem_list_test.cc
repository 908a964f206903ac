// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/problem_list.h"

#include <string>

#include "framework/types/quoted.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(ProblemListTest, SortsByPositionAndTakesTheFirstCode) {
  ProblemList problems;
  EXPECT_TRUE(problems.ToStatus().ok());
  problems.Add(7, absl::StatusCode::kInvalidArgument, "seven");
  problems.Add(3, "node 'x'", absl::NotFoundError("three\nand more"));
  problems.Add(7, absl::StatusCode::kInternal, "seven again");
  EXPECT_EQ(problems.ToStatus(),
            absl::NotFoundError("node 'x': three\n    and more\nseven\nseven again"));
}

TEST(ProblemListTest, KeepsAHundredLinesAndCountsTheOthers) {
  ProblemList problems;
  for (int i = 0; i < 103; ++i) problems.Add(i, absl::StatusCode::kInvalidArgument, "line");
  const std::string text(problems.ToStatus().message());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 100);
  EXPECT_NE(text.find("\n... and 3 more"), std::string::npos);
}

TEST(ProblemListTest, KeepsTheBeginOfALineThatQuotesMuch) {
  const std::string full(ProblemList::kMaxLineBytes, 'x');
  ProblemList problems;
  problems.Add(0, absl::StatusCode::kInvalidArgument, full);
  problems.Add(1, absl::StatusCode::kInvalidArgument, full + "yyy");
  problems.Add(2, absl::StatusCode::kInvalidArgument, full.substr(1) + "\u00e9!");  // of two bytes
  EXPECT_EQ(problems.ToStatus().message(),
            full + "\n" + full + "... (3 bytes more)\n" + full.substr(1) + "... (3 bytes more)");
}

TEST(ProblemListTest, MakesNamesFitForATerminal) {
  EXPECT_EQ(NodeTag("a", "Op"), "node 'a' (Op)");
  EXPECT_EQ(NodeTag("a", ""), "node 'a'");
  EXPECT_EQ(Quoted("a\n\x1b"), "'a\\n\\033'");
  EXPECT_EQ(Quoted(std::string(1000, 'x')).size(), 405u);
}

}  // namespace
}  // namespace opgraft
