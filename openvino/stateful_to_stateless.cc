// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/problem_list.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

constexpr char kBeamIndex[] = "beam_idx";
constexpr char kPresent[] = "present";

// What MakeStateful joined: "past_key_values.0.key" and "present.0.key".
std::pair<std::string, std::string> PartsOf(const std::string& variable) {
  const size_t present = variable.find(kPresent);
  if (present == std::string::npos || present == 0)
    return {absl::StrCat(variable, ".in"), absl::StrCat(variable, ".out")};
  return {variable.substr(0, present), variable.substr(present)};
}

// Finds what reads states by the beam index, and takes the states apart.
class Unstater {
 public:
  Unstater(EditedIr* ir, int beam_index) : ir_(*ir), beam_index_(beam_index) {}

  absl::Status Run() {
    const Graph& graph = ir_.before();
    for (int id = 0; id < graph.num_nodes(); ++id) {
      const int read = StateReadBy(graph.node(id));
      if (read >= 0) OPGRAFT_RETURN_IF_ERROR(TakeApart(id, read));
    }
    return absl::OkStatus();
  }

 private:
  // The ReadValue that a node gathers by the beam index; -1: it does not.
  int StateReadBy(const Node& node) const {
    if (node.num_inputs() < 2 || node.inputs()[1].node != beam_index_) return -1;
    const int source = node.inputs()[0].node;
    return ir_.before().node(source).role() == OpRole::kRead ? source : -1;
  }

  absl::Status TakeApart(int gather, int read) {
    const Graph& graph = ir_.before();
    std::string variable;
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(graph.node(read).attrs(), "variable_id", &variable));
    const auto [input_name, output_name] = PartsOf(variable);
    const Value old = ir_.draft().ValueOf({read, 0});
    const Value input =
        ir_.Add(input_name, "Placeholder", {},
                {{"dtype", ir_.draft().TypeOf(old)}, {"shape", ir_.draft().ShapeOf(old)}});
    ir_.inputs().push_back({GraphDraft::EndpointOf(input), {input_name}});
    OPGRAFT_RETURN_IF_ERROR(ir_.Rewire({gather, 0}, input));
    OPGRAFT_RETURN_IF_ERROR(ir_.Remove(gather, input));
    for (int id = 0; id < graph.num_nodes(); ++id) {
      if (!IsAssignOf(graph.node(id), variable)) continue;
      const Value value = ir_.draft().ValueOf(ir_.draft().editor().data().InputsOf(id)[0]);
      OPGRAFT_RETURN_IF_ERROR(ir_.Rewire({id, 0}, value));
      OPGRAFT_RETURN_IF_ERROR(ir_.Remove(id, value));
      ir_.outputs().push_back({GraphDraft::EndpointOf(value), {output_name}});
    }
    OPGRAFT_RETURN_IF_ERROR(ir_.Rewire({read, 0}, input));
    return ir_.Remove(read, input);
  }

  static bool IsAssignOf(const Node& node, const std::string& variable) {
    std::string id;
    return node.role() == OpRole::kAssign && GetNodeAttr(node.attrs(), "variable_id", &id).ok() &&
           id == variable;
  }

  EditedIr& ir_;
  const int beam_index_;
};

absl::Status CheckIsForEditing(const Graph& graph) {
  for (int id = 0; id < graph.num_nodes(); ++id) {
    const Node node = graph.node(id);
    if (node.role() != OpRole::kRead || node.output_type(0) != DT_VARIANT) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("the model was read to be run, with caches that grow in place (",
                     NodeTag(node.name(), node.op()), "); read it with IrUse::kEdit"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LoadedIr> StatefulToStateless(const LoadedIr& ir) {
  OPGRAFT_RETURN_IF_ERROR(CheckIsForEditing(ir.graph));
  EditedIr edited(ir, "stateful-to-stateless");
  for (auto input = edited.inputs().begin(); input != edited.inputs().end(); ++input) {
    if (input->names.empty() || input->names[0] != kBeamIndex) continue;
    const int node = input->tensor.node;
    edited.inputs().erase(input);
    OPGRAFT_RETURN_IF_ERROR(Unstater(&edited, node).Run());
    if (!edited.inputs().empty()) {
      const Value other = edited.draft().ValueOf(edited.inputs()[0].tensor);
      OPGRAFT_RETURN_IF_ERROR(edited.Remove(node, other));
    }
    return edited.Finish();
  }
  return absl::FailedPreconditionError(
      "stateful models without an input `beam_idx` are not made stateless");
}

}  // namespace opgraft
