// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_ops.h"

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace opgraft_internal {

V1Kind V1KindOf(absl::string_view op) {
  static const auto* const kinds = new absl::flat_hash_map<std::string, V1Kind>{
      {"Switch", V1Kind::kSwitch},
      {"RefSwitch", V1Kind::kSwitch},
      {"_SwitchN", V1Kind::kSwitch},
      {"Merge", V1Kind::kMerge},
      {"RefMerge", V1Kind::kMerge},
      {"Enter", V1Kind::kEnter},
      {"RefEnter", V1Kind::kEnter},
      {"Exit", V1Kind::kExit},
      {"RefExit", V1Kind::kExit},
      {"NextIteration", V1Kind::kNextIteration},
      {"RefNextIteration", V1Kind::kNextIteration},
      {"LoopCond", V1Kind::kLoopCond},
      {"ControlTrigger", V1Kind::kControlTrigger},
  };
  const auto found = kinds->find(op);
  return found == kinds->end() ? V1Kind::kNone : found->second;
}

std::vector<V1Kind> V1KindsOf(const GraphData& graph) {
  absl::flat_hash_map<const OpRegistrationData*, V1Kind> known;
  std::vector<V1Kind> kinds;
  kinds.reserve(graph.nodes.size());
  for (const NodeData& node : graph.nodes) {
    const auto [it, is_new] = known.try_emplace(node.op, V1Kind::kNone);
    if (is_new) it->second = V1KindOf(node.op->op_def.name());
    kinds.push_back(it->second);
  }
  return kinds;
}

}  // namespace opgraft_internal
