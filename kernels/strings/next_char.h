// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_NEXT_CHAR_H_
#define KERNELS_STRINGS_NEXT_CHAR_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a broken sequence of bytes is read as.
constexpr uint32_t kReplacementChar = 0xfffd;
constexpr uint32_t kLastChar = 0x10ffff;

// The first character of an encoded text, or the invalid bytes at its beginning.
struct NextChar {
  size_t length = 0;  // at least 1
  uint32_t code = kReplacementChar;
  // Then `code` is kReplacementChar.
  bool is_broken = false;
};

// Of UTF-8. A broken sequence ends where no character could go on, as ICU and the WHATWG have it:
// E2 82 41 is one broken sequence and "A". REQUIRES: `text` is not empty.
NextChar NextUtf8(absl::string_view text);

// The first byte of each character of UTF-8 is none of these, whatever the text.
inline bool IsTrailByte(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_NEXT_CHAR_H_
