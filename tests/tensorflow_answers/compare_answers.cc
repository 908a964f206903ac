// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// compare_answers FILE [MOST]: replays a file of answers, each call in a process of its own, and
// prints the differences, at most MOST (3) an op. Exit code 1 if there are any.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "tests/conformance/isolate.h"
#include "tests/tensorflow_answers/answer.h"

namespace opgraft {
namespace {

constexpr double kMaxSeconds = 10;
constexpr int64_t kMaxBytes = int64_t{1} << 30;

// "" or the first difference.
std::string Difference(const nlohmann::json& line, const std::string& id) {
  const IsolatedResult isolated = RunIsolated(id, kMaxSeconds, kMaxBytes, [&] {
    CaseResult result;
    result.id = id;
    for (Known known : kAllKnown) {
      result.why = CompareAnswer(line, known);
      if (result.why.empty()) continue;
      result.outcome = CaseResult::kFail;
      break;
    }
    return result;
  });
  return isolated.result.why;
}

std::string OpOf(const std::string& node) {
  const size_t begin = node.find("op: \"") + 5;
  return node.substr(begin, node.find('"', begin) - begin);
}

int Compare(const char* path, int most) {
  std::ifstream in(path);
  std::map<std::string, int> differences;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    const auto line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (line.is_discarded()) return 2;
    const std::string op = OpOf(line["node"].get<std::string>());
    const std::string why = Difference(line, absl::StrCat(op, " line ", number));
    if (why.empty() || ++differences[op] > most) continue;
    std::cout << op << " line " << number << ": " << why.substr(0, 400) << "\n";
  }
  int all = 0;
  for (const auto& [op, count] : differences) {
    std::cout << op << ": " << count << "\n";
    all += count;
  }
  std::cout << number << " calls, " << all << " differences in " << differences.size() << " ops\n";
  return all == 0 ? 0 : 1;
}

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: compare_answers FILE [MOST]\n";
    return 2;
  }
  return opgraft::Compare(argv[1], argc > 2 ? std::atoi(argv[2]) : 3);
}
