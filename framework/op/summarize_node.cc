// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/summarize_node.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/summarize_attr_value.h"

namespace opgraft_internal {

std::string SummarizeNode(NodeSummaryParts node, int max_inputs) {
  std::sort(node.attrs.begin(), node.attrs.end());
  std::vector<std::string> attrs;
  for (const auto& [name, value] : node.attrs)
    attrs.push_back(absl::StrCat(name, "=", SummarizeAttrValue(*value)));
  if (!node.device.empty())
    attrs.push_back(absl::StrCat("_device=", SummarizeAttrString(node.device)));
  if (max_inputs >= 0 && node.inputs.size() > static_cast<size_t>(max_inputs)) {
    node.inputs.resize(static_cast<size_t>(max_inputs));
    node.inputs.push_back("...");
  }
  return absl::StrCat(FormatNodeNameForError(node.name), " = ", node.op, "[",
                      absl::StrJoin(attrs, ", "), "](", absl::StrJoin(node.inputs, ", "), ")");
}

std::string FormatNodeNameForError(absl::string_view name) {
  return absl::StrCat("{{node ", name, "}}");
}

}  // namespace opgraft_internal
