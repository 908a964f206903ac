// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_

#include "absl/functional/function_ref.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class ProblemList;
struct GraphData;

// Checks the functions that the nodes just imported use: that they exist, that the branches of an
// If fit it, and the bodies of all that are called, at any depth; a recursive one is looked at
// once. The new nodes are those from `first_new_node` on; `position_of` says where in the report
// what is wrong with one of them stands. False if it added problems.
bool CheckCalls(const GraphData& graph, int first_new_node,
                absl::FunctionRef<int(int id)> position_of, ProblemList* problems);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_
