// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/write_part.h"

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/writing/node_writing.h"
#include "openvino/writing/write_bodies.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

// One part of a graph on its way into a net.
class PartWriting {
 public:
  PartWriting(const GraphPart& part, NetWriting* net)
      : part_(part), graph_(part.graph), document_(net->document()), net_(net) {
    values_.insert(part.given.begin(), part.given.end());
  }

  std::vector<LayerPort> Write() {
    FindNeeded();
    for (const int id : graph_.topological_order()) {
      ++document_.num_nodes;
      if (!needed_[static_cast<size_t>(id)]) continue;
      if (document_.IsTooBig()) {
        Problem(id, absl::ResourceExhaustedError(
                        "with what functions call again and again the model is too big to be "
                        "written"));
        break;
      }
      WriteNode(id);
    }
    std::vector<LayerPort> written;
    for (const Endpoint& wanted : part_.wanted) written.push_back(ValueOf(wanted));
    return written;
  }

 private:
  void Problem(int id, const absl::Status& status) {
    const Node node = graph_.node(id);
    document_.problems.Add(document_.num_nodes,
                           NodeTag(absl::StrCat(part_.prefix, node.name()), node.op()), status);
  }

  bool IsGiven(Endpoint output) const { return values_.contains(output); }

  // What data edges lead to, from what is wanted and from Assigns.
  void FindNeeded() {
    needed_.resize(static_cast<size_t>(graph_.num_nodes()));
    std::vector<int> stack;
    const auto need = [&](int id) {
      if (needed_[static_cast<size_t>(id)]) return;
      needed_[static_cast<size_t>(id)] = true;
      stack.push_back(id);
    };
    for (const Endpoint& wanted : part_.wanted) {
      if (!IsGiven(wanted)) need(wanted.node);
    }
    for (const int id : part_.effects) {
      if (document_.state.IsSink(graph_.node(id))) need(id);
    }
    while (!stack.empty()) {
      const int id = stack.back();
      stack.pop_back();
      for (const Endpoint& input : graph_.node(id).inputs()) {
        if (!IsGiven(input)) need(input.node);
      }
    }
    CheckEffects();
  }

  // What only control edges lead to is left out: checks, and what merely computes. An
  // effect that would be lost is a problem.
  void CheckEffects() {
    std::vector<bool> seen(needed_.size());
    std::vector<int> stack(part_.effects.begin(), part_.effects.end());
    for (size_t id = 0; id < needed_.size(); ++id) {
      if (needed_[id]) stack.push_back(static_cast<int>(id));
    }
    while (!stack.empty()) {
      const int id = stack.back();
      stack.pop_back();
      if (seen[static_cast<size_t>(id)]) continue;
      seen[static_cast<size_t>(id)] = true;
      const Node node = graph_.node(id);
      if (!needed_[static_cast<size_t>(id)] && node.is_stateful() && !MayBeLeftOut(node))
        Problem(id, absl::UnimplementedError("runs for its effect, which an IR cannot say"));
      stack.insert(stack.end(), node.control_inputs().begin(), node.control_inputs().end());
    }
  }

  static bool MayBeLeftOut(const Node& node) {
    const OpRole role = node.role();
    return role == OpRole::kPlaceholder || role == OpRole::kRead || role == OpRole::kArgument ||
           OnlyChecks(node.op());
  }

  LayerPort ValueOf(Endpoint output) {
    const auto found = values_.find(output);
    if (found != values_.end()) return found->second;
    return values_[output] = Dummy(output);
  }

  // In the place of what could not be written, so that those who read it are looked at too.
  LayerPort Dummy(Endpoint output) {
    WrittenLayer layer;
    layer.outputs.push_back({BaseType(graph_.node(output.node).output_type(output.port)),
                             part_.facts->ShapeOf(output),
                             {}});
    return net_->Add(std::move(layer));
  }

