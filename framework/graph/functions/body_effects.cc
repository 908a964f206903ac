// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/body_effects.h"

#include <cstddef>

namespace opgraft_internal {
namespace {

// Is it enough to run such a node, though its op is stateful, where its value is needed?
bool OnlyReads(OpRole role) {
  return role == OpRole::kRead || role == OpRole::kArgument || role == OpRole::kPlaceholder;
}

bool HasEffects(const Node& node) {
  return node.role() == OpRole::kAssign || (node.is_stateful() && !OnlyReads(node.role()));
}

}  // namespace

std::vector<int> EffectsOf(const FunctionBody& body) {
  std::vector<int> effects = body.control_rets;
  std::vector<bool> is_there(static_cast<size_t>(body.graph.num_nodes()), false);
  for (const int id : effects) is_there[static_cast<size_t>(id)] = true;
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    if (HasEffects(body.graph.node(id)) && !is_there[static_cast<size_t>(id)])
      effects.push_back(id);
  }
  return effects;
}

}  // namespace opgraft_internal
