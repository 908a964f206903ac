// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"

#include "absl/container/flat_hash_map.h"

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

}  // namespace opgraft_internal
