// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_functions.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/io/function_codec.h"
#include "framework/graph/v1_control_flow/v1_ops.h"
#include "framework/op/node_attrs.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

bool HoldsV1ControlFlow(const FunctionLibrary& functions, const std::string& name) {
  if (const auto graph = functions.GraphOf(name); graph != nullptr) {
    const std::vector<V1Kind> kinds = V1KindsOf(GraphEditor::DataOf(graph->graph));
    return absl::c_any_of(kinds, [](V1Kind kind) { return kind != V1Kind::kNone; });
  }
  const auto def = functions.FindBodyOf(name);
  return def != nullptr && absl::c_any_of(def->node_def(), [](const NodeDef& node) {
           return V1KindOf(node.op()) != V1Kind::kNone;
         });
}

}  // namespace

std::vector<std::string> FunctionsWithV1ControlFlow(const FunctionLibrary& functions) {
  std::vector<std::string> names;
  for (std::string& name : functions.FunctionNames()) {
    if (HoldsV1ControlFlow(functions, name)) names.push_back(std::move(name));
  }
  return names;
}

// A library does not take another function of a name that it has: a new one is made.
FunctionLibrary WithBodies(const FunctionLibrary& functions, const FunctionBodies& bodies,
                           const GraphData& graph) {
  FunctionLibraryBuilder builder(FunctionLibrary(graph.registry), GraphFunctionCodec());
  builder.SetProducer(graph.versions.producer());
  for (const std::string& name : functions.FunctionNames()) {
    const auto raised = bodies.find(name);
    // The names are those of a library, each of one function.
    if (raised == bodies.end()) {
      builder.AddFrom(functions, name).IgnoreError();
    } else {
      builder.Add(functions.Find(name)->op_def, raised->second).IgnoreError();
    }
  }
  return builder.Build();
}

void UseFunctions(const FunctionLibrary& functions, GraphEditor* editor) {
  editor->data().functions = functions;
  for (int id = 0; id < editor->data().num_nodes(); ++id) {
    const OpRegistrationData& op = *editor->data().node(id).op;
    if (!op.is_function_op) continue;
    const OpRegistrationData* const here = functions.Find(op.op_def.name());
    if (here != nullptr) editor->SetOp(id, here);
  }
}

Graph FinishAs(const Graph& graph, GraphEditor editor) {
  const absl::Span<const int32_t> order = graph.topological_order();
  return std::move(editor).Finish({order.begin(), order.end()});
}

Graph WithRaisedFunctions(const Graph& graph, const std::vector<std::string>& names,
                          RaiseBody raise) {
  GraphEditor editor(graph);
  FunctionLibrary functions = graph.functions();
  FunctionBodies bodies;
  for (const std::string& name : names) {
    if (functions.Find(name)->op_def.attr_size() > 0) continue;
    const auto body = functions.Instantiate(name, NodeAttrs());
    if (!body.ok()) continue;
    auto raised = raise(**body);
    if (!raised.ok()) continue;
    bodies[name] = std::move(raised->body);
    functions = std::move(raised->functions);
  }
  UseFunctions(WithBodies(functions, bodies, editor.data()), &editor);
  return FinishAs(graph, std::move(editor));
}

}  // namespace opgraft_internal
