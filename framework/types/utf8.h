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

// A character at the beginning of a text.
struct Utf8Char {
  size_t length = 0;  // 1 to 4 bytes; 0 if the text does not begin with a character
  uint32_t code = 0;
};

// UTF-8 has no overlong forms, no surrogates, nothing above U+10FFFF. REQUIRES: `text` is not
// empty.
Utf8Char FirstUtf8Char(absl::string_view text);

bool IsUtf8(absl::string_view text);

// REQUIRES: `code` is at most U+10FFFF.
void AppendUtf8(uint32_t code, std::string* text);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_UTF8_H_
