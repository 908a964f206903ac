// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/layer_finder.h"

#include "openvino/fusions/ir_constants.h"

namespace opgraft_internal {

const IrLayer* LayerFinder::At(const IrSource& source, absl::string_view type,
                               size_t num_inputs) const {
  const IrLayer* const layer = LayerOf(net_, source, type);
  if (layer == nullptr || layer->inputs.size() != num_inputs) return nullptr;
  const absl::string_view broadcast = IrAttr(*layer, "auto_broadcast");
  return broadcast.empty() || broadcast == "numpy" ? layer : nullptr;
}

bool LayerFinder::IsNumber(const IrSource& source, double number, int rank) const {
  return ConstantNumber(net_, *weights_, source, rank) == number;
}

absl::optional<IrSource> LayerFinder::FindNegated(const IrSource& source, int rank) const {
  if (const IrLayer* const negative = At(source, "Negative", 1); negative != nullptr)
    return negative->inputs[0];
  const IrLayer* const product = At(source, "Multiply", 2);
  for (size_t i = 0; product != nullptr && i < 2; ++i) {
    if (IsNumber(OtherOperand(*product, i), -1, rank)) return Operand(*product, i);
  }
  return absl::nullopt;
}

bool IsSame(const IrSource& a, const IrSource& b) {
  return a.layer == b.layer && a.port == b.port && a.layer >= 0;
}

int64_t RowLength(const PartialTensorShape& shape) {
  return shape.dims() < 1 ? -1 : shape.dim_size(shape.dims() - 1);
}

}  // namespace opgraft_internal
