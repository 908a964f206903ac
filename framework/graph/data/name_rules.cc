// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/name_rules.h"

#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "framework/op/validate_node_def.h"

namespace opgraft_internal {
namespace {

// Where the digits begin that the text ends with.
size_t BeginOfDigits(absl::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && absl::ascii_isdigit(static_cast<unsigned char>(text[begin - 1]))) --begin;
  return begin;
}

}  // namespace

absl::Status CheckNodeName(absl::string_view name, bool allow_internal) {
  if (IsValidNodeName(name, allow_internal)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "Node name contains invalid characters; it may have letters, digits and '.', and after the "
      "first character '_', '-' and '/'");
}

InputRef ParseInputRef(absl::string_view input) {
  if (!input.empty() && input[0] == '^') return {input.substr(1), InputRef::kControl};
  const size_t digits = BeginOfDigits(input);
  const bool has_port = digits < input.size() && digits > 1 && input[digits - 1] == ':';
  if (!has_port) return {input, 0};
  InputRef ref{input.substr(0, digits - 1), 0};
  if (!absl::SimpleAtoi(input.substr(digits), &ref.port))
    ref.port = std::numeric_limits<int64_t>::max();
  return ref;
}

}  // namespace opgraft_internal
