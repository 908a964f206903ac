// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/utf8.h"

#include <cstddef>
#include <cstdint>

namespace opgraft_internal {
namespace {

// The smallest code point of a form of each length; a smaller one is overlong.
constexpr uint32_t kMinCodePoint[] = {0, 0, 0x80, 0x800, 0x10000};

size_t LengthOf(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

// The length of the character at the beginning of `text`, which is not empty; 0 if there is none.
size_t CharAt(absl::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = LengthOf(first);
  if (length <= 1) return length;
  if (length > text.size()) return 0;
  uint32_t code = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3fu);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < kMinCodePoint[length] || code > 0x10ffff || surrogate ? 0 : length;
}

}  // namespace

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t length = CharAt(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string PlainText(absl::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t length = CharAt(text);
    const auto first = static_cast<unsigned char>(text[0]);
    const bool control = (first < 0x20 && first != '\n') || first == 0x7f;
    result += length == 0 || control ? "?" : std::string(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace opgraft_internal
