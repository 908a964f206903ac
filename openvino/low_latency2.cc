// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/shapes/call_shapes.h"
#include "framework/graph/shapes/infer_node_shapes.h"
#include "framework/op/call_site.h"
#include "framework/op/loop_attrs.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

using opgraft_internal::ArgFacts;
using opgraft_internal::BodyShapeMemo;
using opgraft_internal::Callees;
using opgraft_internal::CallSite;
using opgraft_internal::FunctionBody;
using opgraft_internal::ShapeFacts;

constexpr char kTransformation[] = "low-latency2";

// The layers that OpenVINO's LowLatency2 changes beside loops, by its specification: of the
// recurrent sequences these and no others (AUGRUSequence is not among them). State i is input and
// output 1 + i.
struct RecurrentSequence {
  absl::string_view op;
  int num_states;
};
constexpr RecurrentSequence kSequences[] = {
    {"OpenVINO>LSTMSequence", 2}, {"OpenVINO>GRUSequence", 1}, {"OpenVINO>RNNSequence", 1}};

// How many states a node has if it is such a sequence; else 0.
int NumStatesOf(const Node& node) {
  for (const RecurrentSequence& sequence : kSequences) {
    if (node.op() == sequence.op) return sequence.num_states;
  }
  return 0;
}

// True of a loop whose attrs say what each output is (framework/op/loop_attrs.h): more can be
// added.
bool CanGiveMore(const Node& node) {
  return node.role() == OpRole::kLoop && HasNodeAttr(node.attrs(), "gives");
}

// True of an If or a loop whose bodies may be changed: attrs of the node name them.
bool HasBodies(const Node& node) {
  return CanGiveMore(node) || node.op() == "If" || node.op() == "StatelessIf";
}

// True if a ReadValue takes the argument as what its variable starts as.
bool StartsAs(const FunctionBody& body, size_t arg) {
  const Endpoint start{body.args[arg], 0};
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    const Node node = body.graph.node(id);
    if (node.role() == OpRole::kRead && absl::c_linear_search(node.inputs(), start)) return true;
  }
  return false;
}

// Changes one graph: that of the model, or of a body. Bodies come before the nodes that have them,
// and become functions of their own: other nodes may have the same body.
//
// What is carried into a loop gets no state if a ReadValue in the body starts as just that: as in
// OpenVINO, the whole loop then stays as it is. Borrows all arguments.
class LowLatency {
 public:
  // `facts`: the shapes in the graph as it was.
  LowLatency(EditedIr* ir, ShapeFacts* facts, BodyShapeMemo* memo, bool use_const_initializer)
      : ir_(*ir), facts_(facts), memo_(*memo), use_const_initializer_(use_const_initializer) {}

  bool has_changed() const { return has_changed_; }

  absl::Status Run() {
    const Graph& graph = ir_.before();
    for (const int32_t id : graph.topological_order()) {
      const Node node = graph.node(id);
      if (HasBodies(node)) OPGRAFT_RETURN_IF_ERROR(KeepBodies(node));
      if (CanGiveMore(node)) OPGRAFT_RETURN_IF_ERROR(KeepLoop(node));
      for (int i = 1; i <= NumStatesOf(node); ++i) {
        const std::string variable = absl::StrCat(FriendlyName(node), "/variable_", i - 1);
        if (KeepInput(id, i, variable)) ir_.AddAssign(variable, ir_.draft().ValueOf({id, i}));
      }
    }
    return absl::OkStatus();
  }

 private:
  GraphEditor& editor() { return ir_.draft().editor(); }

  // Puts a ReadValue before an input. False if there is one.
  bool KeepInput(int id, int input, const std::string& variable) {
    const Endpoint source = editor().data().InputsOf(id)[static_cast<size_t>(input)];
    if (source.node < ir_.before().num_nodes() &&
        ir_.before().node(source.node).role() == OpRole::kRead)
      return false;
    const Value given = ir_.draft().ValueOf(source);
    const Value init = use_const_initializer_
                           ? ir_.Add(absl::StrCat(variable, "/zeros"), "ZerosLike", {given}, {})
                           : given;
    const Endpoint before = ir_.before().node(id).inputs()[static_cast<size_t>(input)];
    const Value read =
        ir_.AddReadValue(variable, ir_.draft().TypeOf(given), facts_->ShapeOf(before), {init});
    editor().SetInput(id, input, GraphDraft::EndpointOf(read));
    has_changed_ = true;
    return true;
  }

