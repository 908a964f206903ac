// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_INFER_NODE_SHAPES_H_
#define FRAMEWORK_GRAPH_SHAPES_INFER_NODE_SHAPES_H_

#include "absl/status/status.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The step that ShapeRefiner and the inference of bodies have in common.
//
// Infers the shapes of the outputs of one node into `facts` by its op's shape function, and by the
// functions it runs if `memo` is not null. Errors are those of ShapeRefiner::Infer; the outputs are
// then unknown.
absl::Status InferNodeShapes(int node, ShapeFacts* facts, BodyShapeMemo* memo);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_INFER_NODE_SHAPES_H_
