// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_UTF8_H_
#define FRAMEWORK_TYPES_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A character at the beginning of a text. Plain data.
//
// Example: of "\xc3\xa9t\xc3\xa9" (été) the first has length 2 and code 0xE9.
struct Utf8Char {
  // 1 to 4 bytes; 0 if the text does not begin with a character.
  size_t length = 0;
  uint32_t code = 0;
};

// The character at the beginning of `text`, which may be any bytes; length 0 if they are not UTF-8,
// which has no overlong forms, no surrogates and nothing above U+10FFFF. REQUIRES: `text` is not
// empty.
Utf8Char FirstUtf8Char(absl::string_view text);

// True if all of `text` is UTF-8; the empty text is.
bool IsUtf8(absl::string_view text);

// Appends the 1 to 4 bytes of a character. REQUIRES: `code` is at most U+10FFFF.
void AppendUtf8(uint32_t code, std::string* text);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_UTF8_H_
