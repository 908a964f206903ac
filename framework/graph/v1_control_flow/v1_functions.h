// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FUNCTIONS_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FUNCTIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class GraphEditor;
struct GraphData;

// The functions whose bodies hold nodes of TensorFlow 1's control flow, as
// tf.compat.v1.wrap_function writes them.
std::vector<std::string> FunctionsWithV1ControlFlow(const FunctionLibrary& functions);

// Bodies by the names of their functions.
using FunctionBodies = absl::flat_hash_map<std::string, std::shared_ptr<const FunctionBody>>;
// The functions of a library for `graph`, with other bodies under the names of `bodies`.
FunctionLibrary WithBodies(const FunctionLibrary& functions, const FunctionBodies& bodies,
                           const GraphData& graph);

// A body in another form, and the library of the functions that it then calls.
struct RaisedBody {
  std::shared_ptr<const FunctionBody> body;
  FunctionLibrary functions;
};
using RaiseBody = absl::FunctionRef<absl::StatusOr<RaisedBody>(const FunctionBody& body)>;

// Gives a graph these functions, and its nodes that call one the registrations of theirs: those
// that they had are gone with the library that had them. Functions that are not there stay.
void UseFunctions(const FunctionLibrary& functions, GraphEditor* editor);

// What the editor made of `graph`, whose nodes and edges are the same, in its order.
Graph FinishAs(const Graph& graph, GraphEditor editor);

// The graph with a library in which these functions have other bodies, under their names. A
// function that `raise` refuses keeps its body, whose kernels then say what cannot run; so does one
// with attrs, which nothing calls (WithInstances).
Graph WithRaisedFunctions(const Graph& graph, const std::vector<std::string>& names,
                          RaiseBody raise);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FUNCTIONS_H_
