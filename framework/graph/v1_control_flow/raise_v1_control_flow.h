// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_RAISE_V1_CONTROL_FLOW_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_RAISE_V1_CONTROL_FLOW_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/v1_control_flow/v1_frames.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What some roots need of a graph, with If, Case and While in the place of Switch, Merge and the
// frames of loops.
struct RaisedGraph {
  // What is wrong; the rest is then empty.
  absl::Status status;
  // Else the roots need no such node, and the graph does as it is.
  bool is_raised = false;
  Graph graph;
  // By root.
  std::vector<Endpoint> feeds;
  // By root.
  std::vector<Endpoint> fetches;
  // What runs of the root nodes, in any order.
  std::vector<int> nodes;
  // By node: that of the graph it was made of; -1: none.
  std::vector<int32_t> origins;
};

// The graphs of several roots, whose functions are one library.
struct RaisedGraphs {
  // What was raised: the same nodes with the same ids, whose functions hold no such node any more
  // unless it has no such form. The roots that need none run it.
  Graph base;
  bool has_new_calls = false;       // of functions that the graph has not
  std::vector<RaisedGraph> graphs;  // by roots
  FunctionLibrary functions;
  // By function that is new: the origins of its nodes.
  absl::flat_hash_map<std::string, std::vector<int32_t>> origins;
};

// Takes the control flow of TensorFlow 1 out of a graph, where tensors may be dead and loops are
// cycles: for each of `roots` apart, since only what is needed has to have a form, and since a
// value of a branch can be fetched (a node then fails as TensorFlow does, if it is dead).
//
// Loops are found by the frames that Enters make; their condition is what LoopCond needs, their
// body what the NextIterations need. Conditionals are found by the Switches: what is alive only if
// a Switch took one side goes, by the Merges that end it, into a branch of one If.
//
// Functions of the library whose bodies hold such nodes are raised likewise: `functions` has them
// under their names; those with attrs become one for each set of values (WithInstances).
//
// INVALID_ARGUMENT for what TensorFlow refuses, UNIMPLEMENTED for what has no such form; both with
// the node's name.
RaisedGraphs RaiseV1ControlFlow(const Graph& graph, absl::Span<const V1Roots> roots);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_RAISE_V1_CONTROL_FLOW_H_
