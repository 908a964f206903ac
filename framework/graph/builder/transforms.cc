// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/transforms.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/variables/state_index.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

absl::StatusOr<int> FindAssign(const Graph& graph, const std::string& node) {
  const int id = graph.FindNode(node);
  if (id < 0) {
    return absl::NotFoundError(
        absl::StrCat("there is no node ", Quoted(node), NearestHint(graph.NearestNode(node))));
  }
  if (graph.node(id).role() == OpRole::kAssign) return id;
  return absl::InvalidArgumentError(
      absl::StrCat(NodeTag(node, graph.node(id).op()), " is no Assign"));
}

}  // namespace

absl::StatusOr<Graph> DeleteSink(const Graph& graph, const std::string& node) {
  OPGRAFT_ASSIGN_OR_RETURN(const int id, FindAssign(graph, node));
  GraphEditor editor(graph);
  const Endpoint source = editor.data().InputsOf(id)[0];
  OPGRAFT_RETURN_IF_ERROR(editor.RewireUses({id, 0}, source));
  editor.RewireControls(id, source.node);
  OPGRAFT_RETURN_IF_ERROR(editor.Remove(id));
  return std::move(editor).Finish();
}

}  // namespace opgraft
