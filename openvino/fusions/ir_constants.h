// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_IR_CONSTANTS_H_
#define OPENVINO_FUSIONS_IR_CONSTANTS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "openvino/element_type.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"

namespace opgraft_internal {

// What a Constant's attributes say.
struct ConstantSpec {
  ElementType type;
  TensorShape shape;
  int64_t offset;
  int64_t size;
};

// The text of an attribute of a layer's <data>; "" if there is none.
absl::string_view IrAttr(const IrLayer& layer, const char* name);
// True if the attribute is there and says true.
bool IrAttrIsTrue(const IrLayer& layer, const char* name);

// The layer that a source is the first output of, if it is of this type; else null.
const IrLayer* LayerOf(const IrNet& net, const IrSource& source, absl::string_view type);

// Nothing if the attributes are wrong, which the constant's lowering reports.
absl::optional<ConstantSpec> ReadConstant(const IrLayer& layer);
// The integers of the constant that a layer is, by its index; nothing if it is not a constant of
// integers, or holds more than a shape has.
absl::optional<std::vector<int64_t>> ConstantIntegers(const IrNet& net, const IrWeights& weights,
                                                      int layer);
// The number of a constant of one element, of at most `most_rank` dimensions, perhaps through
// Converts to f32 or f64; nothing if the source is none.
absl::optional<double> ConstantNumber(const IrNet& net, const IrWeights& weights, IrSource source,
                                      int most_rank);
// True of a Gather along dimension 0, of whole parts: its axis is a constant, it has no batch
// dimensions.
bool IsGatherOfParts(const IrNet& net, const IrWeights& weights, const IrLayer& layer);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_IR_CONSTANTS_H_
