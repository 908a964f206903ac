// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_VARIABLES_VARIABLES_H_
#define FRAMEWORK_GRAPH_VARIABLES_VARIABLES_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/variables/state_index.h"
#include "framework/graph/variables/variable_problem.h"
#include "framework/state/cell_spec.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A variable of a graph: declared by its ReadValues, wherever they stand (branches and called
// functions included).
struct VariableInfo : CellSpec {
  // A variable of unknown rank starts from zeros of its init's static shape if that has a rank,
  // else [0].
  std::string first_read;  // name of its first ReadValue
  bool has_init = false;   // some ReadValue has one
  // The graph has its values with room to grow, as the contents of scalar variants
  // (framework/tensor/growing_tensor.h). Type and shape are what users see: plain tensors.
  bool grows = false;

  // Of the cell that holds the values. What the variants of one that grows hold, its kernels check.
  CellSpec Cell() const;
};

// The variables of a graph in the order of their ReadValues in the file; a body's where it is
// called, then before else. INVALID_ARGUMENT with every problem, naming nodes and variable: an
// empty variable_id; an Assign whose variable no ReadValue names (nearest id); types or shapes that
// contradict each other; an init that the variable does not relax; an Assign of another type or an
// incompatible static shape; a variable of unknown rank without init; two ReadValues or two Assigns
// on one path (branches of an If are different paths; two Ifs are on one); inside and outside.
absl::StatusOr<std::vector<VariableInfo>> CollectVariables(const Graph& graph);

// Tells of each of these problems by itself. Also of a graph that is wrong otherwise, if it has no
// cycles and its calls fit the functions.
void FindVariableProblems(const Graph& graph, const TellVariableProblem& tell);

// What a graph's state is.
struct GraphState {
  std::vector<VariableInfo> variables;
  StateIndex index;
};

// The same with what holds it; found at the first call, kept with the graph, and shared by its
// copies. Errors are those of CollectVariables. Thread-safe.
absl::StatusOr<std::shared_ptr<const GraphState>> StateOf(const Graph& graph);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_VARIABLES_VARIABLES_H_