  void WriteNode(int id) {
    const Node node = graph_.node(id);
    std::vector<LayerPort> inputs;
    for (const Endpoint& input : node.inputs()) inputs.push_back(ValueOf(input));
    NodeWriting writing(node, part_.facts, NameOf(node), std::move(inputs), net_);
    const size_t first = net_->net().layers.size();
    const absl::Status status = Dispatch(&writing);
    if (!status.ok()) return Problem(id, status);
    for (int i = 0; i < node.num_outputs(); ++i) {
      const LayerPort port = writing.outputs()[static_cast<size_t>(i)];
      if (port.layer >= 0) values_.try_emplace({id, i}, port);
    }
    if (const NodeNotes* const notes = node.notes(); notes != nullptr) TakeNotes(*notes, id, first);
    if (status.ok()) CheckOutputs(writing);
  }

  std::string NameOf(const Node& node) const {
    const NodeNotes* const notes = node.notes();
    const bool has_name = notes != nullptr && !notes->friendly_name.empty();
    return absl::StrCat(part_.prefix, has_name ? notes->friendly_name : node.name());
  }

  // Runtime info stands on the layer that gives output 0, if the node has made it. Names of tensors
  // are those of the output; where a function is called they would stand there more than once.
  void TakeNotes(const NodeNotes& notes, int id, size_t first) {
    const auto output = values_.find({id, 0});
    if (output != values_.end() && static_cast<size_t>(output->second.layer) >= first)
      net_->net().layers[static_cast<size_t>(output->second.layer)].info = notes.info;
    if (!part_.prefix.empty()) return;
    for (size_t i = 0; i < notes.outputs.size(); ++i) {
      const auto value = values_.find({id, static_cast<int>(i)});
      if (value != values_.end())
        AddNames(notes.outputs[i].names, &net_->net().At(value->second).notes.names);
    }
  }

  void CheckOutputs(const NodeWriting& writing) {
    const Node& node = writing.node();
    for (int i = 0; i < node.num_outputs(); ++i) {
      if (graph_.num_consumers({node.id(), i}) == 0 && !IsWanted({node.id(), i})) continue;
      if (!values_.contains({node.id(), i})) {
        Problem(node.id(), absl::UnimplementedError(
                               absl::StrCat("output ", i, " is used, which no layer gives")));
      } else if (ElementTypeName(writing.output_type(i)).empty()) {
        Problem(node.id(), absl::UnimplementedError(absl::StrCat(
                               "output ", i, " is ", DataTypeString(writing.output_type(i)),
                               ", a type that OpenVINO has not")));
      }
    }
  }
  bool IsWanted(Endpoint output) const { return absl::c_linear_search(part_.wanted, output); }

  absl::Status Dispatch(NodeWriting* writing) {
    switch (writing->node().role()) {
      case OpRole::kConstant:
        return WriteConstant(writing);
      case OpRole::kPlaceholder:
      case OpRole::kArgument:
        return absl::InvalidArgumentError("it is not an input of the model");
      case OpRole::kPassOn:
        for (int i = 0; i < writing->num_inputs(); ++i) writing->SetOutput(i, writing->input(i));
        return absl::OkStatus();
      case OpRole::kPlaceholderWithDefault:
        writing->SetOutput(0, writing->input(0));
        return absl::OkStatus();
      case OpRole::kNoOp:
        return absl::OkStatus();
      case OpRole::kCall:
      case OpRole::kBranch:
      case OpRole::kLoop:
        return WriteWithBodies(writing, graph_.functions());
      default:
        return WriteByRow(writing);
    }
  }

  static absl::Status WriteConstant(NodeWriting* writing) {
    Tensor value;
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(writing->node().attrs(), "value", &value));
    if (ElementTypeName(value.dtype()).empty()) {
      return absl::UnimplementedError(
          absl::StrCat("it is ", DataTypeString(value.dtype()), ", a type that OpenVINO has not"));
    }
    writing->SetOutput(0, writing->net().AddConstant(writing->name(), value));
    return absl::OkStatus();
  }

  const GraphPart& part_;
  const Graph& graph_;
  IrWriting& document_;
  NetWriting* const net_;
  std::vector<bool> needed_;
  absl::flat_hash_map<Endpoint, LayerPort> values_;
};

}  // namespace

std::vector<LayerPort> WritePart(const GraphPart& part, NetWriting* net) {
  return PartWriting(part, net).Write();
}

}  // namespace opgraft_internal
