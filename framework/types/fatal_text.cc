// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/fatal_text.h"

#include <unistd.h>

#include <cerrno>

namespace opgraft_internal {
namespace {

void Write(int file, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

FatalText& FatalText::Append(absl::string_view text) {
  for (const char c : text) {
    if (size_ == kMaxBytes) break;
    const auto byte = static_cast<unsigned char>(c);
    text_[size_++] = byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return *this;
}

FatalText& FatalText::Append(int64_t number) {
  char digits[20];
  size_t begin = sizeof(digits);
  uint64_t rest =
      number < 0 ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  do {
    digits[--begin] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0) Append("-");
  return Append(absl::string_view(digits + begin, sizeof(digits) - begin));
}

void FatalText::WriteTo(int file) const {
  Write(file, text());
  Write(file, "\n");
}

}  // namespace opgraft_internal
