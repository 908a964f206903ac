// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/renamed_ops.h"

#include "opgraft/proto/node_def.pb.h"

namespace opgraft_internal {

namespace {

constexpr absl::string_view kAssign = "Assign";
constexpr absl::string_view kRefAssign = "RefAssign";

// Ours has a variable_id and one input; TensorFlow's has a ref, a value and two attrs of its own.
bool IsRefAssign(const NodeDef& node) {
  const auto& attrs = node.attr();
  if (attrs.contains("variable_id")) return false;
  if (attrs.contains("validate_shape") || attrs.contains("use_locking")) return true;
  int data_inputs = 0;
  for (const std::string& input : node.input()) data_inputs += input.empty() || input[0] != '^';
  return data_inputs == 2;
}

}  // namespace

absl::string_view OpNameHere(const NodeDef& node) {
  return node.op() == kAssign && IsRefAssign(node) ? kRefAssign : absl::string_view(node.op());
}

absl::string_view OpNameInFile(absl::string_view op) { return op == kRefAssign ? kAssign : op; }

}  // namespace opgraft_internal
