// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/write_bodies.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/shapes/call_shapes.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<WrittenCall> CallOf(NodeWriting* node, const FunctionLibrary& functions) {
  WrittenCall call;
  OPGRAFT_ASSIGN_OR_RETURN(call.callees, CalleesOf(node->node(), functions));
  BodyShapeMemo& memo = node->net().document().shapes;
  const std::vector<ArgFacts> args =
      ArgsOfBodies(node->node().id(), call.callees, ShapeFacts::Detail::kAll, node->facts(), &memo);
  for (size_t i = 0; i < args.size(); ++i)
    call.bodies.push_back(memo.Infer(call.callees.bodies[i], args[i]));
  return call;
}

absl::Status WriteCall(const WrittenCall& call, NodeWriting* node) {
  const std::vector<LayerPort> arguments = ArgumentsOf(call.site().bodies[0], node->inputs());
  const std::vector<LayerPort> results =
      WriteBody(*call.bodies[0], arguments, absl::StrCat(node->name(), "/"), &node->net());
  for (size_t i = 0; i < call.site().outputs.size(); ++i) {
    const auto index = static_cast<size_t>(call.site().outputs[i].index);
    node->SetOutput(static_cast<int>(i), results[index]);
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<LayerPort> ArgumentsOf(const CallSite::Body& body,
                                   const std::vector<LayerPort>& inputs) {
  std::vector<LayerPort> arguments;
  for (const CallSite::Argument& argument : body.args)
    arguments.push_back(inputs[static_cast<size_t>(argument.input)]);
  return arguments;
}

absl::StatusOr<LayerPort> TruthOf(LayerPort value, absl::string_view name, NetWriting* net) {
  const PartialTensorShape shape = net->ShapeOf(value);
  if (shape.dims() == 0) return TruthOfElement(value, name, net);
  return absl::UnimplementedError(absl::StrCat("its condition has shape ", shape.DebugString(),
                                               "; OpenVINO takes one truth value"));
}

absl::StatusOr<LayerPort> TruthOfElement(LayerPort value, absl::string_view name, NetWriting* net) {
  if (net->TypeOf(value) == DT_BOOL) return value;
  if (net->TypeOf(value) == DT_STRING)
    return absl::UnimplementedError("its condition is a text; OpenVINO takes a truth value");
  return net->Add(name, "Convert", 1, {value}, {{"destination_type", "boolean"}}, DT_BOOL,
                  net->ShapeOf(value));
}

absl::Status WriteWithBodies(NodeWriting* node, const FunctionLibrary& functions) {
  OPGRAFT_ASSIGN_OR_RETURN(const WrittenCall call, CallOf(node, functions));
  switch (call.site().role) {
    case OpRole::kBranch:
      return WriteBranch(call, node);
    case OpRole::kLoop:
      return WriteLoop(call, node);
    default:
      return WriteCall(call, node);
  }
}

}  // namespace opgraft_internal
