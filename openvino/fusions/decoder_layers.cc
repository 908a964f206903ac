// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/decoder_layers.h"

#include <cstdint>
#include <vector>

#include "openvino/fusions/axis_part.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

using Ints = std::vector<int64_t>;

bool IsSame(const IrSource& a, const IrSource& b) {
  return a.layer == b.layer && a.port == b.port && a.layer >= 0;
}

// True if the sizes that a Reshape wants are the shape's; one at most may be unknown, which then
// follows from the others. `zero_keeps`: a 0 stands for the size that is there.
bool AreSizesOf(const Ints& sizes, bool zero_keeps, const PartialTensorShape& shape) {
  if (static_cast<int>(sizes.size()) != shape.dims()) return false;
  int open = 0;
  for (int d = 0; d < shape.dims(); ++d) {
    const int64_t size = sizes[static_cast<size_t>(d)], known = shape.dim_size(d);
    if (size == 0 && zero_keeps && d < shape.dims() - 1) continue;
    if (size != -1 && known >= 0 && size != known) return false;
    if (size != known || known < 0) ++open;
  }
  return open <= 1;
}

// The operands of a layer stand in two orders: in place `i` and in the other one.
const IrSource& Operand(const IrLayer& layer, size_t i) { return layer.inputs[i]; }
const IrSource& OtherOperand(const IrLayer& layer, size_t i) { return layer.inputs[1 - i]; }

bool IsTypeOfTheOps(DataType type) { return type == DT_FLOAT || type == DT_DOUBLE; }

// The length of rows if it is known; else -1.
int64_t RowLength(const PartialTensorShape& shape) {
  return shape.dims() < 1 ? -1 : shape.dim_size(shape.dims() - 1);
}

bool IsLastAxis(int64_t axis, int rank) { return axis == -1 || axis == rank - 1; }

}  // namespace

const IrLayer* DecoderLayers::At(const IrSource& source, absl::string_view type,
                                 size_t num_inputs) const {
  const IrLayer* const layer = LayerOf(net_, source, type);
  if (layer == nullptr || layer->inputs.size() != num_inputs) return nullptr;
  const absl::string_view broadcast = IrAttr(*layer, "auto_broadcast");
  return broadcast.empty() || broadcast == "numpy" ? layer : nullptr;
}

bool DecoderLayers::IsNumber(const IrSource& source, double number, int rank) const {
  return ConstantNumber(net_, *weights_, source, rank) == number;
}

bool DecoderLayers::Lower(int index, ValueOf value_of, LayerLowering* lowering) {
  const IrLayer& layer = net_.layers[static_cast<size_t>(index)];
  if (layer.inputs.size() != 2 || !IsTypeOfTheOps(lowering->input_type(0))) return false;
  bool is_found = false;
  if (layer.Is("Add")) {
    is_found = LowerRotation(layer, value_of, lowering);
  } else if (layer.Is("Multiply")) {
    is_found = LowerNorm(layer, value_of, lowering) || LowerSwiGlu(layer, value_of, lowering);
  }
  has_found_ = has_found_ || is_found;
  return is_found;
}

// A weight has a number for each place of a row, and no dimensions beyond those of x.
bool DecoderLayers::LowerNorm(const IrLayer& layer, ValueOf value_of,
                              LayerLowering* lowering) const {
  const auto make = [&](const Norm& norm, const std::vector<Value>& weight) {
    lowering->SetOutput(0, lowering->Add("OpenVINO>RMSNorm", {value_of(norm.x), Input(weight)},
                                         {{"epsilon", norm.epsilon},
                                          {"N", static_cast<int64_t>(weight.size())},
                                          {"T", lowering->input_type(0)}}));
    return true;
  };
  if (const auto norm = FindNorm(layer, value_of, lowering->draft()); norm.has_value())
    return make(*norm, {});
  for (size_t i = 0; i < 2; ++i) {
    const IrLayer* const inner = At(Operand(layer, i), "Multiply", 2);
    if (inner == nullptr) continue;
    const auto norm = FindNorm(*inner, value_of, lowering->draft());
    const int place = static_cast<int>(i);
    const PartialTensorShape shape = lowering->input_shape(place);
    const PartialTensorShape weight = lowering->input_shape(1 - place);
    const int64_t length = RowLength(shape);
    if (norm.has_value() && length > 0 && weight.IsFullyDefined() &&
        weight.dims() <= shape.dims() && RowLength(weight) == length &&
        weight.num_elements() == length)
      return make(*norm, {lowering->input(1 - place)});
  }
  return false;
}

