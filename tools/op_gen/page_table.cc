// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/page_table.h"

#include <algorithm>
#include <cstddef>

namespace opgraft_internal {

void PageTable::DropEmptyColumns() {
  for (size_t i = head.size(); i-- > 1;) {
    const bool empty =
        std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row[i].empty(); });
    if (!empty) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    head.erase(head.begin() + at);
    for (auto& row : rows) row.erase(row.begin() + at);
  }
}

}  // namespace opgraft_internal
