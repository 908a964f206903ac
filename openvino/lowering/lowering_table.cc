// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"

namespace opgraft_internal {

const LoweringRow* FindLowering(absl::string_view type) {
  static const auto* const rows = [] {
    auto* const made = new absl::flat_hash_map<absl::string_view, const LoweringRow*>();
    for (const auto& domain :
         {MathLowerings(), ArrayLowerings(), NnLowerings(), StateLowerings()}) {
      for (const LoweringRow& row : domain) made->emplace(row.type, &row);
    }
    return made;
  }();
  const auto found = rows->find(type);
  return found == rows->end() ? nullptr : found->second;
}

const LoweringRow* FindLoweringInAnyCase(absl::string_view type) {
  for (const auto& domain : {MathLowerings(), ArrayLowerings(), NnLowerings(), StateLowerings()}) {
    for (const LoweringRow& row : domain) {
      if (absl::EqualsIgnoreCase(type, row.type)) return &row;
    }
  }
  return nullptr;
}

}  // namespace opgraft_internal
