// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_ROW_PART_H_
#define OPENVINO_FUSIONS_ROW_PART_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"

namespace opgraft_internal {

// Elements [start, stop) of each row of x, all in a row.
struct RowPart {
  IrSource x;
  int64_t start;
  int64_t stop;
};

// What part of a tensor's rows the source is, if the tensor has this rank and rows of `length`: by
// Slice, StridedSlice, Split or VariadicSplit along the last dimension with constants. Nothing if
// it is none; that the tensor has such rows is for the caller to see.
absl::optional<RowPart> FindRowPart(const IrNet& net, const IrWeights& weights,
                                    const IrSource& source, int rank, int64_t length);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_ROW_PART_H_
