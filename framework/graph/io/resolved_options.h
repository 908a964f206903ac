// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_RESOLVED_OPTIONS_H_
#define FRAMEWORK_GRAPH_IO_RESOLVED_OPTIONS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/large_contents.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// ImportGraphDefOptions with its names looked up in the graph that is added to, and what the
// GraphDef has left outside. Borrows both. Thread-compatible: Mapped marks what was asked for.
//
// Example: with input_map {{"x", 0}: {"a", 1}} and the graph's node "a" of id 7,
//   resolved.Mapped("x", 0) is {7, 1}, resolved.Mapped("y", 0) is null
class ResolvedOptions {
 public:
  explicit ResolvedOptions(const ImportGraphDefOptions& options,
                           const LargeContents* contents = nullptr)
      : options_(&options), contents_(contents) {}

  // INVALID_ARGUMENT if an entry of input_map or control_dependencies names what `graph` does not
  // have, or mixes a control edge with a tensor; if `results` is absent or not empty; for
  // return_nodes with skip_mapped_nodes.
  absl::Status Resolve(const Graph& graph, const ImportGraphDefResults* results);

  const ImportGraphDefOptions& get() const { return *options_; }
  // The contents of the constant that stands at `place`, if they are not in the GraphDef; else
  // null.
  const TensorContent* ContentAt(int place) const;
  const std::vector<int32_t>& control_dependencies() const { return control_dependencies_; }

  // What stands for output `port` (or TensorId::kControlSlot) of node `name` of the imported graph;
  // port -1 of the endpoint for a node, null if it is not mapped. Marks the entry as used.
  const Endpoint* Mapped(absl::string_view name, int64_t port);
  // The same without the mark.
  bool IsMapped(absl::string_view name, int64_t port) const {
    return map_.contains(Key(name, port));
  }
  // The entries that Mapped was not asked for.
  std::vector<TensorId> UnusedKeys() const;

 private:
  using Key = std::pair<absl::string_view, int64_t>;
  struct Entry {
    Endpoint target;
    bool used = false;
  };
  absl::Status ResolveMap(const Graph& graph);
  absl::Status ResolveControlDependencies(const Graph& graph);
  absl::Status CheckResults(const ImportGraphDefResults* results) const;

  const ImportGraphDefOptions* options_;
  const LargeContents* contents_;  // may be null
  absl::flat_hash_map<Key, Entry> map_;
  std::vector<int32_t> control_dependencies_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_RESOLVED_OPTIONS_H_
