// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_NODE_PATH_H_
#define TOOLS_MODEL_VIEW_NODE_PATH_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A node of a graph or of a function's body. A value.
struct FoundNode {
  // The graph that has the node: the model's, or a function's body.
  Graph graph;
  int id;
  bool is_in_function = false;
  Node node() const { return graph.node(id); }
};

// The node at a path as NodeProfile has them: its name; in a function call/function/node, at any
// depth; or, whoever calls it, function/node. NOT_FOUND with the nearest name of the graph, or of
// the function that the path leads into.
absl::StatusOr<FoundNode> FindNodeAt(const Graph& graph, absl::string_view path);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_NODE_PATH_H_
