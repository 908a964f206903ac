// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/spec_problem.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxShown = 120;    // characters of a spec
constexpr size_t kMaxMessage = 600;  // bytes of a message: it may quote the spec

// Escaped as in source code, but with UTF-8 left readable. Quotes of the other kind need no
// backslash.
std::string Escape(absl::string_view text) {
  std::string escaped = absl::Utf8SafeCEscape(text);
  std::string result;
  for (size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] == '\\' && i + 1 < escaped.size() && escaped[i + 1] == '\'') continue;
    if (escaped[i] == '\\' && i + 1 < escaped.size()) result += escaped[i++];
    result += escaped[i];
  }
  return result;
}

// Columns that UTF-8 text takes on a terminal, near enough: a column a code point.
size_t Columns(absl::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// The part of `spec` to show so that [begin, end) is seen: all of it if short enough.
struct Window {
  size_t begin;
  size_t end;
};
Window WindowAround(absl::string_view spec, const SpecError& error) {
  if (spec.size() <= kMaxShown) return {0, spec.size()};
  const size_t begin = error.begin > kMaxShown / 2 ? error.begin - kMaxShown / 2 : 0;
  return {begin, std::min(spec.size(), begin + kMaxShown)};
}

std::string Header(absl::string_view op_name, const SourceLocation& where) {
  const std::string place = where.file[0] == '\0' ? "" : absl::StrCat(ShowLocation(where), ": ");
  return absl::StrCat(place, "REGISTER_OP(\"", Escape(op_name), "\")");
}

// One line, of limited length.
std::string ShowMessage(absl::string_view message) {
  std::string line(message.substr(0, kMaxMessage));
  for (char& c : line) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  return message.size() > kMaxMessage ? line + "..." : line;
}

bool Before(const SpecProblem& a, const SpecProblem& b) {
  const int files = std::strcmp(a.where.file, b.where.file);
  return files != 0 ? files < 0 : a.where.line < b.where.line;
}

}  // namespace

std::string ShowLocation(const SourceLocation& where) {
  return where.file[0] == '\0' ? "?" : absl::StrCat(where.file, ":", where.line);
}

std::string ShowCall(absl::string_view call, absl::string_view spec) {
  const bool whole = spec.size() <= kMaxShown;
  return absl::StrCat(call, "(\"", Escape(spec.substr(0, kMaxShown)), whole ? "" : "...", "\")");
}

SpecProblem CaretProblem(absl::string_view op_name, const SourceLocation& where,
                         absl::string_view call, absl::string_view spec, const SpecError& error) {
  const Window window = WindowAround(spec, error);
  const absl::string_view shown = spec.substr(window.begin, window.end - window.begin);
  const std::string head =
      absl::StrCat(Header(op_name, where), " .", call, "(\"", window.begin > 0 ? "..." : "");
  const size_t begin = std::min(error.begin, window.end),
               end = std::min(std::max(error.end, begin), window.end);
  const size_t column =
      Columns(head) + Columns(Escape(spec.substr(window.begin, begin - window.begin)));
  const size_t width = std::max<size_t>(1, Columns(Escape(spec.substr(begin, end - begin))));
  return {where, absl::StrCat(head, Escape(shown), window.end < spec.size() ? "..." : "", "\")\n",
                              std::string(column, ' '), "^", std::string(width - 1, '~'), " ",
                              ShowMessage(error.message))};
}

SpecProblem PlainProblem(absl::string_view op_name, const SourceLocation& where,
                         absl::string_view call, absl::string_view spec,
                         absl::string_view message) {
  const std::string shown_call = call.empty() ? "" : absl::StrCat(" .", ShowCall(call, spec));
  return {where, absl::StrCat(Header(op_name, where), shown_call, ": ", ShowMessage(message))};
}

absl::Status ProblemsToStatus(std::vector<SpecProblem> problems) {
  if (problems.empty()) return absl::OkStatus();
  std::stable_sort(problems.begin(), problems.end(), Before);
  return absl::InvalidArgumentError(
      absl::StrJoin(problems, "\n",
                    [](std::string* out, const SpecProblem& p) { absl::StrAppend(out, p.text); }));
}

absl::Status JoinReports(const absl::Status& first, const absl::Status& second) {
  if (first.ok() || second.ok()) return first.ok() ? second : first;
  return absl::InvalidArgumentError(absl::StrCat(first.message(), "\n", second.message()));
}

}  // namespace opgraft_internal
