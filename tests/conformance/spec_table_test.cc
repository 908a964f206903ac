// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/spec_table.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

// Runs every line of a table; returns how many there were.
int RunFile(const fs::path& path) {
  std::ifstream in(path);
  int lines = 0;
  for (std::string text; std::getline(in, text); ++lines) {
    const auto line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    EXPECT_FALSE(line.is_discarded()) << path << ":" << lines + 1;
    if (line.is_discarded()) continue;
    const CaseResult result = RunTableLine(path.filename().string(), line);
    EXPECT_EQ(result.outcome, CaseResult::kPass)
        << path << ":" << lines + 1 << ": " << result.why << "\n"
        << text;
  }
  return lines;
}

constexpr const char* kTables[] = {"op_specs.jsonl", "spec_cases.jsonl", "spec_cases_seed.jsonl",
                                   "compat_cases.jsonl", "node_cases.jsonl"};

TEST(SpecTable, EveryLineGivesTensorFlowsAnswer) {
  for (const char* table : kTables)
    EXPECT_GT(RunFile(fs::path("tests/conformance/cases/tf") / table), 0) << table;
}

TEST(SpecTable, AWrongLineFailsAndSaysWhy) {
  const auto line =
      nlohmann::json::parse(R"({"op": "A", "outputs": ["out: float"], "op_def": "name: \"B\""})");
  const CaseResult result = RunTableLine("op_specs.jsonl", line);
  EXPECT_EQ(result.outcome, CaseResult::kFail);
  EXPECT_EQ(result.id, "A");
  EXPECT_NE(result.why.find("another OpDef"), std::string::npos) << result.why;
}

}  // namespace
}  // namespace opgraft
