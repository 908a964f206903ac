// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_VARIABLES_VARIABLE_PATHS_H_
#define FRAMEWORK_GRAPH_VARIABLES_VARIABLE_PATHS_H_

#include "framework/graph/data/graph.h"
#include "framework/graph/variables/state_index.h"
#include "framework/graph/variables/variable_problem.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Tells of every variable that some path reads twice or assigns twice, naming both nodes; of a
// hundred at most.
// A path takes one branch of an If or Case and all else; a function called twice counts twice. The
// same for one that is both inside and outside a loop: the iterations of a loop have its variables
// to themselves. Each function is looked at once, so 2^n calls cost n. Also: a function that holds
// state and calls itself, or state below more than kMaxStateDepth calls; then false.
inline constexpr int kMaxStateDepth = 100;
bool CheckVariablePaths(const Graph& graph, const StateIndex& index,
                        const TellVariableProblem& tell);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_VARIABLES_VARIABLE_PATHS_H_
