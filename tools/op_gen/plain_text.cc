// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/plain_text.h"

#include "framework/types/utf8.h"

namespace opgraft_internal {

std::string PlainText(absl::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Utf8Char first = FirstUtf8Char(text);
    const bool control = (first.code < 0x20 && first.code != '\n') || first.code == 0x7f;
    result += first.length == 0 || control ? "?" : std::string(text.substr(0, first.length));
    text.remove_prefix(first.length == 0 ? 1 : first.length);
  }
  return result;
}

}  // namespace opgraft_internal
