// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/branch_ports.h"
#include "framework/types/status_macros.h"
#include "openvino/bodies.h"
#include "openvino/lower_bodies.h"

namespace opgraft_internal {
namespace {

using Port = GraphDraft::Port;

// `value` as a scalar: a reshape, unless it is one.
Value ScalarOf(LayerLowering* layer, absl::string_view end, Value value) {
  const PartialTensorShape shape = layer->draft()->ShapeOf(value);
  if (!shape.unknown_rank() && shape.dims() == 0) return value;
  const Value scalar =
      layer->Constant(absl::StrCat(end, "/shape"), Tensor(DT_INT32, TensorShape({0})));
  return layer->AddPart(end, "Reshape", {value, scalar});
}

// OpenVINO's truth of a condition: its one element. TensorFlow's If takes a scalar for that.
absl::StatusOr<Value> Condition(LayerLowering* layer) {
  if (layer->num_inputs() == 0) return absl::InvalidArgumentError("has no condition");
  if (layer->input_type(0) != DT_BOOL) {
    return absl::InvalidArgumentError(absl::StrCat(
        "its condition is ", DataTypeString(layer->input_type(0)), "; it must be boolean"));
  }
  const PartialTensorShape shape = layer->input_shape(0);
  if (!shape.unknown_rank() && shape.dims() > 1) {
    return absl::InvalidArgumentError(absl::StrCat("its condition has shape ", shape.DebugString(),
                                                   "; it must be a scalar or have one element"));
  }
  return ScalarOf(layer, "condition", layer->input(0));
}

// What is known of the condition when the model is read.
absl::optional<bool> KnownCondition(const LayerLowering& layer) {
  const Tensor* const value = layer.constant(0);
  if (value == nullptr || value->dtype() != DT_BOOL || value->NumElements() != 1)
    return absl::nullopt;
  return value->flat<bool>()(0);
}

// Replaces the layer by the body that is sure to run; the other one may be wrong.
absl::Status Inline(const IrBody& body, LayerLowering* layer, NetLowering* net) {
  NetLowering inner(body.net, absl::StrCat(layer->node_name(), "/"), &net->document(),
                    layer->draft());
  for (const PortMapEntry& input : body.inputs)
    inner.SetParameter(input.internal, layer->input(input.index));
  ++net->document().depth;
  inner.Lower();
  --net->document().depth;
  for (const PortMapEntry& output : body.outputs) {
    const Value value = inner.ResultOf(output.internal);
    if (layer->draft()->IsFailed(value)) return absl::OkStatus();  // reported already
    const bool is_only = layer->layer().outputs.size() == 1;
    layer->SetOutput(output.index, is_only ? layer->Add("Identity", {value}) : value);
  }
  return absl::OkStatus();
}

// A branch as a function of all inputs of the If but the condition.
class Branch {
 public:
  Branch(const IrBody& body, LayerLowering* layer, NetLowering* net)
      : body_(body), layer_(layer), draft_(body, &net->document(), layer) {}

  // The function's name; "" if the document has the problems.
  absl::StatusOr<std::string> AddTo(GraphDraft* draft, absl::string_view end) {
    for (const PortMapEntry& input : body_.inputs)
      draft_.AddArgument(input.internal, layer_->input_type(input.index));
    if (!draft_.Lower()) return std::string();
    const std::string name = absl::StrCat(layer_->node_name(), end);
    OPGRAFT_RETURN_IF_ERROR(draft_.draft().ProblemsOfBody(name));
    std::vector<Port> results;
    for (const PortMapEntry& output : body_.outputs) {
      OPGRAFT_ASSIGN_OR_RETURN(Port port, draft_.Result(output.internal));
      port.name = absl::StrCat("output_", output.index);
      results.push_back(std::move(port));
    }
    OPGRAFT_RETURN_IF_ERROR(draft_.DropLeftovers(results));
    return draft->AddBranch(name, Arguments(), results, &draft_.draft());
  }

 private:
  std::vector<Port> Arguments() {
    std::vector<Port> arguments;
    for (int i = 1; i < layer_->num_inputs(); ++i)
      arguments.push_back({absl::StrCat("unused_", i), Value(), layer_->input_type(i)});
    for (size_t i = 0; i < body_.inputs.size(); ++i)
      arguments[static_cast<size_t>(body_.inputs[i].index) - 1] = draft_.arguments()[i];
    return arguments;
  }

  const IrBody& body_;
  LayerLowering* const layer_;
  BodyDraft draft_;
};

absl::Status CheckInputs(const IrBody& body) {
  absl::flat_hash_set<int> seen;
  for (const PortMapEntry& input : body.inputs) {
    if (input.index < 1)
      return absl::InvalidArgumentError("port map: a body cannot take the condition");
    if (seen.insert(input.index).second) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("port map: input ", input.external, " is mapped twice"));
  }
  return absl::OkStatus();
}

absl::StatusOr<IrBody> ReadBranch(const LayerLowering& layer, NetLowering* net, bool is_then) {
  OPGRAFT_ASSIGN_OR_RETURN(
      IrBody body, ReadIrBody(layer.layer(), is_then ? "then_body" : "else_body",
                              is_then ? "then_port_map" : "else_port_map", net->net().version,
                              &net->document()));
  OPGRAFT_RETURN_IF_ERROR(CheckInputs(body));
  return body;
}

}  // namespace

absl::Status LowerIf(LayerLowering* layer, NetLowering* net) {
  OPGRAFT_ASSIGN_OR_RETURN(const Value condition, Condition(layer));
  if (const absl::optional<bool> known = KnownCondition(*layer)) {
    OPGRAFT_ASSIGN_OR_RETURN(const IrBody body, ReadBranch(*layer, net, *known));
    return Inline(body, layer, net);
  }
  std::vector<std::string> functions;
  for (const bool is_then : {true, false}) {
    OPGRAFT_ASSIGN_OR_RETURN(const IrBody body, ReadBranch(*layer, net, is_then));
    OPGRAFT_ASSIGN_OR_RETURN(
        std::string name,
        Branch(body, layer, net).AddTo(layer->draft(), is_then ? "_then" : "_else"));
    functions.push_back(std::move(name));
  }
  if (functions[0].empty() || functions[1].empty()) return absl::OkStatus();
  const Value node = layer->Add(HoldState(*layer->draft(), functions) ? "If" : "StatelessIf",
                                {condition, Input(layer->inputs_from(1))},
                                {{"Tout", ResultTypes(*layer->draft(), functions[0])},
                                 {"then_branch", FunctionName{functions[0]}},
                                 {"else_branch", FunctionName{functions[1]}}});
  layer->SetOutputs(node);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