absl::optional<DecoderLayers::Norm> DecoderLayers::FindNorm(const IrLayer& multiply,
                                                            ValueOf value_of,
                                                            GraphDraft* draft) const {
  for (size_t i = 0; i < 2; ++i) {
    const int rank = draft->ShapeOf(value_of(Operand(multiply, i))).dims();
    const auto sum = FindRootOf(OtherOperand(multiply, i), rank);
    if (rank < 1 || !sum.has_value()) continue;
    const auto norm = FindMean(*sum, rank);
    if (norm.has_value() && IsSame(norm->x, Operand(multiply, i))) return norm;
  }
  return absl::nullopt;
}

absl::optional<IrSource> DecoderLayers::FindRootOf(const IrSource& source, int rank) const {
  if (const IrLayer* const power = At(source, "Power", 2); power != nullptr) {
    if (IsNumber(power->inputs[1], -0.5, rank)) return power->inputs[0];
  } else if (const IrLayer* const divide = At(source, "Divide", 2); divide != nullptr) {
    const IrLayer* const root = At(divide->inputs[1], "Sqrt", 1);
    if (root != nullptr && IsNumber(divide->inputs[0], 1, rank)) return root->inputs[0];
  }
  return absl::nullopt;
}

absl::optional<DecoderLayers::Norm> DecoderLayers::FindMean(const IrSource& sum, int rank) const {
  const IrLayer* const add = At(sum, "Add", 2);
  if (add == nullptr) return absl::nullopt;
  for (size_t i = 0; i < 2; ++i) {
    const auto epsilon = ConstantNumber(net_, *weights_, OtherOperand(*add, i), rank);
    const IrLayer* const mean = At(Operand(*add, i), "ReduceMean", 2);
    if (!epsilon.has_value() || mean == nullptr || !IrAttrIsTrue(*mean, "keep_dims")) continue;
    const auto axes = ConstantIntegers(net_, *weights_, mean->inputs[1].layer);
    if (!axes.has_value() || axes->size() != 1 || !IsLastAxis((*axes)[0], rank)) continue;
    const auto x = FindSquareOf(mean->inputs[0], rank);
    if (x.has_value()) return Norm{*x, static_cast<float>(*epsilon)};
  }
  return absl::nullopt;
}

absl::optional<IrSource> DecoderLayers::FindSquareOf(const IrSource& source, int rank) const {
  if (const IrLayer* const power = At(source, "Power", 2); power != nullptr) {
    if (IsNumber(power->inputs[1], 2, rank)) return power->inputs[0];
  } else if (const IrLayer* const product = At(source, "Multiply", 2); product != nullptr) {
    if (IsSame(product->inputs[0], product->inputs[1])) return product->inputs[0];
  }
  return absl::nullopt;
}

bool DecoderLayers::LowerRotation(const IrLayer& layer, ValueOf value_of,
                                  LayerLowering* lowering) const {
  for (size_t i = 0; i < 2; ++i) {
    const IrLayer* const straight = At(Operand(layer, i), "Multiply", 2);
    const IrLayer* const turned = At(OtherOperand(layer, i), "Multiply", 2);
    if (straight == nullptr || turned == nullptr) continue;
    for (size_t j = 0; j < 4; ++j) {
      const size_t x_place = j / 2, turned_place = j % 2;
      const auto found = FindTurned(Operand(*turned, turned_place), value_of, lowering);
      if (!found.has_value() || !IsSame(found->x, Operand(*straight, x_place))) continue;
      const Value x = value_of(found->x);
      const Value cos = value_of(OtherOperand(*straight, x_place));
      const Value sin = value_of(OtherOperand(*turned, turned_place));
      const int64_t length = RowLength(lowering->draft()->ShapeOf(x));
      if (RowLength(lowering->draft()->ShapeOf(cos)) != length ||
          RowLength(lowering->draft()->ShapeOf(sin)) != length)
        continue;
      lowering->SetOutput(0, lowering->Add("OpenVINO>RotaryEmbedding", {x, cos, sin},
                                           {{"of_pairs", found->of_pairs}}));
      return true;
    }
  }
  return false;
}

