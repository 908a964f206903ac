// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/call_path.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {

std::array<absl::string_view, 5> InCallOfParts(absl::string_view function, absl::string_view node) {
  return {"; in call of '", function, "' at {{node ", node, "}}"};
}

std::string InCallOf(absl::string_view function, absl::string_view node) {
  return absl::StrJoin(InCallOfParts(function, node), "");
}

std::string InFunctionAt(absl::string_view function, absl::string_view node) {
  return absl::StrCat(", in ", Quoted(function), " at ", Quoted(node));
}

}  // namespace opgraft_internal
