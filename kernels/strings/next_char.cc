// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/next_char.h"

#include "framework/types/utf8.h"

namespace opgraft_internal {
namespace {

// Could `second` follow `first`? Not every trail byte can: overlong forms and surrogates are not
// valid.
bool CanFollow(unsigned char first, unsigned char second) {
  unsigned char least = 0x80;
  unsigned char most = 0xbf;
  if (first == 0xe0) least = 0xa0;
  if (first == 0xed) most = 0x9f;
  if (first == 0xf0) least = 0x90;
  if (first == 0xf4) most = 0x8f;
  return second >= least && second <= most;
}

// How many bytes a character takes that begins with `first`; 1 if none does.
size_t WholeLength(unsigned char first) {
  if (first < 0xc2 || first > 0xf4) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

// The bytes at the beginning of `text`, which begins with no character, that one could begin with.
size_t BrokenLength(absl::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t whole = WholeLength(first);
  if (whole == 1 || text.size() < 2 || !CanFollow(first, static_cast<unsigned char>(text[1])))
    return 1;
  size_t length = 2;
  while (length < whole && length < text.size() && IsTrailByte(text[length])) ++length;
  return length;
}

}  // namespace

NextChar NextUtf8(absl::string_view text) {
  const Utf8Char first = FirstUtf8Char(text);
  if (first.length > 0) return {first.length, first.code, false};
  return {BrokenLength(text), kReplacementChar, true};
}

}  // namespace opgraft_internal
