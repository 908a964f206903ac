// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/quoted.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxNameBytes = 400;

}  // namespace

std::string Quoted(absl::string_view name) {
  const bool is_long = name.size() > kMaxNameBytes;
  return absl::StrCat("'", absl::Utf8SafeCEscape(name.substr(0, kMaxNameBytes)),
                      is_long ? "..." : "", "'");
}

}  // namespace opgraft_internal
