// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/text_encoding.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/types/utf8.h"

namespace opgraft_internal {
namespace {

constexpr uint32_t kByteOrderMark = 0xfeff;
// What ICU gives for a byte order mark with nothing behind.
constexpr uint32_t kNothingBehindMark = 0xffff;

struct EncodingName {
  absl::string_view name;  // small letters and digits
  TextEncoding encoding;
};
constexpr EncodingName kNames[] = {
    {"utf8", TextEncoding::kUtf8},          {"utf16", TextEncoding::kUtf16},
    {"iso10646ucs2", TextEncoding::kUtf16}, {"unicode", TextEncoding::kUtf16},
    {"utf16be", TextEncoding::kUtf16Be},    {"utf16bigendian", TextEncoding::kUtf16Be},
    {"utf16le", TextEncoding::kUtf16Le},    {"utf16littleendian", TextEncoding::kUtf16Le},
    {"utf32", TextEncoding::kUtf32},        {"iso10646ucs4", TextEncoding::kUtf32},
    {"utf32be", TextEncoding::kUtf32Be},    {"utf32bigendian", TextEncoding::kUtf32Be},
    {"utf32le", TextEncoding::kUtf32Le},    {"utf32littleendian", TextEncoding::kUtf32Le},
    {"latin1", TextEncoding::kLatin1},      {"l1", TextEncoding::kLatin1},
    {"iso88591", TextEncoding::kLatin1},    {"iso885911987", TextEncoding::kLatin1},
    {"88591", TextEncoding::kLatin1},       {"cp819", TextEncoding::kLatin1},
    {"ibm819", TextEncoding::kLatin1},      {"usascii", TextEncoding::kAscii},
    {"ascii", TextEncoding::kAscii},        {"ascii7", TextEncoding::kAscii},
    {"iso646us", TextEncoding::kAscii},     {"us", TextEncoding::kAscii},
};

bool IsSurrogate(uint32_t code) { return code >= 0xd800 && code < 0xe000; }
bool IsLowSurrogate(uint32_t code) { return code >= 0xdc00 && code < 0xe000; }

void AppendBigEndian(uint32_t unit, int bytes, std::string* text) {
  for (int i = bytes; i-- > 0;) text->push_back(static_cast<char>(unit >> (8 * i) & 0xff));
}

size_t UnitBytes(TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::kUtf16:
    case TextEncoding::kUtf16Be:
    case TextEncoding::kUtf16Le:
      return 2;
    case TextEncoding::kUtf32:
    case TextEncoding::kUtf32Be:
    case TextEncoding::kUtf32Le:
      return 4;
    default:
      return 1;
  }
}

}  // namespace

absl::StatusOr<TextEncoding> TextEncodingOf(absl::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)))
      plain.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
  }
  for (const EncodingName& known : kNames) {
    if (known.name == plain) return known.encoding;
  }
  return absl::UnimplementedError(absl::StrCat(
      "encoding '", name,
      "' is not known here; there are UTF-8, UTF-16, UTF-32 (also -BE and -LE), ISO-8859-1, "
      "US-ASCII"));
}

CharReader::CharReader(TextEncoding encoding, absl::string_view text)
    : encoding_(encoding),
      little_endian_(encoding == TextEncoding::kUtf16Le || encoding == TextEncoding::kUtf32Le),
      rest_(text) {
  const size_t bytes = UnitBytes(encoding);
  const bool may_have_mark = encoding == TextEncoding::kUtf16 || encoding == TextEncoding::kUtf32;
  if (!may_have_mark || text.size() < bytes) return;
  const bool is_big = Unit(0, bytes) == kByteOrderMark;
  if (!is_big) {
    little_endian_ = true;
    little_endian_ = Unit(0, bytes) == kByteOrderMark;
    if (!little_endian_) return;
  }
  mark_ = bytes;
  rest_.remove_prefix(bytes);
}

bool CharReader::Next(NextChar* next) {
  if (rest_.empty()) {
    if (mark_ == 0) return false;
    *next = {mark_, kNothingBehindMark, false};
    mark_ = 0;
    return true;
  }
  switch (UnitBytes(encoding_)) {
    case 2:
      *next = NextUtf16();
      break;
    case 4:
      *next = NextUtf32();
      break;
    default:
      if (encoding_ == TextEncoding::kUtf8) {
        *next = NextUtf8(rest_);
      } else {
        *next = NextByte(encoding_ == TextEncoding::kLatin1 ? 0xff : 0x7f);
      }
  }
  rest_.remove_prefix(next->length);
  next->length += mark_;
  mark_ = 0;
  return true;
}

// The unit of `bytes` that begins at byte `at`.
uint32_t CharReader::Unit(size_t at, size_t bytes) const {
  uint32_t unit = 0;
  for (size_t i = 0; i < bytes; ++i) {
    const size_t from = little_endian_ ? bytes - 1 - i : i;
    unit = unit << 8 | static_cast<unsigned char>(rest_[at + from]);
  }
  return unit;
}

NextChar CharReader::NextUtf16() const {
  if (rest_.size() < 2) return {rest_.size(), kReplacementChar, true};
  const uint32_t first = Unit(0, 2);
  if (!IsSurrogate(first)) return {2, first, false};
  if (IsLowSurrogate(first)) return {2, kReplacementChar, true};
  if (rest_.size() < 4) return {rest_.size(), kReplacementChar, true};
  const uint32_t second = Unit(2, 2);
  if (!IsLowSurrogate(second)) return {2, kReplacementChar, true};
  return {4, 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), false};
}

NextChar CharReader::NextUtf32() const {
  if (rest_.size() < 4) return {rest_.size(), kReplacementChar, true};
  const uint32_t code = Unit(0, 4);
  if (code > kLastChar || IsSurrogate(code)) return {4, kReplacementChar, true};
  return {4, code, false};
}

NextChar CharReader::NextByte(uint32_t last) const {
  const auto byte = static_cast<unsigned char>(rest_[0]);
  if (byte > last) return {1, kReplacementChar, true};
  return {1, byte, false};
}

void AppendChar(TextEncoding encoding, uint32_t code, std::string* text) {
  if (encoding == TextEncoding::kUtf8) {
    AppendUtf8(IsSurrogate(code) ? kReplacementChar : code, text);
  } else if (encoding == TextEncoding::kUtf32Be) {
    AppendBigEndian(code, 4, text);
  } else if (code < 0x10000) {
    AppendBigEndian(code, 2, text);
  } else {
    AppendBigEndian(0xd800 + ((code - 0x10000) >> 10), 2, text);
    AppendBigEndian(0xdc00 + ((code - 0x10000) & 0x3ff), 2, text);
  }
}

}  // namespace opgraft_internal
