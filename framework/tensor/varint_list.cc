// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/varint_list.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

bool ConsumeVarint(absl::string_view* in, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64 && !in->empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(in->front());
    in->remove_prefix(1);
    *value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

}  // namespace

void AppendVarint(uint64_t value, std::string* out) {
  for (; value >= 0x80; value >>= 7) out->push_back(static_cast<char>(value | 0x80));
  out->push_back(static_cast<char>(value));
}

absl::StatusOr<std::vector<absl::string_view>> SplitVarintList(absl::string_view content,
                                                               int64_t n) {
  const auto wrong = [&](absl::string_view what) {
    return absl::InvalidArgumentError(
        absl::StrCat("tensor_content of ", content.size(), " bytes ", what, " ", n, " elements"));
  };
  // Each length takes a byte at least.
  if (n < 0 || static_cast<uint64_t>(n) > content.size())
    return wrong("is too short for the lengths of");
  std::vector<uint64_t> lengths(static_cast<size_t>(n));
  absl::string_view rest = content;
  for (uint64_t& length : lengths) {
    if (!ConsumeVarint(&rest, &length)) return wrong("has no valid lengths of");
  }
  std::vector<absl::string_view> pieces;
  pieces.reserve(lengths.size());
  for (uint64_t length : lengths) {
    if (length > rest.size()) return wrong("is too short for");
    pieces.push_back(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  if (!rest.empty()) return wrong("is too long for");
  return pieces;
}

}  // namespace opgraft_internal
