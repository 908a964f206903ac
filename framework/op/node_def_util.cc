// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_def_util.h"

#include <memory>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/op_def_util.h"
#include "framework/op/summarize_node.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::Status ExpandForNode(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args,
                           const NodeDef& node, ArgTypes* result) {
  const auto find = [&node](absl::string_view name) { return FindAttrValueIn(node, name); };
  const absl::Status status = ExpandArgs(args, find, result);
  return status.ok() ? status : AttachDef(status, node);
}

absl::Status TypeAt(const DataTypeVector& types, int index, absl::string_view what,
                    const NodeDef& node, DataType* dtype) {
  if (index < 0 || index >= static_cast<int>(types.size())) {
    return AttachDef(absl::InvalidArgumentError(
                         absl::StrCat(what, " ", index, " of ", types.size(), " does not exist")),
                     node);
  }
  *dtype = types[static_cast<size_t>(index)];
  return absl::OkStatus();
}

absl::Status Ranges(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args,
                    const NodeDef& node, NameRangeMap* ranges) {
  if (ranges == nullptr) return absl::OkStatus();
  ArgTypes types;
  OPGRAFT_RETURN_IF_ERROR(ExpandForNode(args, node, &types));
  ranges->clear();
  for (const ArgRange& arg : types.args)
    ranges->emplace(arg.name, std::make_pair(arg.start, arg.limit));
  return absl::OkStatus();
}

bool IsInternalAttr(absl::string_view name) { return absl::StartsWith(name, "_"); }

absl::Status MissingInProducer(const std::string& attr, const OpDef& producer_op,
                               const NodeDef& node) {
  return absl::InvalidArgumentError(
      absl::StrCat("Attr '", attr, "' missing in producer's OpDef: ", SummarizeOpDef(producer_op),
                   " but found in node: ", FormatNodeForError(node)));
}

}  // namespace

std::string SummarizeNodeDef(const NodeDef& node, int max_inputs) {
  NodeSummaryParts parts{
      node.name(), node.op(), node.device(), {}, {node.input().begin(), node.input().end()}};
  for (const auto& [name, value] : node.attr()) parts.attrs.emplace_back(name, &value);
  return SummarizeNode(std::move(parts), max_inputs);
}

std::string FormatNodeForError(const NodeDef& node) { return FormatNodeNameForError(node.name()); }

absl::Status AttachDef(const absl::Status& status, const NodeDef& node) {
  return AttachDef(status, node.name());
}

absl::Status AttachDef(const absl::Status& status, absl::string_view node_name) {
  const bool tagged = absl::StrContains(status.message(), "{{node ");
  const std::string shown = tagged ? std::string(node_name) : FormatNodeNameForError(node_name);
  absl::Status attached(status.code(), absl::StrCat(status.message(), "\n\t [[", shown, "]]"));
  status.ForEachPayload(
      [&](absl::string_view url, const absl::Cord& payload) { attached.SetPayload(url, payload); });
  return attached;
}

const AttrValue* FindAttrValueIn(const NodeDef& node, absl::string_view name) {
  const auto found = node.attr().find(name);
  return found == node.attr().end() ? nullptr : &found->second;
}

NodeAttrs MakeNodeAttrs(const NodeDef& node) {
  std::vector<NodeAttrs::Entry> entries;
  entries.reserve(static_cast<size_t>(node.attr_size()));
  for (const auto& [name, value] : node.attr())
    entries.emplace_back(name, std::make_shared<const AttrValue>(value));
  return NodeAttrs(std::move(entries));
}

absl::Status InputTypesForNode(const NodeDef& node, const OpDef& op, DataTypeVector* inputs) {
  ArgTypes types;
  OPGRAFT_RETURN_IF_ERROR(ExpandForNode(op.input_arg(), node, &types));
  *inputs = std::move(types.types);
  return absl::OkStatus();
}

