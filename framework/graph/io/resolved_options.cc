// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/resolved_options.h"

#include "absl/strings/str_cat.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::Status ResolvedOptions::Resolve(const Graph& graph, const ImportGraphDefResults* results) {
  OPGRAFT_RETURN_IF_ERROR(CheckResults(results));
  OPGRAFT_RETURN_IF_ERROR(ResolveMap(graph));
  return ResolveControlDependencies(graph);
}

absl::Status ResolvedOptions::CheckResults(const ImportGraphDefResults* results) const {
  const auto& options = *options_;
  if (results == nullptr) {
    if (!options.return_tensors.empty() || !options.return_nodes.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "results argument to ImportGraphDef() must be non-null if opts.",
          options.return_tensors.empty() ? "return_nodes" : "return_tensors", " is non-empty"));
    }
    return absl::OkStatus();
  }
  const bool is_empty = results->return_tensors.empty() && results->return_nodes.empty() &&
                        results->missing_unused_input_map_keys.empty();
  if (!is_empty)
    return absl::InvalidArgumentError(
        "All fields in results argument to ImportGraphDef() must be empty.");
  if (options.skip_mapped_nodes && !options.return_nodes.empty()) {
    return absl::InvalidArgumentError(
        "Requesting return_nodes with skip_mapped_nodes set is not currently supported");
  }
  return absl::OkStatus();
}

absl::Status ResolvedOptions::ResolveMap(const Graph& graph) {
  for (const auto& [key, target] : options_->input_map) {
    const std::string entry = absl::StrCat(key.ToString(), "->", target.ToString());
    const bool is_control = key.index == TensorId::kControlSlot;
    if (is_control != (target.index == TensorId::kControlSlot)) {
      return absl::InvalidArgumentError(
          absl::StrCat("input_map entry ", entry, " between control edge and non-control edge"));
    }
    const int node = graph.FindNode(target.node);
    if (node < 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "node ", Quoted(target.node), " in input_map does not exist in graph (input_map entry: ",
          entry, ")", NearestHint(graph.NearestNode(target.node))));
    }
    map_.emplace(Key(key.node, key.index), Entry{Endpoint{node, target.index}});
  }
  return absl::OkStatus();
}

absl::Status ResolvedOptions::ResolveControlDependencies(const Graph& graph) {
  for (const std::string& name : options_->control_dependencies) {
    const int node = graph.FindNode(name);
    if (node < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("node ", Quoted(name), " in control_dependencies does not exist in graph",
                       NearestHint(graph.NearestNode(name))));
    }
    control_dependencies_.push_back(node);
  }
  return absl::OkStatus();
}

const TensorContent* ResolvedOptions::ContentAt(int place) const {
  if (contents_ == nullptr) return nullptr;
  const auto found = contents_->find(place);
  return found == contents_->end() ? nullptr : &found->second;
}

const Endpoint* ResolvedOptions::Mapped(absl::string_view name, int64_t port) {
  const auto found = map_.find(Key(name, port));
  if (found == map_.end()) return nullptr;
  found->second.used = true;
  return &found->second.target;
}

std::vector<TensorId> ResolvedOptions::UnusedKeys() const {
  std::vector<TensorId> keys;
  for (const auto& [key, target] : options_->input_map) {
    if (!map_.at(Key(key.node, key.index)).used) keys.push_back(key);
  }
  return keys;
}

}  // namespace opgraft_internal
