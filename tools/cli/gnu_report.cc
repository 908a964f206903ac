// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/gnu_report.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace opgraft_internal {
namespace {

// "roi.cc:11: REGISTER_OP(...)", and the line with the caret if there is one.
struct Mistake {
  std::string file;
  int line = 0;
  absl::string_view text;   // behind the place
  absl::string_view quote;  // the part of the text that the caret marks; "" without one
  absl::string_view message;
};

// False if `line` does not begin with the place of a registration.
bool ReadPlace(absl::string_view line, Mistake* mistake) {
  const size_t macro = line.find(": REGISTER_");
  const size_t colon = line.rfind(':', macro == 0 ? 0 : macro - 1);
  if (macro == absl::string_view::npos || colon == absl::string_view::npos) return false;
  mistake->file = std::string(line.substr(0, colon));
  mistake->text = line.substr(macro + 2);
  mistake->message = mistake->text;
  return absl::SimpleAtoi(line.substr(colon + 1, macro - colon - 1), &mistake->line);
}

// `line` stands under `above`: "      ^~~~~~ 'doubel' is not a type".
void ReadCaret(absl::string_view above, absl::string_view line, Mistake* mistake) {
  const size_t caret = line.find('^');
  const size_t end = std::min(line.find_first_not_of("^~", caret), line.size());
  if (caret >= above.size()) return;
  mistake->quote = above.substr(caret, end - caret);
  mistake->message = absl::StripPrefix(line.substr(end), " ");
}

std::vector<std::string> LinesOf(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Where the literal that has the quote stands: in the line of the call, or soon behind it.
void AppendPlace(const Mistake& mistake, std::string* out) {
  const std::vector<std::string> source = LinesOf(mistake.file);
  const size_t first = static_cast<size_t>(mistake.line) - 1;
  size_t line = first, column = 0;
  bool found = false;
  for (size_t i = first; i < source.size() && i < first + 40 && !mistake.quote.empty(); ++i) {
    const size_t at = source[i].find(std::string(mistake.quote));
    if (at == std::string::npos) continue;
    found = true;
    line = i;
    column = at;
    break;
  }
  const bool known = line < source.size();
  if (!found && known)
    column = std::min(source[line].find_first_not_of(" \t"), source[line].size());
  absl::StrAppend(out, mistake.file, ":", line + 1, ":", column + 1, ": error: ", mistake.message,
                  "\n");
  if (!known) return;
  const std::string mark = found ? std::string(mistake.quote.size() - 1, '~') : "";
  absl::StrAppendFormat(out, "%5d | %s\n      | %s^%s\n", line + 1, source[line],
                        std::string(column, ' '), mark);
}

}  // namespace

std::string GnuReport(absl::string_view report) {
  const std::vector<absl::string_view> lines = absl::StrSplit(report, '\n');
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    Mistake mistake;
    if (!ReadPlace(lines[i], &mistake)) continue;
    const bool has_caret = i + 1 < lines.size() && absl::StartsWith(lines[i + 1], " ") &&
                           absl::StrContains(lines[i + 1], "^");
    if (has_caret) ReadCaret(lines[i], lines[i + 1], &mistake);
    AppendPlace(mistake, &out);
  }
  return out;
}

}  // namespace opgraft_internal
