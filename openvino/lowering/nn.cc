// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

constexpr LoweringRow kRows[] = {
    {"Softsign", "Softsign"},
};

}  // namespace

absl::Span<const LoweringRow> NnLowerings() { return kRows; }

}  // namespace opgraft_internal
