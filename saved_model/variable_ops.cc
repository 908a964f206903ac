// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/variable_ops.h"

#include <string>

#include "framework/state/variable_type.h"

namespace opgraft_internal {
namespace {

// As the kernels of these ops name the cells that they open (kernels/variables).
constexpr char kDefaultContainer[] = "localhost";
constexpr char kReferenceType[] = "#ref";

std::string TextAttr(const NodeDef& node, const char* name) {
  const auto found = node.attr().find(name);
  return found == node.attr().end() ? "" : found->second.s();
}

}  // namespace

VariableNode VariableNodeOf(const NodeDef& node) {
  if (node.op() == "VarHandleOp") return VariableNode::kHandle;
  if (node.op() == "VariableV2" || node.op() == "Variable") return VariableNode::kReference;
  return VariableNode::kNone;
}

HandleRead HandleReadOf(const NodeDef& node) {
  if (node.op() == "ReadVariableOp") return HandleRead::kValue;
  if (node.op() == "ResourceGather") return HandleRead::kGather;
  if (node.op() == "VariableShape") return HandleRead::kShape;
  if (node.op() == "DisableCopyOnRead") return HandleRead::kHint;
  return HandleRead::kNone;
}

CellKey VariableKey(const NodeDef& node) {
  const bool is_reference = VariableNodeOf(node) == VariableNode::kReference;
  CellKey key;
  key.container = TextAttr(node, "container");
  if (key.container.empty()) key.container = kDefaultContainer;
  key.type = is_reference ? kReferenceType : VariableType().name;
  key.name = TextAttr(node, "shared_name");
  if (key.name.empty() && is_reference) key.name = node.name();
  return key;
}

}  // namespace opgraft_internal
