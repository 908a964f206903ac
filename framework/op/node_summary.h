// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_NODE_SUMMARY_H_
#define FRAMEWORK_OP_NODE_SUMMARY_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class AttrValue;
}  // namespace opgraft

namespace opgraft_internal {

// What SummarizeNode needs of a node, wherever it is kept. Borrows.
struct NodeSummaryParts {
  absl::string_view name;
  absl::string_view op;
  absl::string_view device;
  std::vector<std::pair<absl::string_view, const AttrValue*>> attrs;  // in any order
  std::vector<absl::string_view> inputs;
};

// "{{node n}} = Op[a=1, T=DT_FLOAT, _device="/cpu:0"](x, y:1, ^z)": attrs sorted, at most
// `max_inputs` inputs and then
// "..." (negative: all).
std::string SummarizeNode(NodeSummaryParts node, int max_inputs = -1);

// "{{node n}}".
std::string FormatNodeNameForError(absl::string_view name);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_NODE_SUMMARY_H_
