// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/tensorflow_answers/answer.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Domains() {
  std::vector<std::string> domains;
  for (const auto& entry : fs::directory_iterator("tests/tensorflow_answers")) {
    if (entry.path().extension() == ".jsonl") domains.push_back(entry.path().stem().string());
  }
  std::sort(domains.begin(), domains.end());
  return domains;
}

class Answers : public testing::TestWithParam<std::string> {};

TEST_P(Answers, AreTensorFlows) {
  std::ifstream in("tests/tensorflow_answers/" + GetParam() + ".jsonl");
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    const auto line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    ASSERT_FALSE(line.is_discarded()) << "line " << number + 1;
    ++number;
    for (Known known : kAllKnown) {
      EXPECT_EQ(CompareAnswer(line, known), "")
          << GetParam() << ".jsonl:" << number << " (" << static_cast<int>(known)
          << " of Known): " << text.substr(0, 600);
    }
  }
  EXPECT_GT(number, 0);
}

INSTANTIATE_TEST_SUITE_P(Domains, Answers, testing::ValuesIn(Domains()),
                         [](const auto& domain) { return domain.param; });

TEST(Answer, SaysHowItDiffers) {
  const auto line = nlohmann::json::parse(
      R"({"node": "name: 'n' op: 'Neg' input: 'x0' attr { key: 'T' value { type: DT_INT32 } }",
          "inputs": [{"type": "int32", "shape": [1], "data": [3]}],
          "outputs": [{"type": "int32", "shape": [1], "data": [3]}]})");
  for (Known known : kAllKnown) {
    const std::string why = CompareAnswer(line, known);
    EXPECT_NE(why.find("n:0"), std::string::npos) << why;
  }
}

}  // namespace
}  // namespace opgraft
