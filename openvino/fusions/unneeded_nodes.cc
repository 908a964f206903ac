// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/unneeded_nodes.h"

#include <utility>

#include "framework/graph/data/graph_editor.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

bool IsKeptAnyway(const Node& node) {
  return node.role() == OpRole::kAssign || RunsBodies(node.role());
}

}  // namespace

absl::StatusOr<Graph> WithoutUnneeded(const Graph& graph, const std::vector<std::string>& tensors) {
  std::vector<bool> needed(static_cast<size_t>(graph.num_nodes()), false);
  for (const std::string& tensor : tensors) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint found, graph.FindTensor(tensor));
    needed[static_cast<size_t>(found.node)] = true;
  }
  const absl::Span<const int32_t> order = graph.topological_order();
  GraphEditor editor(graph);
  // From the last: when a node's turn comes, all that use it are decided.
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    if (!needed[static_cast<size_t>(*id)] && !IsKeptAnyway(graph.node(*id))) {
      OPGRAFT_RETURN_IF_ERROR(editor.Remove(*id));
      continue;
    }
    for (const Endpoint& input : editor.data().InputsOf(*id))
      needed[static_cast<size_t>(input.node)] = true;
    for (const int32_t control : editor.data().ControlsOf(*id))
      needed[static_cast<size_t>(control)] = true;
  }
  return std::move(editor).Finish();
}

}  // namespace opgraft_internal
