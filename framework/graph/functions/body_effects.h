// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_BODY_EFFECTS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_BODY_EFFECTS_H_

#include <vector>

#include "framework/graph/functions/function_body.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The nodes that a function's body runs for other reasons than its results: its control results,
// what assigns, and what is stateful, but for nodes that only read or are given a value.
//
// Example: of f(x) { r = RandomUniform(); Assign v x; return Neg(x) } these are r and the Assign.
std::vector<int> EffectsOf(const FunctionBody& body);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_BODY_EFFECTS_H_
