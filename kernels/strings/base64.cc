// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/base64.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/strip.h"

namespace opgraft_internal {
namespace {

// 0 to 63; -1 for a character outside of the alphabet.
int ValueOf(char c) {
  if (absl::ascii_isupper(static_cast<unsigned char>(c))) return c - 'A';
  if (absl::ascii_islower(static_cast<unsigned char>(c))) return c - 'a' + 26;
  if (absl::ascii_isdigit(static_cast<unsigned char>(c))) return c - '0' + 52;
  if (c == '-') return 62;
  return c == '_' ? 63 : -1;
}

}  // namespace

std::string EncodeBase64(absl::string_view bytes, bool pad) {
  std::string text = absl::WebSafeBase64Escape(bytes);
  if (pad) text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

absl::Status DecodeBase64(absl::string_view text, std::string* bytes) {
  if (text.size() % 4 == 0 && absl::ConsumeSuffix(&text, "=")) absl::ConsumeSuffix(&text, "=");
  if (text.size() % 4 == 1)
    return absl::InvalidArgumentError("Base64 string length cannot be 1 modulo 4.");
  bytes->clear();
  bytes->reserve(text.size() / 4 * 3 + 2);
  uint32_t bits = 0;
  int num_bits = 0;
  for (const char c : text) {
    const int value = ValueOf(c);
    if (value < 0) return absl::InvalidArgumentError("Invalid character found in base64.");
    bits = bits << 6 | static_cast<uint32_t>(value);
    num_bits += 6;
    if (num_bits < 8) continue;
    num_bits -= 8;
    bytes->push_back(static_cast<char>(bits >> num_bits & 0xff));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
