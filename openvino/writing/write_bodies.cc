// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/write_bodies.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/shapes/call_shapes.h"
#include "framework/types/quoted.h"
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

// Values of the right types that stand for the results of a body.
std::vector<LayerPort> NoResults(const FunctionBody& body, NetWriting* net) {
  std::vector<LayerPort> results;
  for (const DataType type : body.ret_types)
    results.push_back(net->Add("", "", 1, {}, {}, type, PartialTensorShape()));
  return results;
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

std::vector<LayerPort> WriteBody(const BodyShapes& body, const std::vector<LayerPort>& arguments,
                                 const std::string& prefix, NetWriting* net) {
  IrWriting& document = net->document();
  if (document.depth >= IrWriting::kMaxDepth) {
    document.problems.Add(
        document.num_nodes, absl::StatusCode::kResourceExhausted,
        absl::StrCat("function ", Quoted(body.body->name), ": calls and bodies nest deeper than ",
                     IrWriting::kMaxDepth));
    return NoResults(*body.body, net);
  }
  GraphPart part{body.body->graph, body.facts.get(),       prefix, {},
                 body.body->rets,  body.body->control_rets};
  for (size_t i = 0; i < arguments.size(); ++i)
    part.given.emplace_back(Endpoint{body.body->args[i], 0}, arguments[i]);
  for (int id = 0; id < part.graph.num_nodes(); ++id) {
    if (document.state.IsSink(part.graph.node(id))) part.effects.push_back(id);
  }
  ++document.depth;
  std::vector<LayerPort> results = document.write_part(part, net);
  --document.depth;
  return results;
}

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