absl::optional<DecoderLayers::Turned> DecoderLayers::FindTurned(const IrSource& source,
                                                                ValueOf value_of,
                                                                LayerLowering* lowering) const {
  const IrLayer* const reshape = At(source, "Reshape", 2);
  if (reshape != nullptr) return FindTurnedPairs(*reshape, value_of, lowering);
  const IrLayer* const concat = At(source, "Concat", 2);
  if (concat == nullptr) return absl::nullopt;
  const PartialTensorShape shape = lowering->draft()->ShapeOf(value_of(source));
  const int64_t length = RowLength(shape);
  if (length <= 0 || length % 2 != 0) return absl::nullopt;
  const auto axis = ParseIrInt(IrAttr(*concat, "axis"));
  const auto negated = FindNegated(concat->inputs[0], shape.dims());
  if (!axis.ok() || !IsLastAxis(*axis, shape.dims()) || !negated.has_value()) return absl::nullopt;
  const auto second = FindHalf(*negated, shape.dims(), length);
  const auto first = FindHalf(concat->inputs[1], shape.dims(), length);
  if (!first.has_value() || !second.has_value() || first->is_second || !second->is_second ||
      !IsSame(first->x, second->x) ||
      RowLength(lowering->draft()->ShapeOf(value_of(first->x))) != length)
    return absl::nullopt;
  return Turned{first->x, false};
}

absl::optional<DecoderLayers::Turned> DecoderLayers::FindTurnedPairs(
    const IrLayer& reshape, ValueOf value_of, LayerLowering* lowering) const {
  const IrLayer* const concat = At(reshape.inputs[0], "Concat", 2);
  if (concat == nullptr) return absl::nullopt;
  const int rank = lowering->draft()->ShapeOf(value_of(reshape.inputs[0])).dims() - 1;
  const auto axis = ParseIrInt(IrAttr(*concat, "axis"));
  if (rank < 1 || !axis.ok() || !IsLastAxis(*axis, rank + 1)) return absl::nullopt;
  const auto minus = FindUnsqueezed(concat->inputs[0], rank);
  const auto first = FindUnsqueezed(concat->inputs[1], rank);
  const auto second = minus.has_value() ? FindNegated(*minus, rank) : absl::nullopt;
  if (!first.has_value() || !second.has_value()) return absl::nullopt;
  const IrLayer& cut = net_.layers[static_cast<size_t>(first->layer)];
  if (cut.inputs.empty()) return absl::nullopt;
  const PartialTensorShape shape = lowering->draft()->ShapeOf(value_of(cut.inputs[0]));
  const int64_t length = RowLength(shape);
  if (shape.dims() != rank || length <= 0 || length % 2 != 0) return absl::nullopt;
  const auto even = FindAxisPart(net_, *weights_, *first, rank, rank - 1, length, 2);
  const auto odd = FindAxisPart(net_, *weights_, *second, rank, rank - 1, length, 2);
  if (!even.has_value() || !odd.has_value() || !IsSame(even->x, odd->x) || even->start != 0 ||
      even->stop < length - 1 || odd->start != 1 || odd->stop != length ||
      !JoinsLastTwo(reshape, shape))
    return absl::nullopt;
  return Turned{even->x, true};
}

absl::optional<IrSource> DecoderLayers::FindUnsqueezed(const IrSource& source, int rank) const {
  const IrLayer* const layer = At(source, "Unsqueeze", 2);
  if (layer == nullptr) return absl::nullopt;
  const auto axes = ConstantIntegers(net_, *weights_, layer->inputs[1].layer);
  if (!axes.has_value() || axes->size() != 1 || !IsLastAxis((*axes)[0], rank + 1))
    return absl::nullopt;
  return layer->inputs[0];
}

