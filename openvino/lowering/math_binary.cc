// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lowerings of ops of two and three operands that broadcast.
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/lowering/math_lowerings.h"

namespace opgraft_internal {
namespace {

// What the ops are called that compute the same for all types.
constexpr std::pair<const char*, const char*> kOps[] = {
    {"Add", "AddV2"},
    {"Subtract", "Sub"},
    {"Multiply", "Mul"},
    {"Mod", "OpenVINO>Mod"},
    {"LogicalXor", "NotEqual"},
    {"BitwiseLeftShift", "LeftShift"},
    {"BitwiseRightShift", "RightShift"},
};

std::string OpOf(const std::string& type) {
  for (const auto& [layer_type, op] : kOps) {
    if (type == layer_type) return op;
  }
  return type;
}

// `op` of both inputs, as auto_broadcast has them meet.
absl::Status LowerTo(const std::string& op, LayerLowering* layer) {
  std::vector<Value> inputs;
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  OPGRAFT_RETURN_IF_ERROR(BroadcastInputs(layer, 0, &inputs));
  layer->SetOutput(0, layer->Add(op, {inputs[0], inputs[1]}));
  return absl::OkStatus();
}

bool IsOfIntegers(const LayerLowering& layer) {
  return layer.num_inputs() > 0 && DataTypeIsInteger(layer.input_type(0));
}

}  // namespace

absl::Status LowerBinary(LayerLowering* layer) { return LowerTo(OpOf(layer->layer().type), layer); }

// Truth values are compared as numbers.
absl::Status LowerComparison(LayerLowering* layer) {
  std::vector<Value> inputs;
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  OPGRAFT_RETURN_IF_ERROR(BroadcastInputs(layer, 0, &inputs));
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (layer->draft()->TypeOf(inputs[i]) == DT_BOOL)
      inputs[i] = CastPart(layer, absl::StrCat("number", i), inputs[i], DT_UINT8);
  }
  layer->SetOutput(0, layer->Add(layer->layer().type, {inputs[0], inputs[1]}));
  return absl::OkStatus();
}

absl::Status LowerBitwise(LayerLowering* layer) {
  const std::string& type = layer->layer().type;
  if (layer->num_inputs() == 0 || layer->input_type(0) != DT_BOOL) return LowerTo(type, layer);
  if (type == "BitwiseXor") return LowerTo("NotEqual", layer);
  return LowerTo(type == "BitwiseAnd" ? "LogicalAnd" : "LogicalOr", layer);
}

absl::Status LowerDivide(LayerLowering* layer) {
  if (!IsOfIntegers(*layer)) return LowerTo("RealDiv", layer);
  OPGRAFT_ASSIGN_OR_RETURN(const bool rounds_down, layer->Bool("m_pythondiv", true));
  return LowerTo(rounds_down ? "FloorDiv" : "TruncateDiv", layer);
}

absl::Status LowerPower(LayerLowering* layer) {
  return LowerTo(IsOfIntegers(*layer) ? "OpenVINO>Power" : "Pow", layer);
}

absl::Status LowerSquaredDifference(LayerLowering* layer) {
  const DataType type = layer->num_inputs() > 0 ? layer->input_type(0) : DT_INVALID;
  if (!DataTypeIsInteger(type) || type == DT_INT32 || type == DT_INT64)
    return LowerTo("SquaredDifference", layer);
  std::vector<Value> inputs;
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  OPGRAFT_RETURN_IF_ERROR(BroadcastInputs(layer, 0, &inputs));
  const Value difference = layer->AddPart("difference", "Sub", {inputs[0], inputs[1]});
  layer->SetOutput(0, layer->Add("Square", {difference}));
  return absl::OkStatus();
}

// Aligned to the second input, where `pdpd` is asked for.
absl::Status LowerSelect(LayerLowering* layer) {
  std::vector<Value> inputs;
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(3));
  OPGRAFT_RETURN_IF_ERROR(BroadcastInputs(layer, 1, &inputs));
  layer->SetOutput(0, layer->Add("SelectV2", {inputs[0], inputs[1], inputs[2]}));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
