// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_INSTANCES_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_INSTANCES_H_

#include "framework/graph/data/graph.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The graph, with a function without attrs for each set of values that a function with attrs is
// called with from its nodes, at any depth: a body whose types depend on its caller becomes some
// that can be raised like any other. Its nodes have the ids they had; those that call such a
// function call the one made for them.
//
// What cannot be made is left as it is, for its caller to tell what is wrong: a body with problems,
// and all beyond a thousand, as a function has that calls itself with other attrs each time.
//
// Example: y = f(x) with T=float and f<T>(v) = ... becomes y = f_1(x) with f_1(v) = ...
Graph WithInstances(const Graph& graph);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_INSTANCES_H_
