// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/graph.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/data/name_rules.h"
#include "framework/graph/data/problem_list.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/nearest.h"

namespace opgraft {

const std::string& Node::name() const { return graph_->node(id_).name; }
const std::string& Node::op() const { return op_data().op_def.name(); }
const OpRegistrationData& Node::op_data() const { return *graph_->node(id_).op; }
const NodeAttrs& Node::attrs() const { return graph_->node(id_).attrs; }
const std::string& Node::device() const { return graph_->devices[graph_->node(id_).device]; }
absl::Span<const Endpoint> Node::inputs() const { return graph_->InputsOf(id_); }
absl::Span<const int32_t> Node::control_inputs() const { return graph_->ControlsOf(id_); }
int Node::num_outputs() const { return graph_->NumOutputs(id_); }
DataType Node::input_type(int i) const { return graph_->InputType(id_, i); }
DataType Node::output_type(int i) const { return graph_->OutputType({id_, i}); }
const PartialTensorShape& Node::output_shape(int i) const { return graph_->OutputShape({id_, i}); }
OpRole Node::role() const { return op_data().role; }
const NodeNotes* Node::notes() const { return graph_->NotesOf(id_); }
bool Node::is_stateful() const { return op_data().op_def.is_stateful(); }
std::string Node::OutputName(int i) const { return graph_->TensorName({id_, i}); }
std::shared_ptr<const NodeProperties> Node::Properties() const {
  return graph_->MakeProperties(id_);
}

Graph::Graph() : Graph(KernelRegistry::Global()) {}
Graph::Graph(std::shared_ptr<const KernelRegistry> registry)
    : data_(std::make_shared<GraphData>(std::move(registry))) {}

int Graph::num_nodes() const { return data_->num_nodes(); }

int Graph::FindNode(absl::string_view name) const { return data_->FindNode(name); }

std::string Graph::NearestNode(absl::string_view name) const {
  NearestName nearest(name);
  for (const NodeData& node : data_->nodes) nearest.Offer(node.name);
  return nearest.best();
}

namespace {

// "no outputs", "one output, 'x'", "outputs 0 to 3": of a node, for a message.
std::string OutputsText(absl::string_view node, int outputs) {
  if (outputs == 0) return "no outputs";
  if (outputs == 1) return absl::StrCat("one output, ", Quoted(node));
  return absl::StrCat("outputs 0 to ", outputs - 1);
}

}  // namespace

absl::StatusOr<Endpoint> Graph::FindTensor(absl::string_view name) const {
  const InputRef ref = ParseInputRef(name);
  if (ref.is_control()) {
    return absl::NotFoundError(absl::StrCat(
        Quoted(name), " names a node to run, not a tensor; a tensor is 'node' or 'node:1'"));
  }
  const int node = FindNode(ref.node);
  if (node < 0) {
    return absl::NotFoundError(absl::StrCat("there is no tensor ", Quoted(name),
                                            ": the graph has no node ", Quoted(ref.node),
                                            NearestHint(NearestNode(ref.node))));
  }
  const int outputs = data_->NumOutputs(node);
  if (ref.port < outputs) return Endpoint{node, static_cast<int32_t>(ref.port)};
  return absl::NotFoundError(absl::StrCat("there is no tensor ", Quoted(name), ": ",
                                          NodeTag(ref.node, data_->node(node).op->op_def.name()),
                                          " has ", OutputsText(ref.node, outputs)));
}

absl::StatusOr<int> Graph::FindTarget(absl::string_view name) const {
  if (!name.empty() && name[0] == '^') name.remove_prefix(1);
  const int node = FindNode(name);
  if (node >= 0) return node;
  return absl::NotFoundError(
      absl::StrCat("the graph has no node ", Quoted(name), NearestHint(NearestNode(name))));
}

absl::Span<const int32_t> Graph::topological_order() const { return data_->topological_order; }
int Graph::num_consumers(Endpoint endpoint) const {
  return data_->num_consumers[data_->OutputIndex(endpoint)];
}
const FunctionLibrary& Graph::functions() const { return data_->functions; }
const KernelRegistry& Graph::registry() const { return *data_->registry; }
std::shared_ptr<const KernelRegistry> Graph::shared_registry() const { return data_->registry; }
int Graph::producer() const { return data_->versions.producer(); }

}  // namespace opgraft
