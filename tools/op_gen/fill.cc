// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/fill.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace opgraft_internal {

std::string FillCall(const std::string& start, const std::vector<std::string>& parts,
                     const std::string& end, size_t indent, size_t width) {
  std::string line = absl::StrCat(start, absl::StrJoin(parts, ", "), end);
  if (line.size() <= width) return line;
  const std::string begin = absl::StrCat("\n", std::string(indent, ' '));
  std::string text = absl::StrCat(start, begin);
  size_t used = indent;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string part = absl::StrCat(parts[i], i + 1 == parts.size() ? end : ",");
    const bool is_first = used == indent;
    const bool fits = used + part.size() + (is_first ? 0 : 1) <= width;
    absl::StrAppend(&text, is_first ? "" : fits ? " " : begin, part);
    used = fits || is_first ? used + part.size() + (is_first ? 0 : 1) : indent + part.size();
  }
  return text;
}

}  // namespace opgraft_internal
