// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/problem_list.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace opgraft {

void ProblemList::Add(int position, absl::StatusCode code, absl::string_view line) {
  if (++count_ > kMaxLines) return;
  lines_.push_back({position, code, absl::StrReplaceAll(line, {{"\n", "\n    "}})});
}

void ProblemList::Add(int position, absl::string_view where, const absl::Status& status) {
  Add(position, status.code(), absl::StrCat(where, ": ", status.message()));
}

absl::Status ProblemList::ToStatus() const {
  if (empty()) return absl::OkStatus();
  std::vector<const Line*> sorted;
  for (const Line& line : lines_) sorted.push_back(&line);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Line* a, const Line* b) { return a->position < b->position; });
  std::string text = absl::StrJoin(
      sorted, "\n", [](std::string* out, const Line* line) { out->append(line->text); });
  if (count_ > kMaxLines) absl::StrAppend(&text, "\n... and ", count_ - kMaxLines, " more");
  return absl::Status(sorted.front()->code, text);
}

std::string NearestHint(absl::string_view nearest) {
  return nearest.empty() ? "" : absl::StrCat("; nearest: ", Quoted(nearest));
}

std::string NodeTag(absl::string_view name, absl::string_view op) {
  if (op.empty()) return absl::StrCat("node ", Quoted(name));
  const std::string quoted = Quoted(op);
  return absl::StrCat("node ", Quoted(name), " (",
                      absl::string_view(quoted).substr(1, quoted.size() - 2), ")");
}

}  // namespace opgraft
