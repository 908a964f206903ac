// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/port_names.h"

#include <algorithm>

namespace opgraft_internal {

Naming NamingOf(const std::vector<std::string>& names, absl::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return Naming::kNot;
  if (found + 1 != names.end()) return Naming::kTensor;
  return found == names.begin() ? Naming::kAlone : Naming::kLayer;
}

}  // namespace opgraft_internal
