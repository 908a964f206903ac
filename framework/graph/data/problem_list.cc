// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/problem_list.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace opgraft_internal {
namespace {

// The first `max_bytes` of a text at most; no character of UTF-8 is cut in two.
absl::string_view BeginOf(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const auto is_inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (max_bytes > 0 && is_inside(text[max_bytes])) --max_bytes;
  return text.substr(0, max_bytes);
}

}  // namespace

void ProblemList::Add(int position, absl::StatusCode code, absl::string_view line) {
  if (++count_ > kMaxLines) return;
  const absl::string_view begin = BeginOf(line, kMaxLineBytes);
  std::string text = absl::StrReplaceAll(begin, {{"\n", "\n    "}});
  if (begin.size() < line.size())
    absl::StrAppend(&text, "... (", line.size() - begin.size(), " bytes more)");
  lines_.push_back({position, code, std::move(text)});
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

std::string NodeTag(absl::string_view name, absl::string_view op) {
  if (op.empty()) return absl::StrCat("node ", Quoted(name));
  const std::string quoted = Quoted(op);
  return absl::StrCat("node ", Quoted(name), " (",
                      absl::string_view(quoted).substr(1, quoted.size() - 2), ")");
}

}  // namespace opgraft_internal
