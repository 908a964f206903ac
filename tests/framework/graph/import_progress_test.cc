// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/import_progress.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import.h"
#include "framework/kernel/cancellation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

TEST(ImportProgress, TellsOfItsProgress) {
  std::vector<std::string> phases;
  ImportGraphDefOptions options = TestOptions();
  options.progress = [&](absl::string_view phase, double) {
    if (phases.empty() || phases.back() != phase) phases.emplace_back(phase);
  };
  ASSERT_TRUE(Graph::FromBytes("node { name: 'A' op: 'ABC' }", options).ok());
  EXPECT_THAT(phases, ElementsAre("parsing", "checking", "inferring shapes"));
}

// Protocol Buffers' parser of texts takes nine tenths of a load.
std::string LongText() {
  std::string text;
  for (int i = 0; i < 40'000; ++i) absl::StrAppend(&text, "node { name: 'A", i, "' op: 'ABC' }\n");
  return text;
}

TEST(ImportProgress, TellsHowMuchOfATextIsParsed) {
  std::vector<double> parsed;
  ImportGraphDefOptions options = TestOptions();
  options.progress = [&](absl::string_view phase, double done) {
    if (phase == "parsing") parsed.push_back(done);
  };
  ASSERT_TRUE(Graph::FromBytes(LongText(), options).ok());
  EXPECT_GE(parsed.size(), 4u);
  EXPECT_TRUE(std::is_sorted(parsed.begin(), parsed.end()));
  EXPECT_GT(parsed.back(), 0.5);
  EXPECT_LE(parsed.back(), 1);
}

TEST(ImportProgress, EndsWhenItIsCancelled) {
  const std::string text = LongText();
  for (const auto& [at, how_far] : std::vector<std::pair<std::string, double>>{
           {"parsing", 0}, {"parsing", 0.3}, {"checking", 0}, {"inferring shapes", 0}}) {
    CancellationManager manager;
    ImportGraphDefOptions options = TestOptions();
    options.cancellation_manager = &manager;
    std::string last;
    options.progress = [&, at = at, how_far = how_far](absl::string_view phase, double done) {
      last = std::string(phase);
      if (phase == at && done >= how_far) manager.StartCancel();
    };
    const absl::Status status = Graph::FromBytes(text, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << at << ": " << status;
    EXPECT_EQ(last, at);
  }
}

}  // namespace
}  // namespace opgraft
