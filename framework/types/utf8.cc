// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/utf8.h"

namespace opgraft_internal {
namespace {

// The smallest code point of a form of each length; a smaller one is overlong.
constexpr uint32_t kMinCodePoint[] = {0, 0, 0x80, 0x800, 0x10000};

unsigned char ByteAt(absl::string_view text, size_t i) {
  return static_cast<unsigned char>(text[i]);
}

size_t LengthOf(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

// False for what is overlong, for half of a surrogate pair, and beyond Unicode.
bool IsCodePoint(uint32_t code, size_t length) {
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code >= kMinCodePoint[length] && code <= 0x10ffff && !is_surrogate;
}

}  // namespace

Utf8Char FirstUtf8Char(absl::string_view text) {
  const unsigned char first = ByteAt(text, 0);
  const size_t length = LengthOf(first);
  if (length == 1) return {1, first};
  if (length == 0 || length > text.size()) return {};
  uint32_t code = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const unsigned char next = ByteAt(text, i);
    if ((next & 0xc0) != 0x80) return {};
    code = code << 6 | (next & 0x3fu);
  }
  return IsCodePoint(code, length) ? Utf8Char{length, code} : Utf8Char();
}

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t length = FirstUtf8Char(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void AppendUtf8(uint32_t code, std::string* text) {
  if (code < 0x80) {
    text->push_back(static_cast<char>(code));
    return;
  }
  int more = 1;  // bytes after the first one
  if (code >= 0x800) more = 2;
  if (code >= 0x10000) more = 3;
  const uint32_t marks = 0xf00u >> (more + 1) & 0xffu;  // as many ones as there are bytes
  text->push_back(static_cast<char>(marks | code >> (6 * more)));
  for (int i = more; i-- > 0;)
    text->push_back(static_cast<char>(0x80u | (code >> (6 * i) & 0x3fu)));
}

}  // namespace opgraft_internal
