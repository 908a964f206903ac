// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/graph_builder_impl.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/graph/data/node_names.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import.h"
#include "framework/op/arg_types.h"
#include "framework/op/node_def_builder.h"
#include "framework/op/node_def_util.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

constexpr absl::string_view kWhileBuilding = " while building NodeDef";

}  // namespace

void GraphBuilder::Impl::Fail(absl::string_view call, absl::string_view node,
                              const absl::Status& status) {
  if (!error.ok() || status.ok()) return;
  const std::string where = node.empty() ? "" : absl::StrCat(NodeTag(node, ""), ": ");
  error = absl::Status(status.code(),
                       absl::StrCat("GraphBuilder::", call, ": ", where, status.message()));
}

absl::Status GraphBuilder::Impl::CheckValue(Value value) const {
  if (value.owner_ == nullptr)
    return absl::InvalidArgumentError("the value is empty: no call has given it");
  if (value.owner_ != this)
    return absl::InvalidArgumentError("the value belongs to another GraphBuilder");
  const NodeRecord& node = nodes[static_cast<size_t>(value.node_)];
  if (value.port_ >= 0 && static_cast<size_t>(value.port_) < node.output_types.size())
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(NodeTag(node.def.name(), node.def.op()), " has ",
                                                 node.output_types.size(),
                                                 " outputs, there is no output ", value.port_));
}

DataType GraphBuilder::Impl::TypeOf(Value value) const {
  return nodes[static_cast<size_t>(value.node_)].output_types[static_cast<size_t>(value.port_)];
}

std::string GraphBuilder::Impl::NameOf(Value value) const {
  const std::string& name = nodes[static_cast<size_t>(value.node_)].def.name();
  return value.port_ == 0 ? name : absl::StrCat(name, ":", value.port_);
}

absl::StatusOr<std::string> GraphBuilder::Impl::MakeName(const std::string& wanted,
                                                         absl::string_view op) {
  if (wanted.empty()) {
    int& suffix = next_suffix[std::string(op)];
    std::string name(op);
    for (; names.contains(name); ++suffix) name = absl::StrCat(op, "_", suffix + 1);
    return name;
  }
  auto taken = names.find(wanted);
  if (taken == names.end()) return wanted;
  return absl::InvalidArgumentError(absl::StrCat(
      "the name is taken by an earlier ", nodes[static_cast<size_t>(taken->second)].def.op()));
}

absl::StatusOr<const OpDef*> GraphBuilder::Impl::FindOp(const std::string& op) const {
  auto function = function_by_name.find(op);
  if (function != function_by_name.end()) return &function->second->signature();
  if (const OpRegistrationData* known = registry->ops().Find(op)) return &known->op_def;
  NearestName nearest(op);
  for (const auto& [name, unused] : function_by_name) nearest.Offer(name);
  if (nearest.best().empty()) return registry->ops().LookUp(op).status();
  return absl::NotFoundError(
      absl::StrCat("there is no op or function ", Quoted(op), NearestHint(nearest.best())));
}

absl::StatusOr<NodeDef> GraphBuilder::Impl::MakeNodeDef(const std::string& name, const OpDef& op,
                                                        const std::vector<Input>& inputs,
                                                        const Attrs& attrs) const {
  NodeDefBuilder builder(name, &op);
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<NodeDefBuilder::NodeOut> values;
    for (Value value : inputs[i].values()) {
      const absl::Status status = CheckValue(value);
      if (!status.ok())
        return absl::InvalidArgumentError(absl::StrCat("input ", i, ": ", status.message()));
      values.push_back(
          {nodes[static_cast<size_t>(value.node_)].def.name(), value.port_, TypeOf(value)});
    }
    const bool takes_list = i < static_cast<size_t>(op.input_arg_size()) &&
                            (!op.input_arg(static_cast<int>(i)).number_attr().empty() ||
                             !op.input_arg(static_cast<int>(i)).type_list_attr().empty());
    if (inputs[i].is_list() || takes_list) {
      builder.Input(absl::MakeConstSpan(values));
    } else {
      builder.Input(values[0]);
    }
  }
  for (const auto& [attr, value] : attrs) builder.Attr(attr, value);
  NodeDef def;
  const absl::Status status = builder.Finalize(&def);
  if (status.ok()) return def;
  // Who called is told already; the whole OpDef says less than `opgraft ops` does.
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(status.message(), absl::MaxSplits(kWhileBuilding, 1));
  return absl::Status(status.code(), parts.first);
}

