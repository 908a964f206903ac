// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/import_options.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/name_rules.h"

namespace opgraft {

std::string TensorId::ToString() const {
  return index == kControlSlot ? absl::StrCat("^", node) : absl::StrCat(node, ":", index);
}

TensorId ParseTensorName(absl::string_view name) {
  const InputRef ref = ParseInputRef(name);
  if (ref.port > std::numeric_limits<int>::max()) return {std::string(name), 0};
  return {std::string(ref.node), static_cast<int>(ref.port)};
}

}  // namespace opgraft
