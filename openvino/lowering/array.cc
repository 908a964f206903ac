// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

constexpr LoweringRow kRows[] = {
    {"Tile", "Tile"},
};

}  // namespace

absl::Span<const LoweringRow> ArrayLowerings() { return kRows; }

}  // namespace opgraft_internal
