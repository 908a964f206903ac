// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_TEXT_ENCODING_H_
#define KERNELS_STRINGS_TEXT_ENCODING_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "kernels/strings/next_char.h"

namespace opgraft_internal {

// How texts are written as bytes. Of UTF-16 and UTF-32 without a byte order a mark at the beginning
// says it; without a mark it is the big-endian one.
enum class TextEncoding : uint8_t {
  kUtf8,
  kUtf16,
  kUtf16Be,
  kUtf16Le,
  kUtf32,
  kUtf32Be,
  kUtf32Le,
  kLatin1,
  kAscii,
};

// By a name of ICU's or IANA's; case, "-", "_" and spaces do not matter. UNIMPLEMENTED for another,
// which names those that there are.
absl::StatusOr<TextEncoding> TextEncodingOf(absl::string_view name);

// Takes the characters of a text one by one, and what is broken in it, as ICU does. Borrows the
// text. Thread-compatible.
//
// Example: for (NextChar next; reader.Next(&next);) count += next.is_broken ? 0 : 1.
class CharReader {
 public:
  CharReader(TextEncoding encoding, absl::string_view text);

  // False at the end.
  bool Next(NextChar* next);

 private:
  // The number that `bytes` bytes at `at` spell, in the text's byte order.
  uint32_t Unit(size_t at, size_t bytes) const;
  // The first character of what is left, for each kind of encoding.
  NextChar NextUtf16() const;
  NextChar NextUtf32() const;
  NextChar NextByte(uint32_t last) const;

  TextEncoding encoding_;
  bool little_endian_ = false;
  // Bytes of a byte order mark that count for the first character.
  size_t mark_ = 0;
  absl::string_view rest_;
};

// Appends a character to a text in kUtf8, kUtf16Be or kUtf32Be. A surrogate becomes U+FFFD in
// UTF-8. REQUIRES: `code` is at most kLastChar.
void AppendChar(TextEncoding encoding, uint32_t code, std::string* text);

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_TEXT_ENCODING_H_
