// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/ir_constants.h"

#include "framework/op/integer_input.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {

absl::string_view IrAttr(const IrLayer& layer, const char* name) {
  return layer.data().attribute(name).value();
}

bool IrAttrIsTrue(const IrLayer& layer, const char* name) {
  const auto value = ParseIrBool(IrAttr(layer, name));
  return value.ok() && *value;
}

absl::optional<ConstantSpec> ReadConstant(const IrLayer& layer) {
  const auto type = FindElementType(IrAttr(layer, "element_type"));
  const auto dims = ParseIrInts(IrAttr(layer, "shape"));
  const auto offset = ParseIrInt(IrAttr(layer, "offset"));
  const auto size = ParseIrInt(IrAttr(layer, "size"));
  TensorShape shape;
  if (!type.ok() || !dims.ok() || !offset.ok() || !size.ok() ||
      !TensorShape::BuildTensorShape(*dims, &shape).ok())
    return absl::nullopt;
  return ConstantSpec{*type, shape, *offset, *size};
}

absl::optional<std::vector<int64_t>> ConstantIntegers(const IrNet& net, const IrWeights& weights,
                                                      int layer) {
  if (layer < 0) return absl::nullopt;
  const IrLayer& found = net.layers[static_cast<size_t>(layer)];
  const auto constant = found.Is("Constant") ? ReadConstant(found) : absl::nullopt;
  if (!constant.has_value() || constant->shape.num_elements() > TensorShape::kMaxDims)
    return absl::nullopt;
  const auto value =
      weights.Constant(constant->type, constant->shape, constant->offset, constant->size);
  if (!value.ok() || !IsIntegerTensor(*value)) return absl::nullopt;
  const Integers integers = IntegersOf(*value);
  return std::vector<int64_t>(integers.begin(), integers.end());
}

bool IsGatherOfParts(const IrNet& net, const IrWeights& weights, const IrLayer& layer) {
  if (!layer.Is("Gather") || layer.inputs.size() != 3) return false;
  const absl::string_view batch_dims = IrAttr(layer, "batch_dims");
  return (batch_dims.empty() || batch_dims == "0") &&
         ConstantIntegers(net, weights, layer.inputs[2].layer) == std::vector<int64_t>{0};
}

}  // namespace opgraft_internal
