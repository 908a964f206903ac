// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/node_name.h"

namespace opgraft_internal {
namespace {

bool IsNameCharacter(char c, bool is_first) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool is_digit = c >= '0' && c <= '9';
  if (is_letter || is_digit || c == '.') return true;
  return !is_first && (c == '_' || c == '/' || c == '-');
}

}  // namespace

std::string NodeNameOf(absl::string_view name) {
  std::string valid;
  for (const char c : name) {
    const bool fits = IsNameCharacter(c, valid.empty());
    if (!fits && valid.empty()) valid = "layer";
    valid += fits ? c : '_';
  }
  return valid.empty() ? "layer" : valid;
}

}  // namespace opgraft_internal
