// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_IMPORT_OPTIONS_H_
#define FRAMEWORK_GRAPH_IO_IMPORT_OPTIONS_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/data/import_limits.h"

namespace opgraft {

class CancellationManager;
class KernelRegistry;

// Called periodically during a long load: what is being done ("reading", "parsing", "checking",
// "inferring shapes"; "converting layers" of an IR, "restoring variables" of a SavedModel) and how
// much of it is done, from 0 to 1.
using ImportProgress = std::function<void(absl::string_view phase, double done)>;

// Called for input that is accepted but probably a mistake: an attr that a node's op does not have
// (with the nearest that it has), which is ignored. One text for all nodes of an op; a hundred in
// all. For the functions that the graph calls the same: one text for an op in each, and a hundred.
using ImportWarning = std::function<void(absl::string_view text)>;

// How a graph is read. A value; thread-compatible.
//
// Example:
//   ImportOptions options;
//   options.limits.max_nodes = 1000;
//   const absl::StatusOr<Graph> graph = Graph::FromFile("model.pb", options);
struct ImportOptions {
  std::shared_ptr<const KernelRegistry> registry;  // null: KernelRegistry::Global()
  ImportLimits limits;
  ImportProgress progress;  // may be null
  ImportWarning warning;    // may be null
  // May be null. Once it is cancelled, from any thread, the load ends soon with CANCELLED.
  CancellationManager* cancellation_manager = nullptr;
  // Constants of a binary GraphDef file stay in the file where they are aligned (`opgraft convert`
  // aligns them): their memory is the file's, mapped privately, and comes in when it is read. The
  // file must then not be changed in place while graph or model are in use; replacing it by another
  // is fine.
  bool map_constants = true;
};

// "node:port" or "^node". A value; thread-compatible.
//
// Example: `ParseTensorName("split:1")` is {"split", 1}.
struct TensorId {
  static constexpr int kControlSlot = -1;
  std::string node;
  int index = 0;
  std::string ToString() const;
  friend bool operator<(const TensorId& a, const TensorId& b) {
    return std::tie(a.node, a.index) < std::tie(b.node, b.index);
  }
  friend bool operator==(const TensorId& a, const TensorId& b) {
    return a.node == b.node && a.index == b.index;
  }
};
// As TensorFlow's: "^x" -> (x, -1), "x:3" -> (x, 3), "x" -> (x, 0), anything else is all name.
TensorId ParseTensorName(absl::string_view name);

// TensorFlow's ImportGraphDefOptions, field for field. A value; thread-compatible.
//
// Example:
//   ImportGraphDefOptions options;
//   options.return_tensors = {{"logits", 0}};
//   ImportGraphDefResults results;
//   OPGRAFT_RETURN_IF_ERROR(ImportGraphDef(options, def, &graph, &results));
struct ImportGraphDefOptions : ImportOptions {
  // Before the names of the new nodes, with a '/' between.
  std::string prefix;
  bool uniquify_names = false;
  bool uniquify_prefix = false;
  // Tensors of the GraphDef that tensors of the graph stand for. "^x" stands for control inputs.
  std::map<TensorId, TensorId> input_map;
  // Leaves out nodes whose outputs are all mapped.
  bool skip_mapped_nodes = false;
  // Nodes of the graph that the new ones wait for.
  std::vector<std::string> control_dependencies;
  // What ImportGraphDefResults is to hold.
  std::vector<TensorId> return_tensors;
  std::vector<std::string> return_nodes;
  bool validate_colocation_constraints = true;
  bool validate_shape = true;
  std::string default_device;
  bool allow_internal_names = false;  // names that start with '_'
};

// What an import was asked for, in the order in which it was. A value; thread-compatible.
struct ImportGraphDefResults {
  std::vector<Endpoint> return_tensors;
  // Node ids.
  std::vector<int> return_nodes;
  // Keys of input_map that nothing used, and that the GraphDef does not have.
  std::vector<TensorId> missing_unused_input_map_keys;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_OPTIONS_H_
