// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/printable.h"

#include <cstdint>

#include "absl/strings/str_format.h"
#include "framework/types/utf8.h"

namespace opgraft_internal {
namespace {

struct CodeRange {
  uint32_t first;
  uint32_t last;
};
// Control characters (a terminal obeys those of Latin-1 as well), and what steers or hides text.
constexpr CodeRange kUnseen[] = {
    {0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},   {0x200b, 0x200f},
    {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

bool IsUnseen(uint32_t code) {
  for (const CodeRange& range : kUnseen) {
    if (code >= range.first && code <= range.last) return true;
  }
  return false;
}

void AppendEscaped(absl::string_view bytes, std::string* out) {
  constexpr absl::string_view kLetters = "\n\r\t";
  for (const char byte : bytes) {
    const size_t letter = kLetters.find(byte);
    if (letter != absl::string_view::npos) {
      out->append({'\\', "nrt"[letter]});
    } else {
      absl::StrAppendFormat(out, "\\%03o", static_cast<unsigned char>(byte));
    }
  }
}

std::string Escaped(absl::string_view text, bool keeps_lines) {
  std::string shown;
  while (!text.empty()) {
    const Utf8Char first = FirstUtf8Char(text);
    const size_t length = first.length == 0 ? 1 : first.length;
    const absl::string_view bytes = text.substr(0, length);
    const bool is_kept = keeps_lines && (bytes == "\n" || bytes == "\t");
    if (first.length > 0 && (is_kept || !IsUnseen(first.code))) {
      shown.append(bytes == "\\" && !keeps_lines ? "\\\\" : std::string(bytes));
    } else {
      AppendEscaped(bytes, &shown);
    }
    text.remove_prefix(length);
  }
  return shown;
}

}  // namespace

std::string Printable(absl::string_view name) { return Escaped(name, false); }
std::string PrintableLines(absl::string_view text) { return Escaped(text, true); }

}  // namespace opgraft_internal
