// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SUMMARIZE_NODE_H_
#define FRAMEWORK_OP_SUMMARIZE_NODE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class AttrValue;
}  // namespace opgraft

namespace opgraft_internal {

// What SummarizeNode needs of a node, wherever it is kept: in a NodeDef, or in NodeProperties.
// Borrows.
struct NodeSummaryParts {
  absl::string_view name;
  absl::string_view op;
  absl::string_view device;
  // In any order; the device is shown among them as _device.
  std::vector<std::pair<absl::string_view, const AttrValue*>> attrs;
  std::vector<absl::string_view> inputs;
};

// The node in one line, in TensorFlow's form:
//
//   {{node n}} = Op[a=1, T=DT_FLOAT, _device="/cpu:0"](x, y:1, ^z)
//
// Attrs are sorted; at most `max_inputs` inputs are shown and then "..." (negative: all).
// Thread-safe.
std::string SummarizeNode(NodeSummaryParts node, int max_inputs = -1);

// "{{node n}}".
std::string FormatNodeNameForError(absl::string_view name);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_SUMMARIZE_NODE_H_
