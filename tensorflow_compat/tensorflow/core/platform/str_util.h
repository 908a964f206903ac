// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STR_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STR_UTIL_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tensorflow/core/platform/numbers.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace str_util {

using absl::AllowEmpty;
using absl::ConsumePrefix;
using absl::ConsumeSuffix;
using absl::EndsWith;
using absl::SkipEmpty;
using absl::SkipWhitespace;
using absl::StartsWith;
using absl::StrContains;
using absl::StripPrefix;
using absl::StripSuffix;

// At each character of `delimiters`; the parts that the predicate takes.
inline std::vector<std::string> Split(absl::string_view text, absl::string_view delimiters) {
  if (text.empty()) return {};
  return absl::StrSplit(text, absl::ByAnyChar(delimiters));
}
inline std::vector<std::string> Split(absl::string_view text, char delimiter) {
  return Split(text, absl::string_view(&delimiter, 1));
}
template <typename Predicate>
std::vector<std::string> Split(absl::string_view text, absl::string_view delimiters,
                               Predicate predicate) {
  if (text.empty()) return {};
  return absl::StrSplit(text, absl::ByAnyChar(delimiters), predicate);
}
template <typename Predicate>
std::vector<std::string> Split(absl::string_view text, char delimiter, Predicate predicate) {
  return Split(text, absl::string_view(&delimiter, 1), predicate);
}

template <typename Parts>
std::string Join(const Parts& parts, const char* separator) {
  return absl::StrJoin(parts, separator);
}
template <typename Parts, typename Formatter>
std::string Join(const Parts& parts, const char* separator, Formatter formatter) {
  return absl::StrJoin(parts, separator, formatter);
}

inline std::string Lowercase(absl::string_view text) { return absl::AsciiStrToLower(text); }
inline std::string Uppercase(absl::string_view text) { return absl::AsciiStrToUpper(text); }
inline std::string CEscape(absl::string_view text) { return absl::CEscape(text); }
inline bool CUnescape(absl::string_view text, std::string* out, std::string* error) {
  return absl::CUnescape(text, out, error);
}
inline std::string StringReplace(absl::string_view text, absl::string_view old,
                                 absl::string_view replacement, bool replace_all) {
  if (replace_all) return absl::StrReplaceAll(text, {{old, replacement}});
  std::string result(text);
  const size_t found = result.find(old);
  if (found != std::string::npos) result.replace(found, old.size(), replacement);
  return result;
}

inline void StripTrailingWhitespace(std::string* text) { absl::StripTrailingAsciiWhitespace(text); }
inline size_t RemoveLeadingWhitespace(absl::string_view* text) {
  const size_t before = text->size();
  *text = absl::StripLeadingAsciiWhitespace(*text);
  return before - text->size();
}
inline size_t RemoveTrailingWhitespace(absl::string_view* text) {
  const size_t before = text->size();
  *text = absl::StripTrailingAsciiWhitespace(*text);
  return before - text->size();
}
inline size_t RemoveWhitespaceContext(absl::string_view* text) {
  return RemoveLeadingWhitespace(text) + RemoveTrailingWhitespace(text);
}
// Moves the longest start of `*text` that qualifies to `value`; false if there is none.
inline bool ConsumeNonWhitespace(absl::string_view* text, absl::string_view* value) {
  size_t n = 0;
  while (n < text->size() && !absl::ascii_isspace(static_cast<unsigned char>((*text)[n]))) ++n;
  *value = text->substr(0, n);
  text->remove_prefix(n);
  return n > 0;
}
inline bool ConsumeLeadingDigits(absl::string_view* text, uint64* value) {
  size_t n = 0;
  while (n < text->size() && absl::ascii_isdigit(static_cast<unsigned char>((*text)[n]))) ++n;
  if (n == 0 || !absl::SimpleAtoi(text->substr(0, n), value)) return false;
  text->remove_prefix(n);
  return true;
}

}  // namespace str_util
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STR_UTIL_H_
