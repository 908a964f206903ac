// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_

#include <functional>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class ProblemList;
struct GraphData;

// As ImportOptions::warning.
using CallWarning = std::function<void(absl::string_view text)>;

// Checks the functions that the nodes just imported use: that they exist, that the branches of an
// If fit it, and the bodies of all that are called, at any depth; a recursive one is looked at
// once. The new nodes are those from `first_new_node` on; `position_of` says where in the report
// what is wrong with one of them stands. `warning`, which may be null, is told what was noticed
// when a body was made, a hundred texts at most. False if it added problems.
//
// Example: y = f(x) where the body of f names an op that is not registered gives one problem at y,
// however many nodes call f.
bool CheckCalls(const GraphData& graph, int first_new_node,
                absl::FunctionRef<int(int id)> position_of, const CallWarning& warning,
                ProblemList* problems);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_
