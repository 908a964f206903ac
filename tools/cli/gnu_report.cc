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
  absl::string_view call;     // ".Attr(", which has the literal; "" without a caret
  absl::string_view literal;  // what stands between the quotes
  absl::string_view quote;    // the part of the literal that the caret marks
  std::string message;
};

// "roi.cc:11".
bool ReadLocation(absl::string_view text, Mistake* mistake) {
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos || colon == 0) return false;
  mistake->file = std::string(text.substr(0, colon));
  return absl::SimpleAtoi(text.substr(colon + 1), &mistake->line) && mistake->line > 0;
}

// False if `line` does not begin with the place of a registration.
bool ReadPlace(absl::string_view line, Mistake* mistake) {
  const size_t macro = line.find(": REGISTER_");
  if (macro == absl::string_view::npos) return false;
  mistake->message = std::string(line.substr(macro + 2));
  return ReadLocation(line.substr(0, macro), mistake);
}

// False if `line` is not "Roi: registered differently at roi.cc:3 and other.cc:8: WHY".
bool ReadClash(absl::string_view line, Mistake* mistake) {
  constexpr absl::string_view kDiffers = ": registered differently at ";
  const size_t differs = line.find(kDiffers);
  const size_t both = line.find(" and ", differs);
  if (both == absl::string_view::npos) return false;
  const size_t begin = differs + kDiffers.size();
  if (!ReadLocation(line.substr(begin, both - begin), mistake)) return false;
  mistake->message = absl::StrCat(line.substr(0, differs), " is registered differently at ",
                                  line.substr(both + 5));
  return true;
}

// `line` is printed below `above`: "      ^~~~~~ 'doubel' is not a type".
void ReadCaret(absl::string_view above, absl::string_view line, Mistake* mistake) {
  constexpr absl::string_view kBegin = "(\"", kEnd = "\")";
  const size_t caret = line.find('^');
  const size_t end = std::min(line.find_first_not_of("^~", caret), line.size());
  mistake->message = std::string(absl::StripPrefix(line.substr(end), " "));
  if (caret >= above.size()) return;
  // The quotes of a literal are escaped, so only its own stand behind a parenthesis.
  const size_t open = above.rfind(kBegin, caret);
  const size_t dot = open == absl::string_view::npos ? open : above.rfind(" .", open);
  if (dot == absl::string_view::npos) return;
  mistake->call = above.substr(dot + 1, open - dot);
  mistake->literal = absl::StripSuffix(above.substr(open + kBegin.size()), kEnd);
  mistake->quote = above.substr(caret, end - caret);
}

std::vector<std::string> LinesOf(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Place {
  size_t line = 0;
  size_t column = 0;
};

// The lines of the registration: from `first` to the next one, or so.
size_t EndOfCall(const std::vector<std::string>& source, size_t first) {
  constexpr size_t kMaxLines = 40;
  size_t end = first + 1;
  while (end < source.size() && end < first + kMaxLines &&
         !absl::StrContains(source[end], "REGISTER_"))
    ++end;
  return std::min(end, source.size());
}

// Where `text` stands in the call that begins in line `first`. False if it does not.
bool Find(const std::vector<std::string>& source, size_t first, const Mistake& mistake,
          const std::string& text, Place* place) {
  for (size_t i = first; i < EndOfCall(source, first); ++i) {
    const size_t call = i == first ? source[i].find(std::string(mistake.call)) : 0;
    const size_t at = source[i].find(text, call == std::string::npos ? 0 : call);
    if (at == std::string::npos) continue;
    *place = {i, at};
    return true;
  }
  return false;
}

// Where the quote of a mistake stands: in its literal, or, if that is not written in one piece, the
// first such word behind the call.
bool FindQuote(const std::vector<std::string>& source, size_t first, const Mistake& mistake,
               Place* place) {
  if (mistake.quote.empty()) return false;
  if (Find(source, first, mistake, absl::StrCat("\"", mistake.literal, "\""), place)) {
    place->column += 1 + static_cast<size_t>(mistake.quote.data() - mistake.literal.data());
    return true;
  }
  return Find(source, first, mistake, std::string(mistake.quote), place);
}

void AppendPlace(const Mistake& mistake, std::string* out) {
  const std::vector<std::string> source = LinesOf(mistake.file);
  const size_t first = static_cast<size_t>(mistake.line) - 1;
  Place place = {first, 0};
  const bool found = FindQuote(source, first, mistake, &place);
  const bool known = place.line < source.size();
  if (!found && known) {
    const std::string& line = source[place.line];
    place.column = std::min(line.find_first_not_of(" \t"), line.size());
  }
  absl::StrAppend(out, mistake.file, ":", place.line + 1, ":", place.column + 1,
                  ": error: ", mistake.message, "\n");
  if (!known) return;
  const std::string mark = found ? std::string(mistake.quote.size() - 1, '~') : "";
  absl::StrAppendFormat(out, "%5d | %s\n      | %s^%s\n", place.line + 1, source[place.line],
                        std::string(place.column, ' '), mark);
}

}  // namespace

std::string GnuReport(absl::string_view report) {
  const std::vector<absl::string_view> lines = absl::StrSplit(report, '\n');
  std::string out, others;
  for (size_t i = 0; i < lines.size(); ++i) {
    Mistake mistake;
    if (!ReadPlace(lines[i], &mistake) && !ReadClash(lines[i], &mistake)) {
      if (!lines[i].empty()) absl::StrAppend(&others, lines[i], "\n");
      continue;
    }
    const bool has_caret = i + 1 < lines.size() && absl::StartsWith(lines[i + 1], " ") &&
                           absl::StrContains(lines[i + 1], "^");
    if (has_caret) {
      ReadCaret(lines[i], lines[i + 1], &mistake);
      ++i;
    }
    AppendPlace(mistake, &out);
  }
  return out.empty() ? "" : out + others;
}

}  // namespace opgraft_internal
