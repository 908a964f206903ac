// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/unneeded_nodes.h"

#include <utility>

#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

bool IsKeptAnyway(OpRole role) { return role == OpRole::kAssign || RunsBodies(role); }

}  // namespace

absl::Status RemoveUnneeded(std::vector<bool> needed, absl::Span<const int32_t> order,
                            GraphEditor* editor) {
  // From the last: when a node's turn comes, all that use it are decided.
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    if (!needed[static_cast<size_t>(*id)] && !IsKeptAnyway(editor->data().node(*id).op->role)) {
      OPGRAFT_RETURN_IF_ERROR(editor->Remove(*id));
      continue;
    }
    for (const Endpoint& input : editor->data().InputsOf(*id))
      needed[static_cast<size_t>(input.node)] = true;
    for (const int32_t control : editor->data().ControlsOf(*id))
      needed[static_cast<size_t>(control)] = true;
  }
  return absl::OkStatus();
}

absl::StatusOr<Graph> WithoutUnneeded(const Graph& graph, const std::vector<std::string>& tensors) {
  std::vector<bool> needed(static_cast<size_t>(graph.num_nodes()), false);
  for (const std::string& tensor : tensors) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint found, graph.FindTensor(tensor));
    needed[static_cast<size_t>(found.node)] = true;
  }
  GraphEditor editor(graph);
  OPGRAFT_RETURN_IF_ERROR(RemoveUnneeded(std::move(needed), graph.topological_order(), &editor));
  return std::move(editor).Finish();
}

}  // namespace opgraft_internal
