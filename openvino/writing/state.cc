// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ReadValue and Assign: docs/design.md, State.
#include <string>

#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

absl::Status WriteReadValue(NodeWriting* node) {
  node->Write(
      "ReadValue", 6, node->inputs(),
      {{"variable_id", node->Attr<std::string>("variable_id")},
       {"variable_type", std::string(ElementTypeName(node->output_type(0)))},
       {"variable_shape", FormatIrShape(node->Attr<PartialTensorShape>("variable_shape"))}});
  return absl::OkStatus();
}

absl::Status WriteAssign(NodeWriting* node) {
  node->Write("Assign", 6, node->inputs(),
              {{"variable_id", node->Attr<std::string>("variable_id")}});
  node->net().net().layers.back().has_effect = true;
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"ReadValue", &WriteReadValue},
    {"Assign", &WriteAssign},
};

}  // namespace

absl::Span<const WritingRow> StateRows() { return kRows; }

}  // namespace opgraft_internal
