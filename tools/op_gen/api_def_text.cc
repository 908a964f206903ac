// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/api_def_text.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace opgraft_internal {
namespace {

// True if a string or a comment is open at the end of `text`, the beginning of a line.
bool IsInString(absl::string_view text) {
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    if (quote != '\0') {
      if (text[i] == quote) quote = '\0';
      if (text[i] == '\\') ++i;
    } else if (text[i] == '#') {
      return true;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    }
  }
  return quote != '\0';
}

// The word after `<<` where a block begins on this line; "" if none does. `*before` is what stands
// before it.
absl::string_view BlockEnd(absl::string_view line, absl::string_view* before) {
  const size_t mark = line.rfind("<<");
  if (mark == absl::string_view::npos) return "";
  *before = absl::StripTrailingAsciiWhitespace(line.substr(0, mark));
  const bool after_field = !before->empty() && before->back() == ':' && !IsInString(*before);
  return after_field ? absl::StripAsciiWhitespace(line.substr(mark + 2)) : "";
}

}  // namespace

std::string QuoteBlocks(absl::string_view text) {
  std::string result, block_end;
  std::vector<absl::string_view> block;
  const auto close = [&] {
    absl::StrAppend(&result, "\"", absl::CEscape(absl::StrJoin(block, "\n")), "\"",
                    std::string(block.size() + 1, '\n'));
    block.clear();
    block_end.clear();
  };
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::string_view before;
    if (!block_end.empty()) {
      if (absl::StripAsciiWhitespace(line) == block_end) {
        close();
        absl::StrAppend(&result, "\n");
      } else {
        block.push_back(line);
      }
    } else if (block_end = std::string(BlockEnd(line, &before)); !block_end.empty()) {
      absl::StrAppend(&result, before, " ");
    } else {
      absl::StrAppend(&result, line, "\n");
    }
  }
  if (!block_end.empty()) close();
  return result;
}

}  // namespace opgraft_internal
