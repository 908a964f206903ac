// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

constexpr LoweringRow kRows[] = {
    {"Relu", "Relu"},
    {"Sigmoid", "Sigmoid"},
    {"Tanh", "Tanh"},
};

}  // namespace

absl::Span<const LoweringRow> MathLowerings() { return kRows; }

}  // namespace opgraft_internal
