// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/node_ops.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/renamed_ops.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_util.h"

namespace opgraft_internal {
namespace {

// A copy with the attrs that the file left out because they have their defaults.
NodeDef WithDefaults(const OpDef& op, const NodeDef& node) {
  NodeDef whole = node;
  AddDefaultsToNodeDef(op, &whole);
  return whole;
}

// The arg whose run in `ranges` holds `index`, and the index within it; null if none does.
std::pair<const std::string*, int> ArgAt(const NameRangeMap& ranges, int index) {
  for (const auto& [name, range] : ranges) {
    if (index >= range.first && index < range.second) return {&name, index - range.first};
  }
  return {nullptr, 0};
}

// Sets the type of element `index` of an arg.
bool SetType(const OpDef::ArgDef& arg, int index, DataType dtype, NodeDef* node) {
  if (!arg.type_list_attr().empty()) {
    AttrValue& types = (*node->mutable_attr())[arg.type_list_attr()];
    if (index >= types.list().type_size()) return false;  // the file leaves the list to its default
    types.mutable_list()->set_type(index, dtype);
    return true;
  }
  if (arg.type_attr().empty()) return false;
  (*node->mutable_attr())[arg.type_attr()].set_type(dtype);
  return true;
}

}  // namespace

const OpRegistrationData* FindOp(const OpRegistry& ops, const NodeDef& node) {
  return ops.Find(OpNameHere(node));
}

int NumDataInputs(const NodeDef& node) {
  int inputs = 0;
  while (inputs < node.input_size() && (node.input(inputs).empty() || node.input(inputs)[0] != '^'))
    ++inputs;
  return inputs;
}

absl::optional<CallSite> FindCallSite(const OpRegistry& ops, const NodeDef& node) {
  const OpRegistrationData* const op = FindOp(ops, node);
  if (op == nullptr || !RunsBodies(op->role)) return absl::nullopt;
  const NodeDef whole = WithDefaults(op->op_def, node);
  int num_outputs = 0;
  if (!NumOutputsForNode(whole, op->op_def, &num_outputs).ok()) return absl::nullopt;
  const NodeAttrs attrs = MakeNodeAttrs(whole);
  absl::StatusOr<CallSite> site =
      MakeCallSite(*op, {op->op_def.name(), attrs, NumDataInputs(node), num_outputs});
  if (!site.ok()) return absl::nullopt;
  return *std::move(site);
}

std::string OutputNameInBody(const OpDef& op, const NodeDef& node, int port) {
  NameRangeMap outputs;
  if (!NameRangesForNode(WithDefaults(op, node), op, nullptr, &outputs).ok()) return "";
  const auto [arg, index] = ArgAt(outputs, port);
  return arg == nullptr ? "" : absl::StrCat(node.name(), ":", *arg, ":", index);
}

bool SetInputTypes(const OpDef& op, const std::vector<DataType>& types, NodeDef* node) {
  NameRangeMap inputs;
  if (!NameRangesForNode(WithDefaults(op, *node), op, &inputs, nullptr).ok()) return false;
  bool is_changed = false;
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] == DT_INVALID) continue;
    const auto [name, index] = ArgAt(inputs, static_cast<int>(i));
    if (name != nullptr && SetType(*FindInputArg(*name, op), index, types[i], node))
      is_changed = true;
  }
  return is_changed;
}

}  // namespace opgraft_internal
