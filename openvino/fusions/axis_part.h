// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_AXIS_PART_H_
#define OPENVINO_FUSIONS_AXIS_PART_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"

namespace opgraft_internal {

// Elements [start, stop) of one dimension of x, each or every so many.
struct AxisPart {
  IrSource x;
  int64_t start;
  int64_t stop;
};

// Stands for the length of a dimension of which nothing is known; a place that is counted from
// behind is then this much and the (negative) number.
inline constexpr int64_t kUnknownLength = int64_t{1} << 62;

// What part of a tensor the source is along `axis`, if the tensor has this rank and along the axis
// this length, which the caller checks. A part is what Slice or StridedSlice (of every `step`th
// element), Split or VariadicSplit take by constants. Nothing if the source is not a part.
//
// Example: of VariadicSplit(x, axis 1, lengths [2, 3]), output 1 is elements [2, 5) of x.
absl::optional<AxisPart> FindAxisPart(const IrNet& net, const IrWeights& weights,
                                      const IrSource& source, int rank, int axis, int64_t length,
                                      int64_t step = 1);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_AXIS_PART_H_
