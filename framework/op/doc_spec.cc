// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/doc_spec.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"

namespace opgraft_internal {
namespace {

using Lines = absl::Span<const absl::string_view>;

// Splits "name: text"; false if the line does not begin like that.
bool SplitSection(absl::string_view line, absl::string_view* name, absl::string_view* text) {
  SpecScanner in(line);
  *name = in.TakeWord(IsLetter, IsWordChar);
  in.SkipSpace();
  if (name->empty() || !in.Consume(":")) return false;
  in.SkipSpace();
  *text = in.rest();
  return true;
}

bool IsSectionStart(absl::string_view line) {
  absl::string_view name, text;
  return SplitSection(line, &name, &text);
}

Lines DropTrailingBlank(Lines lines) {
  while (!lines.empty() && lines.back().empty()) lines.remove_suffix(1);
  return lines;
}

// The lines after the first lose the indent they share.
std::string JoinSection(absl::string_view first, Lines rest) {
  size_t indent = std::string::npos;
  for (absl::string_view line : rest) {
    if (!line.empty())
      indent = std::min(indent, std::min(line.find_first_not_of(' '), line.size()));
  }
  std::string joined(first);
  for (absl::string_view line : rest)
    absl::StrAppend(&joined, "\n", line.empty() ? line : line.substr(indent));
  return joined;
}

// Sets the description of the first input, output or attr of that name; false if there is none.
bool SetDescription(absl::string_view name, std::string text, OpDef* op) {
  auto set = [&](auto* elements) {
    for (auto& element : *elements) {
      if (element.name() != name) continue;
      element.set_description(std::move(text));
      return true;
    }
    return false;
  };
  return set(op->mutable_input_arg()) || set(op->mutable_output_arg()) || set(op->mutable_attr());
}

DocError UnknownName(absl::string_view line, absl::string_view name) {
  return {std::string(line),
          {0, name.size(),
           absl::StrCat("No matching input/output/attr for name '", name, "' from Doc(): '", name,
                        ":' in column 0 reads as the documentation of an argument named ", name,
                        "; indent it or write '", name, " -'")}};
}

// Takes the leading lines up to the first for which `stop` holds.
template <typename Stop>
Lines TakeUntil(Lines* lines, Stop stop) {
  const auto taken =
      static_cast<size_t>(std::find_if(lines->begin(), lines->end(), stop) - lines->begin());
  const Lines result = lines->first(taken);
  lines->remove_prefix(taken);
  return result;
}

}  // namespace

std::vector<DocError> ParseDoc(absl::string_view text,
                               const absl::flat_hash_set<std::string>& broken_names, OpDef* op) {
  std::vector<absl::string_view> all = absl::StrSplit(text, '\n');
  for (absl::string_view& line : all) line = absl::StripTrailingAsciiWhitespace(line);
  const auto not_blank = [](absl::string_view line) { return !line.empty(); };

  Lines lines(all);
  TakeUntil(&lines, not_blank);
  if (!lines.empty()) {
    op->set_summary(std::string(lines.front()));
    lines.remove_prefix(1);
  }
  TakeUntil(&lines, not_blank);
  op->set_description(absl::StrJoin(DropTrailingBlank(TakeUntil(&lines, IsSectionStart)), "\n"));

  std::vector<DocError> errors;
  while (!lines.empty()) {
    const absl::string_view head = lines.front();
    absl::string_view name, first;
    SplitSection(head, &name, &first);
    lines.remove_prefix(1);
    const Lines rest = DropTrailingBlank(TakeUntil(&lines, IsSectionStart));
    if (SetDescription(name, JoinSection(first, rest), op)) continue;
    if (!broken_names.contains(name)) errors.push_back(UnknownName(head, name));
  }
  return errors;
}

}  // namespace opgraft_internal
