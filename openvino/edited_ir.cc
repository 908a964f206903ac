// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/edited_ir.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/variables/state_index.h"
#include "framework/runtime/signature_resolver.h"
#include "framework/types/status_macros.h"
#include "openvino/ir_signature.h"
#include "openvino/node_name.h"

namespace opgraft_internal {
namespace {

std::vector<EditedIr::Port> PortsOf(const Graph& graph, const std::vector<IrPort>& ports) {
  std::vector<EditedIr::Port> found;
  for (const IrPort& port : ports) {
    const absl::StatusOr<Endpoint> tensor = graph.FindTensor(port.tensor);
    if (tensor.ok()) found.push_back({*tensor, port.names});
  }
  return found;
}

}  // namespace

EditedIr::EditedIr(const LoadedIr& ir, absl::string_view transformation)
    : before_(ir.graph),
      call_(transformation),
      draft_(ir.graph),
      inputs_(PortsOf(ir.graph, ir.inputs)),
      outputs_(PortsOf(ir.graph, ir.outputs)),
      info_(ir.info) {}

EditedIr::EditedIr(const FunctionBody& body, absl::string_view transformation)
    : before_(body.graph), call_(transformation), draft_(body.graph) {
  for (const int arg : body.args) inputs_.push_back({{arg, 0}, {}});
  for (const Endpoint& result : body.rets) outputs_.push_back({result, {}});
}

Value EditedIr::Add(absl::string_view wanted, const std::string& op,
                    const std::vector<Input>& inputs, const GraphDraft::Attrs& attrs) {
  return draft_.AddNode({"", "", SourceLocation(), call_}, op, inputs,
                        draft_.FreeName(NodeNameOf(wanted)), attrs);
}

Value EditedIr::AddReadValue(const std::string& variable, DataType type,
                             const PartialTensorShape& shape, const std::vector<Value>& init) {
  return Add(absl::StrCat(variable, "/read"), "ReadValue", {Input(init)},
             {{"variable_id", variable}, {"variable_type", type}, {"variable_shape", shape}});
}

void EditedIr::AddAssign(const std::string& variable, Value value) {
  Add(absl::StrCat(variable, "/assign"), "Assign", {value}, {{"variable_id", variable}});
}

absl::Status EditedIr::Rewire(Endpoint from, Value to) {
  const Endpoint end = GraphDraft::EndpointOf(to);
  OPGRAFT_RETURN_IF_ERROR(draft_.editor().RewireUses(from, end));
  for (Port& port : outputs_) {
    if (port.tensor == from) port.tensor = end;
  }
  return absl::OkStatus();
}

absl::Status EditedIr::Remove(int node, Value instead) {
  draft_.editor().RewireControls(node, instead.node());
  return draft_.editor().Remove(node);
}

absl::StatusOr<LoadedIr> EditedIr::Finish() {
  LoadedIr changed;
  for (const Port& port : inputs_)
    changed.inputs.push_back({draft_.TensorName(draft_.ValueOf(port.tensor)), port.names});
  for (const Port& port : outputs_)
    changed.outputs.push_back({draft_.TensorName(draft_.ValueOf(port.tensor)), port.names});
  changed.info = info_;
  OPGRAFT_ASSIGN_OR_RETURN(changed.graph, draft_.Finish());
  changed.options.signatures = {SignatureOf(changed)};
  return changed;
}

absl::StatusOr<std::string> EditedIr::FinishBody(const OpDef& signature, EditedIr* outer) {
  const auto ports_of = [&](const auto& args, const std::vector<Port>& ports) {
    std::vector<GraphDraft::Port> made;
    for (size_t i = 0; i < ports.size(); ++i) {
      const Value value = draft_.ValueOf(ports[i].tensor);
      made.push_back({args.Get(static_cast<int>(i)).name(), value, draft_.TypeOf(value)});
    }
    return made;
  };
  return outer->draft().AddBranch(signature.name(), ports_of(signature.input_arg(), inputs_),
                                  ports_of(signature.output_arg(), outputs_), &draft_);
}

std::string FriendlyName(const Node& node) {
  const NodeNotes* const notes = node.notes();
  return notes == nullptr || notes->friendly_name.empty() ? node.name() : notes->friendly_name;
}

absl::StatusOr<LoadedIr> IrOfGraph(Graph graph, CompileOptions options) {
  LoadedIr ir;
  if (options.signatures.empty()) {
    OPGRAFT_ASSIGN_OR_RETURN(const StateIndex state, StateIndex::Make(graph));
    options.signatures = {DefaultSignature(graph, state)};
  }
  options.signatures.resize(1);
  const Signature& signature = options.signatures[0];
  const auto ports = [](const std::vector<std::string>& tensors,
                        const std::vector<std::string>& names, std::vector<IrPort>* made) {
    for (size_t i = 0; i < tensors.size(); ++i)
      made->push_back({tensors[i], {i < names.size() ? names[i] : tensors[i]}});
  };
  ports(signature.feeds, signature.feed_names, &ir.inputs);
  ports(signature.fetches, signature.fetch_names, &ir.outputs);
  ir.graph = std::move(graph);
  ir.options = std::move(options);
  return ir;
}

}  // namespace opgraft_internal
