// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SPEC_SCANNER_H_
#define FRAMEWORK_OP_SPEC_SCANNER_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What is wrong with a spec, and which of its characters [begin, end) to point at. Plain data.
struct SpecError {
  size_t begin = 0;
  size_t end = 0;
  std::string message;
};

// Characters that a word may begin with and go on with. ASCII only, whatever the locale.
inline bool IsLetter(char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)); }
inline bool IsLowerLetter(char c) { return absl::ascii_islower(static_cast<unsigned char>(c)); }
inline bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }
inline bool IsSpace(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }
inline bool IsWordChar(char c) { return IsLetter(c) || IsDigit(c) || c == '_'; }
inline bool IsLowerWordChar(char c) { return IsLowerLetter(c) || IsDigit(c) || c == '_'; }
inline bool IsTypeNameChar(char c) { return IsLowerLetter(c) || IsDigit(c); }

// A cursor over a spec that knows its position, for carets. Borrows the text. Consume* move only
// when they match. Thread-compatible.
//
// Example, "T: float":
//   SpecScanner in(spec);
//   const absl::string_view name = in.TakeWord(IsLetter, IsWordChar);  // "T"
//   in.SkipSpace();
//   if (!in.Consume(":")) return in.ErrorHere("expected ':'");
class SpecScanner {
 public:
  explicit SpecScanner(absl::string_view text) : text_(text) {}

  // Where the cursor is; what is left; whether nothing is.
  size_t position() const { return position_; }
  absl::string_view rest() const { return text_.substr(position_); }
  bool at_end() const { return position_ == text_.size(); }
  // The character at the cursor; NUL at the end.
  char peek() const { return at_end() ? '\0' : text_[position_]; }

  void Advance() { ++position_; }
  void MoveTo(size_t position) { position_ = position; }
  // Moves behind spaces, tabs and line breaks.
  void SkipSpace() {
    while (!at_end() && IsSpace(text_[position_])) ++position_;
  }
  // Moves behind `literal` if it stands at the cursor.
  bool Consume(absl::string_view literal) {
    if (!absl::StartsWith(rest(), literal)) return false;
    position_ += literal.size();
    return true;
  }
  // Consumes `word`, "(" and the spaces after each of them. False, and nothing is consumed, unless
  // both are there.
  bool ConsumeOpening(absl::string_view word) {
    const size_t begin = position_;
    if (TakeWhile(IsWordChar) == word) {
      SkipSpace();
      if (Consume("(")) {
        SkipSpace();
        return true;
      }
    }
    MoveTo(begin);
    return false;
  }
  // Moves behind the longest run of characters for which `is_part` holds, and returns it; may be
  // empty.
  absl::string_view TakeWhile(bool (*is_part)(char)) {
    const size_t begin = position_;
    while (!at_end() && is_part(text_[position_])) ++position_;
    return text_.substr(begin, position_ - begin);
  }
  // A word whose first character also fits `is_first`; empty, and nothing is taken, if there is
  // none.
  absl::string_view TakeWord(bool (*is_first)(char), bool (*is_part)(char)) {
    return !at_end() && is_first(text_[position_]) ? TakeWhile(is_part) : absl::string_view();
  }

  // The run of word characters at the cursor, else the one character there: what a caret should
  // underline.
  size_t end_of_offender() const {
    size_t end = position_;
    while (end < text_.size() && IsWordChar(text_[end])) ++end;
    if (end == position_ && !at_end()) ++end;
    return end;
  }
  // An error that points at end_of_offender's characters.
  SpecError ErrorHere(std::string message) const {
    return {position_, end_of_offender(), std::move(message)};
  }

 private:
  absl::string_view text_;
  size_t position_ = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_SPEC_SCANNER_H_
