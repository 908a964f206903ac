// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_CALL_SHAPES_H_
#define FRAMEWORK_GRAPH_SHAPES_CALL_SHAPES_H_

#include <vector>

#include "absl/status/status.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// INVALID_ARGUMENT if the static type and shape of what a branch is chosen by say that it cannot
// be. OK for nodes that are no branches.
absl::Status CheckBranchCondition(int node, const ShapeFacts& facts);

// Infers the shapes of the outputs of a node from the functions that it runs, into `facts`, where
// its shape function left them unknown; else checks that no function contradicts them. Errors are
// those of ShapeRefiner::Infer. REQUIRES: RunsBodies(its op's role).
absl::Status InferCallShapes(int node, ShapeFacts* facts, BodyShapeMemo* memo);

// What is known of the arguments of each function that a node runs. Of a loop: what holds in every
// iteration.
//
// That is found by trying: a value that a loop carries is taken to have the shape of the input that
// it starts as; its function is inferred with that; dimensions that come back different are
// forgotten, and so on until nothing changes. Example: while (...) x = concat(x, [0]) with x: [2]
// gives x: [3], so x: [?], which gives x: [?].
std::vector<ArgFacts> ArgsOfBodies(int node, const Callees& callees, ShapeFacts::Detail detail,
                                   ShapeFacts* facts, BodyShapeMemo* memo);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_CALL_SHAPES_H_