  // States in the bodies of a node, which becomes a stateful one then.
  absl::Status KeepBodies(const Node& node) {
    OPGRAFT_ASSIGN_OR_RETURN(const Callees callees, CalleesOf(node, ir_.before().functions()));
    const std::vector<ArgFacts> args =
        ArgsOfBodies(node.id(), callees, ShapeFacts::Detail::kAll, facts_, &memo_);
    bool has_state = false;
    for (size_t i = 0; i < callees.bodies.size(); ++i) {
      OPGRAFT_ASSIGN_OR_RETURN(const std::string kept, KeepBody(callees.bodies[i], args[i]));
      if (kept.empty()) continue;
      OPGRAFT_RETURN_IF_ERROR(
          editor().SetAttr(node.id(), callees.site.bodies[i].label, FunctionName{kept}));
      has_state = true;
    }
    if (!has_state) return absl::OkStatus();
    has_changed_ = true;
    const std::string op = absl::StrReplaceAll(node.op(), {{"Stateless", ""}});
    OPGRAFT_ASSIGN_OR_RETURN(const auto* const found, ir_.draft().registry().ops().LookUp(op));
    editor().SetOp(node.id(), found);
    return absl::OkStatus();
  }

  // The function that the body with its states has become; "" if nothing in it carries any.
  absl::StatusOr<std::string> KeepBody(const std::shared_ptr<const FunctionBody>& body,
                                       const ArgFacts& args) {
    EditedIr inner(*body, kTransformation);
    ShapeFacts* const facts = memo_.Infer(body, args)->facts.get();
    LowLatency states(&inner, facts, &memo_, use_const_initializer_);
    OPGRAFT_RETURN_IF_ERROR(states.Run());
    if (!states.has_changed()) return std::string();
    return inner.FinishBody(ir_.before().functions().Find(body->name)->op_def, &ir_);
  }

  absl::Status KeepLoop(const Node& node) {
    OPGRAFT_ASSIGN_OR_RETURN(const Callees now,
                             CalleesOf(editor().data(), node.id(), ir_.draft().functions()));
    const FunctionBody& body = *now.bodies.back();
    std::vector<std::pair<std::string, int>> kept;  // variable, input
    const auto& args = now.site.loop_body().args;
    const auto is_carried = [&](size_t k) {
      return args[k].kind == CallSite::Argument::Kind::kCarried;
    };
    for (size_t k = 0; k < args.size(); ++k) {
      if (is_carried(k) && StartsAs(body, k)) return absl::OkStatus();
    }
    for (size_t k = 0; k < args.size(); ++k) {
      if (!is_carried(k)) continue;
      const std::string name = FriendlyName(body.graph.node(body.args[k]));
      std::string variable = absl::StrCat(FriendlyName(node), "/", name, "/variable_", k);
      if (KeepInput(node.id(), args[k].input, variable))
        kept.emplace_back(std::move(variable), args[k].input);
    }
    if (kept.empty()) return absl::OkStatus();
    OPGRAFT_ASSIGN_OR_RETURN(const Value loop, WithOutputs(node, now.site, kept));
    for (const auto& [variable, input] : kept)
      ir_.AddAssign(variable, loop[OutputOf(outputs_, input)]);
    return absl::OkStatus();
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
    const NodeAttrs& attrs = editor().data().node(node.id()).attrs;
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, "gives", &gives));
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, "Tout", &types));
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
    for (const Endpoint& input : editor().data().InputsOf(node.id()))
      inputs.push_back(ir_.draft().ValueOf(input));
    GraphDraft::Attrs attrs = {{"gives", gives}, {"Tout", types}};
    const opgraft_internal::NodeData& now = editor().data().node(node.id());
    for (const auto& [name, value] : now.attrs.entries()) {
      if (name != "gives" && name != "Tout" && name != "Tin") attrs.emplace_back(name, *value);
    }
    const Value loop = ir_.Add(node.name(), now.op->op_def.name(), {Input(inputs)}, attrs);
    for (int i = 0; i < node.num_outputs(); ++i)
      OPGRAFT_RETURN_IF_ERROR(ir_.Rewire({node.id(), i}, loop[i]));
    OPGRAFT_RETURN_IF_ERROR(ir_.Remove(node.id(), loop));
    return loop;
  }

  EditedIr& ir_;
  ShapeFacts* const facts_;
  BodyShapeMemo& memo_;
  const bool use_const_initializer_;
  bool has_changed_ = false;
  std::vector<CallSite::Output> outputs_;  // of the loop at hand
};

}  // namespace

absl::StatusOr<LoadedIr> LowLatency2(const LoadedIr& ir, bool use_const_initializer) {
  EditedIr edited(ir, kTransformation);
  BodyShapeMemo memo(opgraft_internal::InferNodeShapes);
  ShapeFacts facts(opgraft_internal::GraphEditor::DataOf(edited.before()), memo.fold_budget());
  OPGRAFT_RETURN_IF_ERROR(LowLatency(&edited, &facts, &memo, use_const_initializer).Run());
  return edited.Finish();
}

}  // namespace opgraft
