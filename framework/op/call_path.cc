// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/call_path.h"

#include "absl/strings/str_cat.h"
#include "framework/op/node_summary.h"

namespace opgraft_internal {

std::string InCallOf(absl::string_view function, absl::string_view node) {
  return absl::StrCat("; in call of '", function, "' at ", FormatNodeNameForError(node));
}

}  // namespace opgraft_internal
