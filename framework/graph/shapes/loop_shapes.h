// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_LOOP_SHAPES_H_
#define FRAMEWORK_GRAPH_SHAPES_LOOP_SHAPES_H_

#include "absl/status/statusor.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/op/call_site.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// How many iterations a loop has, as far as the shapes of what it cuts and the values of its trip
// count and conditions are known before a run. INVALID_ARGUMENT if they contradict one another.
// `body` is what is known in the function that it repeats.
absl::StatusOr<DimRange> IterationsOf(int node, const CallSite& site, const BodyShapes& body,
                                      ShapeFacts* facts);

// The shape of a part of a tensor of `shape`.
// Example: of [6,2], cut along axis 0 into parts of 2, it is [2,2].
PartialTensorShape PartShape(const CallSite::Slices& slices, const PartialTensorShape& shape);

// The shape of what so many iterations are joined to, of which each gives a `part`. A scalar is a
// part of one element.
// Example: of parts [2,2] along axis 0 in three iterations it is [6,2].
PartialTensorShape JoinedShape(const CallSite::Slices& slices, const PartialTensorShape& part,
                               DimRange iterations);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_LOOP_SHAPES_H_
