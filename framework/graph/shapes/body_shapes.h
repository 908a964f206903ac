// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_BODY_SHAPES_H_
#define FRAMEWORK_GRAPH_SHAPES_BODY_SHAPES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The shapes inside of a function's body for one set of argument facts. Owned by a BodyShapeMemo.
struct BodyShapes {
  std::shared_ptr<const FunctionBody> body;
  std::unique_ptr<ShapeFacts> facts;
  absl::Status status;  // the first error in it
  // False if recursion or a limit kept the arguments out: shapes are then true for any arguments.
  bool is_exact = true;

  const PartialTensorShape& ResultShape(int i) const {
    return facts->ShapeOf(body->rets[static_cast<size_t>(i)]);
  }
};

// Infers the shapes in the bodies of functions, once for each set of argument facts. Bounded in
// depth and in all: beyond, and in recursion, a body gives what holds for any arguments.
// Thread-compatible.
//
// Example: f is called with float[2] here and float[3] there; Infer makes two BodyShapes of one
// body, and gives a third call with float[2] the first of them.
class BodyShapeMemo {
 public:
  // Of bodies being inferred one inside another, and of nodes inferred in all bodies.
  static constexpr int kMaxDepth = 100;
  static constexpr int64_t kMaxNodes = 1'000'000;

  // Infers the shapes of the outputs of one node (infer_node_shapes.h): it may enter bodies in its
  // turn.
  using InferNode = absl::Status (*)(int node, ShapeFacts* facts, BodyShapeMemo* memo);
  explicit BodyShapeMemo(InferNode infer_node) : infer_node_(infer_node) {}

  // Never null. Good as long as this.
  BodyShapes* Infer(const std::shared_ptr<const FunctionBody>& body, const ArgFacts& args);

  FoldBudget* fold_budget() { return &fold_budget_; }
  // Is a body being inferred now?
  bool is_in_body() const { return !active_.empty(); }
  // True for the first call with this text: a problem of a body is reported once.
  bool IsFirstReport(const std::string& problem) { return reported_.insert(problem).second; }

 private:
  using Key = std::pair<const FunctionBody*, std::string>;

  bool MayEnter(const FunctionBody& body) const;
  BodyShapes* InferForAnyArgs(const std::shared_ptr<const FunctionBody>& body);
  void InferNodes(BodyShapes* shapes);

  const InferNode infer_node_;
  FoldBudget fold_budget_;
  SharedShapes shared_;
  int64_t nodes_left_ = kMaxNodes;
  absl::flat_hash_set<const FunctionBody*> active_;
  absl::flat_hash_map<Key, std::unique_ptr<BodyShapes>> known_;
  absl::flat_hash_map<const FunctionBody*, std::unique_ptr<BodyShapes>> for_any_args_;
  absl::flat_hash_set<std::string> reported_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_BODY_SHAPES_H_
