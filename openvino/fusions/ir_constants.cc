// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/ir_constants.h"

#include <type_traits>

#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {

absl::string_view IrAttr(const IrLayer& layer, const char* name) {
  return layer.data().attribute(name).value();
}

bool IrAttrIsTrue(const IrLayer& layer, const char* name) {
  const auto value = ParseIrBool(IrAttr(layer, name));
  return value.ok() && *value;
}

const IrLayer* LayerOf(const IrNet& net, const IrSource& source, absl::string_view type) {
  if (source.layer < 0 || source.port != 0) return nullptr;
  const IrLayer& layer = net.layers[static_cast<size_t>(source.layer)];
  return layer.Is(type) ? &layer : nullptr;
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

absl::optional<double> ConstantNumber(const IrNet& net, const IrWeights& weights, IrSource source,
                                      int most_rank) {
  const IrLayer* convert = LayerOf(net, source, "Convert");
  for (; convert != nullptr; convert = LayerOf(net, source, "Convert")) {
    const absl::string_view to = IrAttr(*convert, "destination_type");
    if ((to != "f32" && to != "f64") || convert->inputs.size() != 1) return absl::nullopt;
    source = convert->inputs[0];
  }
  const IrLayer* const layer = LayerOf(net, source, "Constant");
  const auto constant = layer == nullptr ? absl::nullopt : ReadConstant(*layer);
  if (!constant.has_value() || constant->shape.num_elements() != 1 ||
      constant->shape.dims() > most_rank)
    return absl::nullopt;
  const auto value =
      weights.Constant(constant->type, constant->shape, constant->offset, constant->size);
  if (!value.ok()) return absl::nullopt;
  absl::optional<double> number;
  VisitType(value->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, half> || std::is_same_v<T, bfloat16>)
      number = static_cast<double>(*static_cast<const T*>(value->data()));
  });
  return number;
}

bool IsGatherOfParts(const IrNet& net, const IrWeights& weights, const IrLayer& layer) {
  if (!layer.Is("Gather") || layer.inputs.size() != 3) return false;
  const absl::string_view batch_dims = IrAttr(layer, "batch_dims");
  return (batch_dims.empty() || batch_dims == "0") &&
         ConstantIntegers(net, weights, layer.inputs[2].layer) == std::vector<int64_t>{0};
}

}  // namespace opgraft_internal
