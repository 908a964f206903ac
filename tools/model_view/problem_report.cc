// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/problem_report.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxOps = 100;
constexpr size_t kMaxNameWidth = 40;

// "1,204".
std::string WithCommas(int64_t number) {
  std::string digits = absl::StrCat(number);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<size_t>(i), ",");
  return digits;
}

// Without the quotes: what is not printable escaped, what is very long cut.
std::string Name(absl::string_view name) {
  const std::string quoted = Quoted(name);
  return quoted.substr(1, quoted.size() - 2);
}

std::string WhatItIs(const MissingOp& missing) {
  if (missing.is_tensorflows) return "TensorFlow's, not offered yet";
  return missing.nearest.empty() ? "unknown" : absl::StrCat("unknown; nearest: ", missing.nearest);
}

std::string Table(const std::vector<MissingOp>& ops) {
  const size_t shown = std::min(ops.size(), kMaxOps);
  size_t name_width = 0, kind_width = 0;
  for (size_t i = 0; i < shown; ++i) {
    name_width = std::max(name_width, std::min(Name(ops[i].op).size(), kMaxNameWidth));
    kind_width = std::max(kind_width, WhatItIs(ops[i]).size());
  }
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    absl::StrAppendFormat(&text, "  %-*s  %-*s  %s, %s%s\n", static_cast<int>(name_width),
                          Name(ops[i].op), static_cast<int>(kind_width), WhatItIs(ops[i]),
                          CountOf(ops[i].nodes, "node"), ops[i].nodes == 1 ? "" : "first ",
                          Quoted(ops[i].first));
  }
  if (shown < ops.size())
    absl::StrAppend(&text, "  ... and ", CountOf(static_cast<int64_t>(ops.size() - shown), "op"),
                    " more\n");
  return text;
}

// The op that a line says is not registered, quoted; "" for other lines.
absl::string_view UnregisteredOp(absl::string_view line) {
  const size_t end = line.find("' is not registered");
  if (end == absl::string_view::npos) return "";
  const size_t begin = line.rfind("op '", end);
  return begin == absl::string_view::npos ? "" : line.substr(begin + 3, end + 1 - (begin + 3));
}

// A problem of the file: its line, and those indented below it.
using Problem = std::vector<std::string>;

std::vector<Problem> ProblemsOf(const absl::Status& status) {
  std::vector<Problem> problems;
  const std::string text = PrintableLines(status.message());
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    if (problems.empty() || (line[0] != ' ' && line[0] != '\t')) problems.emplace_back();
    problems.back().emplace_back(line);
  }
  return problems;
}

// "node 'c' (f): function 'f':" of "node 'c' (f): function 'f': node 'a' (Odd): op 'Odd' is ...".
std::string WhereOf(absl::string_view line) {
  return std::string(line.substr(0, std::min(line.rfind(": node '"), line.size() - 1) + 1));
}

// Removes the lines about ops that the table has. Where others are indented below such a
// line, it goes on saying where they are.
std::vector<Problem> WithoutMissingOps(const std::vector<Problem>& problems,
                                       const std::vector<MissingOp>& ops) {
  absl::flat_hash_set<std::string> told;
  for (const MissingOp& missing : ops) told.insert(Quoted(missing.here));
  std::vector<Problem> others;
  for (const Problem& problem : problems) {
    Problem rest;
    for (const std::string& line : problem) {
      if (!told.contains(UnregisteredOp(line))) rest.push_back(line);
    }
    if (rest.empty()) continue;
    if (rest.front() != problem.front()) rest.insert(rest.begin(), WhereOf(problem.front()));
    others.push_back(std::move(rest));
  }
  return others;
}

std::string Headline(const MissingOps& missing, size_t num_others) {
  const auto num_ops = static_cast<int64_t>(missing.ops.size());
  if (num_ops > 0 && num_others == 0) {
    return absl::StrCat(CountOf(num_ops, "op"), num_ops == 1 ? " that is" : " that are",
                        " not offered, in ", WithCommas(missing.nodes), " of ",
                        CountOf(missing.nodes_seen, "node"));
  }
  return CountOf(num_ops + static_cast<int64_t>(num_others), "problem");
}

}  // namespace

std::string CountOf(int64_t count, const char* what) {
  return absl::StrCat(WithCommas(count), " ", what, count == 1 ? "" : "s");
}

std::string ProblemReport(const std::string& path, const MissingOps* missing,
                          const absl::Status& status) {
  const MissingOps known = missing == nullptr ? MissingOps() : *missing;
  const std::vector<Problem> others = WithoutMissingOps(ProblemsOf(status), known.ops);
  std::string text = absl::StrCat(path, ": ", Headline(known, others.size()));
  if (missing != nullptr && !others.empty())
    absl::StrAppend(&text, " in ", CountOf(missing->graph_nodes, "node"));
  absl::StrAppend(&text, "\n", Table(known.ops));
  for (const Problem& problem : others) {
    for (const std::string& line : problem) absl::StrAppend(&text, "  ", line, "\n");
  }
  const bool any_unknown = std::any_of(known.ops.begin(), known.ops.end(),
                                       [](const MissingOp& op) { return !op.is_tensorflows; });
  if (any_unknown) text += "An unknown op may be a custom op: --load ITS_LIBRARY.so\n";
  return text;
}

absl::Status LoadError(const std::string& path, const MissingOps& missing,
                       const absl::Status& status) {
  if (missing.ops.empty()) return status;
  std::string report = ProblemReport(path, &missing, status);
  report.pop_back();  // the line end
  return absl::Status(status.code(), report);
}

}  // namespace opgraft_internal
