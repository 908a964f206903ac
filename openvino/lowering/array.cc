// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Layers that make, reshape, join and cut up tensors. Those that mean what an op of TensorFlow
// means become that op, where their attributes and constants allow it.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

// The op of OpenVINO's own meaning.
absl::Status LowerToOwn(LayerLowering* layer) {
  return LowerToOp("OpenVINO>" + layer->layer().type, layer);
}

// Input `i`, which says one axis, as an int32 scalar.
Value AxisOf(LayerLowering* layer, int i) {
  const auto axis = layer->ConstantInts(i);
  if (axis && axis->size() == 1 && (*axis)[0] >= -TensorShape::kMaxDims &&
      (*axis)[0] <= TensorShape::kMaxDims) {
    return layer->Constant("axis", Tensor::Scalar(static_cast<int32_t>((*axis)[0])));
  }
  const Value number = layer->AddPart("axis", "Cast", {layer->input(i)}, {{"DstT", DT_INT32}});
  const Tensor no_sizes = Tensor::Of<int32_t>({}, TensorShape({0}));
  return layer->AddPart("axis_scalar", "Reshape", {number, layer->Constant("scalar", no_sizes)});
}

absl::Status LowerShapeOf(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(1));
  OPGRAFT_ASSIGN_OR_RETURN(const DataType type, layer->Type("output_type", DT_INT64));
  layer->SetOutput(0, layer->Add("Shape", {layer->input(0)}, {{"out_type", type}}));
  return absl::OkStatus();
}

absl::Status LowerConcat(LayerLowering* layer) {
  if (layer->num_inputs() == 0) return absl::InvalidArgumentError("has no inputs");
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t axis, layer->Int("axis"));
  const int rank = layer->input_shape(0).dims();
  if (rank >= 0 && (axis < -rank || axis >= rank)) {
    return absl::InvalidArgumentError(
        absl::StrCat("attribute 'axis': ", axis, " is out of range for an input of rank ", rank));
  }
  if (layer->num_inputs() == 1) {
    layer->SetOutput(0, layer->Add("Identity", {layer->input(0)}));
    return absl::OkStatus();
  }
  const Value at = layer->Constant("axis", Tensor::Scalar(axis));
  layer->SetOutput(0, layer->Add("ConcatV2", {Input(layer->inputs_from(0)), at}));
  return absl::OkStatus();
}

absl::Status LowerSplit(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t parts, layer->Int("num_splits"));
  layer->SetOutputs(
      layer->Add("Split", {AxisOf(layer, 1), layer->input(0)}, {{"num_split", parts}}));
  return absl::OkStatus();
}

absl::Status LowerVariadicSplit(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(3));
  Value lengths = layer->input(2);
  if (!IsIndexType(layer->input_type(2)))
    lengths = layer->AddPart("lengths", "Cast", {lengths}, {{"DstT", DT_INT64}});
  const auto parts = static_cast<int64_t>(layer->layer().outputs.size());
  layer->SetOutputs(
      layer->Add("SplitV", {layer->input(0), lengths, AxisOf(layer, 1)}, {{"num_split", parts}}));
  return absl::OkStatus();
}

absl::Status LowerReshape(LayerLowering* layer) {
  const auto pattern = layer->num_inputs() == 2 ? layer->ConstantInts(1) : absl::nullopt;
  // Zeros and empty tensors are where the two differ. What is wrong the own op refuses.
  const bool same = pattern && IsIndexType(layer->input_type(1)) &&
                    std::count(pattern->begin(), pattern->end(), -1) <= 1 &&
                    std::all_of(pattern->begin(), pattern->end(),
                                [](int64_t size) { return size == -1 || size > 0; });
  if (!same) return LowerToOwn(layer);
  layer->SetOutput(0, layer->Add("Reshape", {layer->input(0), layer->input(1)}));
  return absl::OkStatus();
}

absl::Status LowerUnsqueeze(LayerLowering* layer) {
  const auto axes = layer->num_inputs() == 2 ? layer->ConstantInts(1) : absl::nullopt;
  if (!axes || axes->size() != 1 || !IsIndexType(layer->input_type(1))) return LowerToOwn(layer);
  layer->SetOutput(0, layer->Add("ExpandDims", {layer->input(0), layer->input(1)}));
  return absl::OkStatus();
}

absl::Status LowerTranspose(LayerLowering* layer) {
  const auto order = layer->num_inputs() == 2 ? layer->ConstantInts(1) : absl::nullopt;
  if (!order || order->empty() || !IsIndexType(layer->input_type(1))) return LowerToOwn(layer);
  layer->SetOutput(0, layer->Add("Transpose", {layer->input(0), layer->input(1)}));
  return absl::OkStatus();
}

absl::Status LowerTile(LayerLowering* layer) {
  const auto repeats = layer->num_inputs() == 2 ? layer->ConstantInts(1) : absl::nullopt;
  const bool same = repeats && IsIndexType(layer->input_type(1)) &&
                    static_cast<int>(repeats->size()) == layer->input_shape(0).dims() &&
                    std::all_of(repeats->begin(), repeats->end(), [](int64_t n) { return n >= 0; });
  if (!same) return LowerToOwn(layer);
  layer->SetOutput(0, layer->Add("Tile", {layer->input(0), layer->input(1)}));
  return absl::OkStatus();
}

constexpr LoweringRow kRows[] = {
    {"Concat", &LowerConcat},
    {"Identity", "Identity"},
    {"Reshape", &LowerReshape},
    {"ShapeOf", &LowerShapeOf},
    {"Split", &LowerSplit},
    {"Tile", &LowerTile},
    {"Transpose", &LowerTranspose},
    {"Unsqueeze", &LowerUnsqueeze},
    {"VariadicSplit", &LowerVariadicSplit},
};

}  // namespace

absl::Span<const LoweringRow> ArrayLowerings() { return kRows; }

}  // namespace opgraft_internal
