// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/shape_refiner.h"

#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/infer_node_shapes.h"
#include "framework/graph/shapes/shape_facts.h"

namespace opgraft_internal {

ShapeRefiner::ShapeRefiner(GraphData* data, Calls calls)
    : memo_(std::make_unique<BodyShapeMemo>(&InferNodeShapes)),
      facts_(std::make_unique<ShapeFacts>(data, memo_->fold_budget())),
      calls_(calls) {}

ShapeRefiner::~ShapeRefiner() = default;

absl::Status ShapeRefiner::Infer(int node) {
  return InferNodeShapes(node, facts_.get(), calls_ == Calls::kEnter ? memo_.get() : nullptr);
}

}  // namespace opgraft_internal