int GraphBuilder::Impl::AddNode(NodeDef def, const OpDef& op, absl::string_view call) {
  ArgTypes outputs;
  AddDefaultsToNodeDef(op, &def);
  const absl::Status status = ExpandArgs(
      op.output_arg(), [&](absl::string_view attr) { return FindAttrValueIn(def, attr); },
      &outputs);
  if (!status.ok()) {
    Fail(call, def.name(), status);
    return -1;
  }
  const int id = static_cast<int>(nodes.size());
  names[def.name()] = id;
  nodes.push_back({std::move(def), {}, std::move(outputs.types), std::move(outputs.args), false});
  return id;
}

// --- Graphs ---

void GraphBuilder::Impl::AddTo(const NodeRecord& node, GraphDef* def) const {
  NodeDef* added = def->add_node();
  *added = node.def;
  for (const std::string& control : node.controls) added->add_input(absl::StrCat("^", control));
}

GraphDef GraphBuilder::Impl::ToGraphDef() const {
  GraphDef def;
  def.mutable_versions()->set_producer(kGraphDefVersion);
  for (const std::string& name : function_names)
    *def.mutable_library()->add_function() = *function_by_name.at(name);
  for (const NodeRecord& node : nodes) AddTo(node, &def);
  return def;
}

GraphDef GraphBuilder::Impl::ToGraphDefOf(Value value) const {
  std::set<int> needed = {value.node_};
  std::vector<int> pending = {value.node_};
  while (!pending.empty()) {
    const NodeRecord& node = nodes[static_cast<size_t>(pending.back())];
    pending.pop_back();
    for (const std::string& input : node.def.input()) {
      const int source = names.at(ParseInputRef(input).node);
      if (needed.insert(source).second) pending.push_back(source);
    }
  }
  GraphDef def;
  def.mutable_versions()->set_producer(kGraphDefVersion);
  for (const std::string& name : function_names)
    *def.mutable_library()->add_function() = *function_by_name.at(name);
  for (int id : needed) *def.add_node() = nodes[static_cast<size_t>(id)].def;
  return def;
}

PartialTensorShape GraphBuilder::Impl::StaticShapeOf(Value value) const {
  ImportOptions options;
  options.registry = registry;
  const auto graph = Graph::Import(ToGraphDefOf(value), options);
  if (!graph.ok()) return PartialTensorShape();
  const auto endpoint = graph->FindTensor(NameOf(value));
  return endpoint.ok() ? graph->node(endpoint->node).output_shape(endpoint->port)
                       : PartialTensorShape();
}

// --- Functions ---

std::string GraphBuilder::Impl::FunctionInput(Value value) const {
  const NodeRecord& node = nodes[static_cast<size_t>(value.node_)];
  if (node.is_arg) return node.def.name();
  for (const ArgRange& arg : node.output_args) {
    if (value.port_ >= arg.start && value.port_ < arg.limit) {
      return absl::StrCat(node.def.name(), ":", arg.name, ":", value.port_ - arg.start);
    }
  }
  return node.def.name();
}

FunctionDef GraphBuilder::Impl::ToFunction(const std::string& name,
                                           const std::vector<Port>& arguments,
                                           const std::vector<Port>& outputs) const {
  FunctionDef def;
  OpDef* signature = def.mutable_signature();
  signature->set_name(name);
  for (const Port& port : arguments) {
    OpDef::ArgDef* arg = signature->add_input_arg();
    arg->set_name(port.name);
    arg->set_type(port.dtype);
  }
  for (const Port& port : outputs) {
    OpDef::ArgDef* arg = signature->add_output_arg();
    arg->set_name(port.name);
    arg->set_type(port.dtype);
    (*def.mutable_ret())[port.name] = FunctionInput(port.value);
  }
  for (const NodeRecord& node : nodes) {
    if (node.is_arg) continue;
    const absl::StatusOr<const OpDef*> op = FindOp(node.def.op());
    if (op.ok() && (*op)->is_stateful()) signature->set_is_stateful(true);
    NodeDef* added = def.add_node_def();
    *added = node.def;
    added->clear_input();
    for (const std::string& input : node.def.input()) {
      const InputRef ref = ParseInputRef(input);
      added->add_input(FunctionInput(Value(this, names.at(ref.node), static_cast<int>(ref.port))));
    }
    for (const std::string& control : node.controls) added->add_input(absl::StrCat("^", control));
  }
  return def;
}

}  // namespace opgraft