absl::Status OutputTypesForNode(const NodeDef& node, const OpDef& op, DataTypeVector* outputs) {
  ArgTypes types;
  OPGRAFT_RETURN_IF_ERROR(ExpandForNode(op.output_arg(), node, &types));
  *outputs = std::move(types.types);
  return absl::OkStatus();
}

absl::Status InOutTypesForNode(const NodeDef& node, const OpDef& op, DataTypeVector* inputs,
                               DataTypeVector* outputs) {
  OPGRAFT_RETURN_IF_ERROR(InputTypesForNode(node, op, inputs));
  return OutputTypesForNode(node, op, outputs);
}

absl::Status InputTypeForNode(const NodeDef& node, const OpDef& op, int index, DataType* dtype) {
  DataTypeVector types;
  OPGRAFT_RETURN_IF_ERROR(InputTypesForNode(node, op, &types));
  return TypeAt(types, index, "Input", node, dtype);
}

absl::Status OutputTypeForNode(const NodeDef& node, const OpDef& op, int index, DataType* dtype) {
  DataTypeVector types;
  OPGRAFT_RETURN_IF_ERROR(OutputTypesForNode(node, op, &types));
  return TypeAt(types, index, "Output", node, dtype);
}

absl::Status NumOutputsForNode(const NodeDef& node, const OpDef& op, int* num_outputs) {
  DataTypeVector types;
  OPGRAFT_RETURN_IF_ERROR(OutputTypesForNode(node, op, &types));
  *num_outputs = static_cast<int>(types.size());
  return absl::OkStatus();
}

absl::Status NameRangesForNode(const NodeDef& node, const OpDef& op, NameRangeMap* inputs,
                               NameRangeMap* outputs) {
  OPGRAFT_RETURN_IF_ERROR(Ranges(op.input_arg(), node, inputs));
  return Ranges(op.output_arg(), node, outputs);
}

void AddDefaultsToNodeDef(const OpDef& op, NodeDef* node) {
  for (const OpDef::AttrDef& attr : op.attr()) {
    if (!attr.has_default_value() || node->attr().contains(attr.name())) continue;
    (*node->mutable_attr())[attr.name()] = attr.default_value();
  }
}

void StripDefaultAttrsFromNodeDef(const OpDef& op, NodeDef* node) {
  for (const OpDef::AttrDef& attr : op.attr()) {
    const AttrValue* value = FindAttrValueIn(*node, attr.name());
    if (value == nullptr || !attr.has_default_value() || IsInternalAttr(attr.name())) continue;
    if (AreAttrValuesEqual(*value, attr.default_value())) node->mutable_attr()->erase(attr.name());
  }
}

absl::Status RemoveNewDefaultAttrs(const OpDef& producer_op, const OpDef& consumer_op,
                                   NodeDef* node) {
  std::vector<std::string> unneeded;
  for (const auto& [name, value] : node->attr()) {
    if (IsInternalAttr(name) || FindAttr(name, consumer_op) != nullptr) continue;
    const OpDef::AttrDef* attr = FindAttr(name, producer_op);
    if (attr == nullptr) return MissingInProducer(name, producer_op, *node);
    if (attr->has_default_value() && AreAttrValuesEqual(value, attr->default_value()))
      unneeded.push_back(name);
  }
  for (const std::string& name : unneeded) node->mutable_attr()->erase(name);
  return absl::OkStatus();
}

void AddPrefixAndSuffixToNode(absl::string_view prefix, absl::string_view suffix, NodeDef* node) {
  node->set_name(absl::StrCat(prefix, node->name(), suffix));
  // TensorFlow's ops that enter a frame are those with such an attr.
  const auto frame = node->mutable_attr()->find("frame_name");
  if (frame == node->mutable_attr()->end()) return;
  frame->second.set_s(absl::StrCat(prefix, frame->second.s(), suffix));
}

}  // namespace opgraft_internal
