// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_body.h"
#include "framework/op/call_site.h"
#include "framework/op/loop_attrs.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

using opgraft_internal::CallSite;

// Of a recurrent sequence: its states are inputs and outputs 1, and 2 if it has a cell state.
int StatesOfSequence(const std::string& op) {
  if (op == "OpenVINO>LSTMSequence") return 2;
  return op == "OpenVINO>GRUSequence" || op == "OpenVINO>RNNSequence" ? 1 : 0;
}

class LowLatency {
 public:
  LowLatency(EditedIr* ir, bool use_const_initializer)
      : ir_(*ir), use_const_initializer_(use_const_initializer) {}

  absl::Status Run() {
    const Graph& graph = ir_.before();
    for (const int32_t id : graph.topological_order()) {
      const Node node = graph.node(id);
      if (node.role() == OpRole::kLoop && absl::StartsWith(node.op(), "OpenVINO>"))
        OPGRAFT_RETURN_IF_ERROR(KeepLoop(node));
      for (int i = 1; i <= StatesOfSequence(node.op()); ++i) {
        const std::string variable = absl::StrCat(FriendlyName(node), "/variable_", i - 1);
        if (KeepInput(id, i, variable)) ir_.AddAssign(variable, ir_.draft().ValueOf({id, i}));
      }
    }
    return absl::OkStatus();
  }

 private:
  // Puts a ReadValue before an input. False if there is one.
  bool KeepInput(int id, int input, const std::string& variable) {
    const Endpoint source = ir_.draft().editor().data().InputsOf(id)[static_cast<size_t>(input)];
    if (source.node < ir_.before().num_nodes() &&
        ir_.before().node(source.node).role() == OpRole::kRead)
      return false;
    const Value given = ir_.draft().ValueOf(source);
    const Value init = use_const_initializer_
                           ? ir_.Add(absl::StrCat(variable, "/zeros"), "ZerosLike", {given}, {})
                           : given;
    const Value read = ir_.AddReadValue(variable, given, {init});
    ir_.draft().editor().SetInput(id, input, GraphDraft::EndpointOf(read));
    return true;
  }

  absl::Status KeepLoop(const Node& node) {
    OPGRAFT_ASSIGN_OR_RETURN(
        const CallSite site,
        opgraft_internal::MakeCallSite(
            node.op_data(), {node.op(), node.attrs(), node.num_inputs(), node.num_outputs()}));
    std::vector<std::pair<std::string, int>> kept;  // variable, input
    const auto& args = site.loop_body().args;
    for (size_t k = 0; k < args.size(); ++k) {
      if (args[k].kind != CallSite::Argument::Kind::kCarried) continue;
      std::string variable =
          absl::StrCat(FriendlyName(node), "/", ArgumentName(site, k), "/variable_", k);
      if (KeepInput(node.id(), args[k].input, variable))
        kept.emplace_back(std::move(variable), args[k].input);
    }
    if (kept.empty()) return absl::OkStatus();
    OPGRAFT_ASSIGN_OR_RETURN(const Value loop, WithOutputs(node, site, kept));
    for (const auto& [variable, input] : kept)
      ir_.AddAssign(variable, loop[OutputOf(outputs_, input)]);
    return absl::OkStatus();
  }

  // As the body's Parameter is called.
  std::string ArgumentName(const CallSite& site, size_t k) const {
    const auto body = ir_.before().functions().GraphOf(site.loop_body().function);
    return FriendlyName(body->graph.node(body->args[k]));
  }

  // The output that tells what became of an input; -1: none.
  static int OutputOf(const std::vector<CallSite::Output>& outputs, int input) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].kind == CallSite::Output::Kind::kCarried && outputs[i].index == input)
        return static_cast<int>(i);
    }
    return -1;
  }

  // The loop, or one in its place that gives what became of all of these inputs.
  absl::StatusOr<Value> WithOutputs(const Node& node, const CallSite& site,
                                    const std::vector<std::pair<std::string, int>>& kept) {
    outputs_ = site.outputs;
    std::vector<int64_t> gives;
    std::vector<DataType> types;
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs(), "gives", &gives));
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs(), "Tout", &types));
    for (const auto& [variable, input] : kept) {
      if (OutputOf(outputs_, input) >= 0) continue;
      outputs_.push_back({CallSite::Output::Kind::kCarried, input, {}});
      opgraft_internal::AppendLoopOutput(outputs_.back(), &gives);
      types.push_back(node.input_type(input));
    }
    if (outputs_.size() == site.outputs.size()) return ir_.draft().ValueOf({node.id(), 0});
    return Replace(node, gives, types);
  }

  absl::StatusOr<Value> Replace(const Node& node, const std::vector<int64_t>& gives,
                                const std::vector<DataType>& types) {
    std::vector<Value> inputs;
    for (const Endpoint& input : ir_.draft().editor().data().InputsOf(node.id()))
      inputs.push_back(ir_.draft().ValueOf(input));
    GraphDraft::Attrs attrs = {{"gives", gives}, {"Tout", types}};
    for (const auto& [name, value] : node.attrs().entries()) {
      if (name != "gives" && name != "Tout" && name != "Tin") attrs.emplace_back(name, *value);
    }
    const Value loop = ir_.Add(node.name(), node.op(), {Input(inputs)}, attrs);
    for (int i = 0; i < node.num_outputs(); ++i)
      OPGRAFT_RETURN_IF_ERROR(ir_.Rewire({node.id(), i}, loop[i]));
    OPGRAFT_RETURN_IF_ERROR(ir_.Remove(node.id(), loop));
    return loop;
  }

  EditedIr& ir_;
  const bool use_const_initializer_;
  std::vector<CallSite::Output> outputs_;  // of the loop at hand
};

}  // namespace

absl::StatusOr<LoadedIr> LowLatency2(const LoadedIr& ir, bool use_const_initializer) {
  EditedIr edited(ir, "low-latency2");
  OPGRAFT_RETURN_IF_ERROR(LowLatency(&edited, use_const_initializer).Run());
  return edited.Finish();
}

}  // namespace opgraft
