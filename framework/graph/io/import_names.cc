// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/import_names.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/graph/data/name_rules.h"
#include "framework/graph/data/problem_list.h"
#include "framework/op/validate_node_def.h"
#include "framework/types/nearest.h"

namespace opgraft_internal {

ImportNames::ImportNames(const ImportGraphDefOptions& options, const GraphData& graph)
    : options_(options), graph_(graph), num_old_nodes_(graph.num_nodes()) {
  for (const NodeData& node : graph.nodes) AddPrefixesOf(node.name, &graph_prefixes_);
  if (!options.prefix.empty()) prefix_ = absl::StrCat(absl::StripSuffix(options.prefix, "/"), "/");
}

absl::Status ImportNames::CheckPrefix() const {
  if (prefix_.empty() ||
      IsValidNodeName(absl::StripSuffix(prefix_, "/"), options_.allow_internal_names))
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Imported node name prefix ", Quoted(prefix_),
                                                 " would lead to invalid node names"));
}

void ImportNames::AddPrefixesOf(absl::string_view name,
                                absl::flat_hash_set<std::string>* prefixes) {
  for (size_t slash = name.rfind('/'); slash != absl::string_view::npos && slash > 0;
       slash = name.rfind('/', slash - 1)) {
    if (!prefixes->emplace(name.substr(0, slash)).second)
      return;  // and so all shorter ones are there
  }
}

void ImportNames::Reserve(size_t count) {
  names_.reserve(count);
  places_.Reserve(count);
}

int ImportNames::Add(absl::string_view name) {
  names_.push_back(name);
  return places_.Insert(static_cast<int>(names_.size()) - 1,
                        [this](int place) { return NameAt(place); });
}

void ImportNames::Finish() {
  if (options_.uniquify_names || options_.uniquify_prefix) {
    for (absl::string_view name : names_) AddPrefixesOf(name, &imported_prefixes_);
  }
  const absl::string_view scope = absl::StripSuffix(prefix_, "/");
  if (options_.uniquify_prefix && !prefix_.empty() && IsTakenInGraph(scope)) {
    prefix_ = absl::StrCat(FindUniqueName(scope, ""), "/");
  }
}

int ImportNames::Find(absl::string_view name) const {
  return places_.Find(name, [this](int place) { return NameAt(place); });
}

std::string ImportNames::Nearest(absl::string_view name) {
  nearest_budget_ -= static_cast<int64_t>(names_.size());
  return nearest_budget_ < 0 ? "" : opgraft::Nearest(name, names_);
}

bool ImportNames::IsTakenInGraph(absl::string_view name) const {
  const int node = graph_.FindNode(name);
  return (node >= 0 && node < num_old_nodes_) || graph_prefixes_.contains(name);
}

std::string ImportNames::FindUniqueName(absl::string_view name, absl::string_view prefix) const {
  std::string candidate = absl::StrCat(prefix, name);
  for (int number = 1;; ++number) {
    const absl::string_view imported = absl::string_view(candidate).substr(prefix.size());
    const bool is_original = number == 1;
    const bool taken =
        IsTakenInGraph(candidate) ||
        (!is_original && (Find(imported) >= 0 || imported_prefixes_.contains(imported)));
    if (!taken) return candidate;
    candidate = absl::StrCat(prefix, name, "_", number);
  }
}

absl::StatusOr<std::string> ImportNames::NewName(absl::string_view name) {
  std::string new_name = absl::StrCat(prefix_, name);
  if (num_old_nodes_ == 0 || !IsTakenInGraph(new_name)) return new_name;
  if (!options_.uniquify_names) {
    return absl::InvalidArgumentError(
        absl::StrCat("Node name ", Quoted(new_name), " already exists in the Graph"));
  }
  new_name = FindUniqueName(name, prefix_);
  renamed_.emplace(name, new_name);
  return new_name;
}

std::string ImportNames::RenamedNode(absl::string_view name) const {
  const auto found = renamed_.find(name);
  return found != renamed_.end() ? found->second : absl::StrCat(prefix_, name);
}

}  // namespace opgraft_internal
