// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/variable_uses.h"

#include "absl/strings/string_view.h"

namespace opgraft_internal {

void VariableUses::Count(pugi::xml_node net, int depth) {
  constexpr int kMaxDepth = 64;  // bodies that nest deeper are not read
  if (depth > kMaxDepth) return;
  for (const pugi::xml_node layer : net.child("layers").children("layer")) {
    const absl::string_view type = layer.attribute("type").value();
    if (type == "ReadValue" || type == "Assign") {
      Uses& uses = uses_[layer.child("data").attribute("variable_id").value()];
      ++(type == "Assign" ? uses.assigns : uses.reads);
    }
    if (type != "If" && type != "Loop" && type != "TensorIterator") continue;
    for (const char* body : {"body", "then_body", "else_body"}) Count(layer.child(body), depth + 1);
  }
}

}  // namespace opgraft_internal
