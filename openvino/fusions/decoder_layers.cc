// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/decoder_layers.h"

#include <cstdint>
#include <vector>

#include "openvino/fusions/axis_part.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/fusions/norm_layers.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

using Ints = std::vector<int64_t>;

// True if the sizes that a Reshape wants are the shape's; one at most may be unknown, which then
// follows from the others. `zero_keeps`: a 0 means the size of the input.
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

bool IsTypeOfTheOps(DataType type) { return type == DT_FLOAT || type == DT_DOUBLE; }

bool IsLastAxis(int64_t axis, int rank) { return axis == -1 || axis == rank - 1; }

}  // namespace

bool DecoderLayers::Lower(int index, ValueOf value_of, LayerLowering* lowering) {
  const IrLayer& layer = find_.net().layers[static_cast<size_t>(index)];
  if (layer.inputs.size() != 2 || !IsTypeOfTheOps(lowering->input_type(0))) return false;
  bool is_found = false;
  if (layer.Is("Add") || layer.Is("Multiply") || layer.Is("Divide"))
    is_found = NormLayers(find_, value_of, lowering).Lower(index);
  if (!is_found && layer.Is("Add")) is_found = LowerRotation(layer, value_of, lowering);
  if (!is_found && layer.Is("Multiply")) is_found = LowerSwiGlu(layer, value_of, lowering);
  has_found_ = has_found_ || is_found;
  return is_found;
}

bool DecoderLayers::LowerRotation(const IrLayer& layer, ValueOf value_of,
                                  LayerLowering* lowering) const {
  for (size_t i = 0; i < 2; ++i) {
    const IrLayer* const straight = find_.At(Operand(layer, i), "Multiply", 2);
    const IrLayer* const turned = find_.At(OtherOperand(layer, i), "Multiply", 2);
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
  const IrLayer* const reshape = find_.At(source, "Reshape", 2);
  if (reshape != nullptr) return FindTurnedPairs(*reshape, value_of, lowering);
  const IrLayer* const concat = find_.At(source, "Concat", 2);
  if (concat == nullptr) return absl::nullopt;
  const PartialTensorShape shape = lowering->draft()->ShapeOf(value_of(source));
  const int64_t length = RowLength(shape);
  if (length <= 0 || length % 2 != 0) return absl::nullopt;
  const auto axis = ParseIrInt(IrAttr(*concat, "axis"));
  const auto negated = find_.FindNegated(concat->inputs[0], shape.dims());
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
  const IrLayer* const concat = find_.At(reshape.inputs[0], "Concat", 2);
  if (concat == nullptr) return absl::nullopt;
  const int rank = lowering->draft()->ShapeOf(value_of(reshape.inputs[0])).dims() - 1;
  const auto axis = ParseIrInt(IrAttr(*concat, "axis"));
  if (rank < 1 || !axis.ok() || !IsLastAxis(*axis, rank + 1)) return absl::nullopt;
  const auto minus = FindUnsqueezed(concat->inputs[0], rank);
  const auto first = FindUnsqueezed(concat->inputs[1], rank);
  const auto second = minus.has_value() ? find_.FindNegated(*minus, rank) : absl::nullopt;
  if (!first.has_value() || !second.has_value()) return absl::nullopt;
  const IrLayer& cut = find_.net().layers[static_cast<size_t>(first->layer)];
  if (cut.inputs.empty()) return absl::nullopt;
  const PartialTensorShape shape = lowering->draft()->ShapeOf(value_of(cut.inputs[0]));
  const int64_t length = RowLength(shape);
  if (shape.dims() != rank || length <= 0 || length % 2 != 0) return absl::nullopt;
  const auto even = FindAxisPart(find_.net(), find_.weights(), *first, rank, rank - 1, length, 2);
  const auto odd = FindAxisPart(find_.net(), find_.weights(), *second, rank, rank - 1, length, 2);
  if (!even.has_value() || !odd.has_value() || !IsSame(even->x, odd->x) || even->start != 0 ||
      even->stop < length - 1 || odd->start != 1 || odd->stop != length ||
      !JoinsLastTwo(reshape, shape))
    return absl::nullopt;
  return Turned{even->x, true};
}

absl::optional<IrSource> DecoderLayers::FindUnsqueezed(const IrSource& source, int rank) const {
  const IrLayer* const layer = find_.At(source, "Unsqueeze", 2);
  if (layer == nullptr) return absl::nullopt;
  const auto axes = ConstantIntegers(find_.net(), find_.weights(), layer->inputs[1].layer);
  if (!axes.has_value() || axes->size() != 1 || !IsLastAxis((*axes)[0], rank + 1))
    return absl::nullopt;
  return layer->inputs[0];
}

// By sizes that are the shape's, or by those in front, cut from what ShapeOf says, and the rest.
bool DecoderLayers::JoinsLastTwo(const IrLayer& reshape, const PartialTensorShape& shape) const {
  const int rank = shape.dims();
  const int64_t length = RowLength(shape);
  if (const auto constant = ConstantIntegers(find_.net(), find_.weights(), reshape.inputs[1].layer);
      constant.has_value())
    return AreSizesOf(*constant, IrAttrIsTrue(reshape, "special_zero"), shape);
  const IrLayer* const sizes = find_.At(reshape.inputs[1], "Concat", 2);
  if (sizes == nullptr) return false;
  const auto last = ConstantIntegers(find_.net(), find_.weights(), sizes->inputs[1].layer);
  const auto part = FindAxisPart(find_.net(), find_.weights(), sizes->inputs[0], 1, 0, rank + 1);
  if ((last != Ints{-1} && last != Ints{length}) || !part.has_value() || part->start != 0 ||
      part->stop != rank - 1)
    return false;
  const IrLayer* const shape_of = LayerOf(find_.net(), part->x, "ShapeOf");
  return shape_of != nullptr && shape_of->inputs.size() == 1 &&
         IsSame(shape_of->inputs[0], reshape.inputs[0]);
}

absl::optional<DecoderLayers::Half> DecoderLayers::FindHalf(const IrSource& source, int rank,
                                                            int64_t length) const {
  const auto part = FindAxisPart(find_.net(), find_.weights(), source, rank, rank - 1, length);
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
    const IrLayer* const swish = find_.At(Operand(layer, i), "Swish", 1);
    if (swish == nullptr) continue;
    const IrLayer* const gate = find_.At(swish->inputs[0], "MatMul", 2);
    const IrLayer* const product = find_.At(OtherOperand(layer, i), "MatMul", 2);
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
