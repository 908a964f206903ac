// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/body_shapes.h"

#include "framework/graph/data/graph_editor.h"

namespace opgraft_internal {

BodyShapes* BodyShapeMemo::Infer(const std::shared_ptr<const FunctionBody>& body,
                                 const ArgFacts& args) {
  Key key(body.get(), args.Key());
  auto known = known_.find(key);
  if (known != known_.end()) return known->second.get();
  if (!MayEnter(*body)) return InferForAnyArgs(body);
  auto owned = std::make_unique<BodyShapes>();
  BodyShapes* shapes = owned.get();
  shapes->body = body;
  shapes->facts = std::make_unique<ShapeFacts>(*body, args, &shared_, &fold_budget_);
  InferNodes(shapes);
  known_[std::move(key)] = std::move(owned);
  return shapes;
}

bool BodyShapeMemo::MayEnter(const FunctionBody& body) const {
  return !active_.contains(&body) && static_cast<int>(active_.size()) < kMaxDepth &&
         body.graph.num_nodes() <= nodes_left_;
}

BodyShapes* BodyShapeMemo::InferForAnyArgs(const std::shared_ptr<const FunctionBody>& body) {
  std::unique_ptr<BodyShapes>& shapes = for_any_args_[body.get()];
  if (shapes == nullptr) {
    shapes = std::make_unique<BodyShapes>();
    shapes->body = body;
    shapes->facts = std::make_unique<ShapeFacts>(GraphEditor::DataOf(body->graph), &fold_budget_);
    shapes->is_exact = false;
  }
  return shapes.get();
}

void BodyShapeMemo::InferNodes(BodyShapes* shapes) {
  const FunctionBody& body = *shapes->body;
  nodes_left_ -= body.graph.num_nodes();
  active_.insert(&body);
  for (int node : body.graph.topological_order()) {
    if (shapes->facts->is_argument(node)) continue;
    absl::Status status = infer_node_(node, shapes->facts.get(), this);
    if (shapes->status.ok()) shapes->status = std::move(status);
  }
  active_.erase(&body);
}

}  // namespace opgraft_internal
