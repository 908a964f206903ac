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
    if (used == indent) {  // the first of all
      text += part;
      used += part.size();
    } else if (used + 1 + part.size() <= width) {
      absl::StrAppend(&text, " ", part);
      used += 1 + part.size();
    } else {
      absl::StrAppend(&text, begin, part);
      used = indent + part.size();
    }
  }
  return text;
}

}  // namespace opgraft_internal
