// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ReadValue and Assign: docs/design.md, State.
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<std::string> VariableId(const LayerLowering& layer) {
  if (layer.HasAttr("variable_id")) return std::string(layer.RawAttr("variable_id"));
  return absl::InvalidArgumentError("attribute 'variable_id' is missing");
}

// What the init gives and the file does not say: version 3 says neither type nor shape, version 10
// may leave them out, and "dynamic" leaves the type to the init.
absl::Status LowerReadValue(LayerLowering* layer) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string id, VariableId(*layer));
  if (layer->num_inputs() > 1)
    return absl::InvalidArgumentError("has more than one input, its initial value");
  const bool has_init = layer->num_inputs() == 1;
  const bool is_old = layer->opset() < 6;
  if (is_old && !has_init)
    return absl::InvalidArgumentError("has no input; before opset6 the initial value is required");
  const absl::string_view type_name = layer->RawAttr("variable_type");
  const bool has_type = !is_old && layer->HasAttr("variable_type") && !IsDynamicType(type_name);
  PartialTensorShape shape;
  if (!is_old && layer->HasAttr("variable_shape")) {
    OPGRAFT_ASSIGN_OR_RETURN(shape, layer->Shape("variable_shape"));
  }
  DataType type = DT_INVALID;
  if (has_type) {
    OPGRAFT_ASSIGN_OR_RETURN(type, layer->Type("variable_type"));
  } else if (has_init) {
    type = layer->input_type(0);
    if (shape.unknown_rank()) shape = layer->input_shape(0);
  } else {
    return absl::InvalidArgumentError(
        "has neither an initial value nor a variable_type: its type is not known");
  }
  layer->SetOutput(
      0, layer->Add("ReadValue", {Input(layer->inputs_from(0))},
                    {{"variable_id", id}, {"variable_type", type}, {"variable_shape", shape}}));
  return absl::OkStatus();
}

absl::Status LowerAssign(LayerLowering* layer) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string id, VariableId(*layer));
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(1));
  layer->SetOutput(0, layer->Add("Assign", {layer->input(0)}, {{"variable_id", id}}));
  return absl::OkStatus();
}

constexpr LoweringRow kRows[] = {
    {"ReadValue", &LowerReadValue},
    {"Assign", &LowerAssign},
};

}  // namespace

absl::Span<const LoweringRow> StateLowerings() { return kRows; }

}  // namespace opgraft_internal
