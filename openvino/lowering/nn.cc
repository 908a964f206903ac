// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

// Indices cost more than the maxima: without a reader they are not made.
absl::Status LowerMaxPool(LayerLowering* layer) {
  return LowerToOp(layer->IsUsed(1) ? "OpenVINO>MaxPool" : "OpenVINO>MaxPoolV1", layer);
}

constexpr LoweringRow kRows[] = {
    {"MaxPool", LowerMaxPool},
};

}  // namespace

absl::Span<const LoweringRow> NnLowerings() { return kRows; }

}  // namespace opgraft_internal
