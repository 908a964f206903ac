// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_IMPORT_NAMES_H_
#define FRAMEWORK_GRAPH_IO_IMPORT_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/data/name_index.h"
#include "framework/graph/io/import_options.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The names of the nodes of one GraphDef, by their place in it, and the names they get in the graph
// they are added to: with a prefix, and numbers where a name is taken. Borrows the GraphDef's
// strings and the graph. Thread-compatible.
//
// Example, with prefix "p" and unique names, in a graph that has a node "p/x":
//   names.Add("x");  names.Add("y");  names.Finish();
//   names.NewName("x") is "p/x_1", names.NewName("y") is "p/y", names.Find("y") is 1
class ImportNames {
 public:
  // `graph` is read as it is now, before any node is added.
  ImportNames(const ImportGraphDefOptions& options, const GraphData& graph);

  // INVALID_ARGUMENT for a prefix that no name may begin with.
  absl::Status CheckPrefix() const;
  void Reserve(size_t count);

  // Says that the node at the next place, counted from 0, has this name. Returns the place that has
  // it already, or -1 if it is new.
  int Add(absl::string_view name);
  // Called once, when all names are there.
  void Finish();

  // -1 if there is none.
  int Find(absl::string_view name) const;
  // The nearest of all names, or "". Looks at some millions of names in all its calls, then answers
  // "".
  std::string Nearest(absl::string_view name);

  // The name in the graph. INVALID_ARGUMENT if it is taken and may not be changed.
  absl::StatusOr<std::string> NewName(absl::string_view name);
  // The name that NewName gave, or would give to a node that is not there.
  std::string RenamedNode(absl::string_view name) const;
  bool renames() const { return options_.uniquify_names || !options_.prefix.empty(); }

 private:
  absl::string_view NameAt(int place) const { return names_[static_cast<size_t>(place)]; }
  bool IsTakenInGraph(absl::string_view name) const;
  std::string FindUniqueName(absl::string_view name, absl::string_view prefix) const;
  static void AddPrefixesOf(absl::string_view name, absl::flat_hash_set<std::string>* prefixes);

  const ImportGraphDefOptions& options_;
  const GraphData& graph_;
  const int num_old_nodes_;
  // "" or ends in '/'.
  std::string prefix_;
  // By place.
  std::vector<absl::string_view> names_;
  NameIndex places_;
  int64_t nearest_budget_ = 1'000'000;
  // "a" and "a/b" of "a/b/c", of the graph's old nodes.
  absl::flat_hash_set<std::string> graph_prefixes_;
  // Of the new ones; only if names are to be made unique.
  absl::flat_hash_set<std::string> imported_prefixes_;
  absl::flat_hash_map<std::string, std::string> renamed_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_NAMES_H_
