// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/quoted.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/types/printable.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxNameBytes = 400;

}  // namespace

std::string Quoted(absl::string_view name) {
  const bool is_long = name.size() > kMaxNameBytes;
  const std::string shown = Printable(name.substr(0, kMaxNameBytes));
  return absl::StrCat("'", absl::StrReplaceAll(shown, {{"'", "\\'"}, {"\"", "\\\""}}),
                      is_long ? "..." : "", "'");
}

}  // namespace opgraft_internal