// By sizes that are the shape's, or by those in front, cut from what ShapeOf says, and the rest.
bool DecoderLayers::JoinsLastTwo(const IrLayer& reshape, const PartialTensorShape& shape) const {
  const int rank = shape.dims();
  const int64_t length = RowLength(shape);
  if (const auto constant = ConstantIntegers(net_, *weights_, reshape.inputs[1].layer);
      constant.has_value())
    return AreSizesOf(*constant, IrAttrIsTrue(reshape, "special_zero"), shape);
  const IrLayer* const sizes = At(reshape.inputs[1], "Concat", 2);
  if (sizes == nullptr) return false;
  const auto last = ConstantIntegers(net_, *weights_, sizes->inputs[1].layer);
  const auto part = FindAxisPart(net_, *weights_, sizes->inputs[0], 1, 0, rank + 1);
  if ((last != Ints{-1} && last != Ints{length}) || !part.has_value() || part->start != 0 ||
      part->stop != rank - 1)
    return false;
  const IrLayer* const shape_of = LayerOf(net_, part->x, "ShapeOf");
  return shape_of != nullptr && shape_of->inputs.size() == 1 &&
         IsSame(shape_of->inputs[0], reshape.inputs[0]);
}

absl::optional<IrSource> DecoderLayers::FindNegated(const IrSource& source, int rank) const {
  if (const IrLayer* const negative = At(source, "Negative", 1); negative != nullptr)
    return negative->inputs[0];
  const IrLayer* const product = At(source, "Multiply", 2);
  for (size_t i = 0; product != nullptr && i < 2; ++i) {
    if (IsNumber(OtherOperand(*product, i), -1, rank)) return Operand(*product, i);
  }
  return absl::nullopt;
}

absl::optional<DecoderLayers::Half> DecoderLayers::FindHalf(const IrSource& source, int rank,
                                                            int64_t length) const {
  const auto part = FindAxisPart(net_, *weights_, source, rank, rank - 1, length);
  if (!part.has_value()) return absl::nullopt;
  const int64_t half = length / 2;
  if (part->start == 0 && part->stop == half) return Half{part->x, false};
  if (part->start == half && part->stop == length) return Half{part->x, true};
  return absl::nullopt;
}

// Products of one operand and of matrices of as many rows are of one shape.
bool DecoderLayers::LowerSwiGlu(const IrLayer& layer, ValueOf value_of,
                                LayerLowering* lowering) const {
  GraphDraft& draft = *lowering->draft();
  for (size_t i = 0; i < 2; ++i) {
    const IrLayer* const swish = At(Operand(layer, i), "Swish", 1);
    if (swish == nullptr) continue;
    const IrLayer* const gate = At(swish->inputs[0], "MatMul", 2);
    const IrLayer* const product = At(OtherOperand(layer, i), "MatMul", 2);
    if (gate == nullptr || product == nullptr || !IsSame(gate->inputs[0], product->inputs[0]) ||
        IrAttrIsTrue(*gate, "transpose_a") != IrAttrIsTrue(*product, "transpose_a"))
      return false;
    const auto is_matrix = [&](const IrSource& weights) {
      const Value value = value_of(weights);  // there is none of weights that stay compressed
      return draft.IsFailed(value) || draft.ShapeOf(value).dims() == 2;
    };
    const Value from = value_of(swish->inputs[0]), x = value_of(OtherOperand(layer, i));
    const int64_t length = RowLength(draft.ShapeOf(from));
    if (length < 0 || RowLength(draft.ShapeOf(x)) != length || !is_matrix(gate->inputs[1]) ||
        !is_matrix(product->inputs[1]))
      return false;
    lowering->SetOutput(0, lowering->Add("OpenVINO>SwiGLU", {from, x}));
    return true;
  }
  return false;
}

}  // namespace opgraft_internal
