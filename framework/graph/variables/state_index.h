// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_VARIABLES_STATE_INDEX_H_
#define FRAMEWORK_GRAPH_VARIABLES_STATE_INDEX_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The variable that a ReadValue or an Assign (by its role: OpRole::kRead, kAssign) names; "" of
// other nodes.
std::string VariableIdOf(const Node& node);

// Tells which functions of a graph hold state at any depth: a ReadValue or Assign (state), an
// Assign (a sink). Found once, linear in the nodes of the graph and its functions. Keeps the
// functions alive, not the graph, which may keep this (StateOf). Immutable; thread-safe.
//
// Example: y = f(x), where f holds a ReadValue and g, which it calls, an Assign.
//   index.IsStateful(y), index.IsSink(y)   both true
class StateIndex {
 public:
  // Errors of instantiating a function.
  static absl::StatusOr<StateIndex> Make(const Graph& graph);

  bool HoldsState(const FunctionBody& body) const { return FlagsOf(body) != 0; }
  // The same of a node of the graph or of one of its functions: by what it is, and what it runs.
  bool IsStateful(const Node& node) const { return FlagsOf(node) != 0; }
  bool IsSink(const Node& node) const { return (FlagsOf(node) & kSink) != 0; }
  // The functions a node runs that hold state, in order.
  std::vector<std::shared_ptr<const FunctionBody>> StatefulCallees(const Node& node) const;

 private:
  friend class StateIndexMaker;
  static constexpr int kState = 1, kSink = 2;
  explicit StateIndex(const FunctionLibrary& functions) : functions_(functions) {}
  static int OwnFlags(const Node& node);
  int FlagsOf(const FunctionBody& body) const;
  int FlagsOf(const Node& node) const;

  FunctionLibrary functions_;
  absl::flat_hash_map<const FunctionBody*, int> flags_;
  std::vector<std::shared_ptr<const FunctionBody>> bodies_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_VARIABLES_STATE_INDEX_H_
