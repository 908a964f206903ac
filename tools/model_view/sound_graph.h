// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_SOUND_GRAPH_H_
#define TOOLS_MODEL_VIEW_SOUND_GRAPH_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// A graph to look at, of a file that may be wrong. Imports the correct nodes and replaces each
// wrong one by a stand-in without inputs, whose outputs have the types that its own op or its
// consumers give. So the types and shapes of the correct nodes are known. A value.
//
// Example: of a -> wrong -> b, node `wrong` becomes a stand-in; a and b are the file's own.
struct SoundGraph {
  // Node i is the file's node i; empty if nothing can be imported.
  Graph graph;
  // The error of importing the file as it is; OK if nothing is wrong.
  absl::Status status;
  // By node: what is wrong with it, in words; "" if nothing.
  std::vector<std::string> problems;
  // The types of the outputs of nodes with problems, as far as they are used; DT_INVALID if
  // unknown.
  absl::flat_hash_map<int, std::vector<DataType>> stand_in_types;

  // True if this node of the graph is the file's own, not a stand-in.
  bool Has(int node) const { return problems[static_cast<size_t>(node)].empty(); }
};

// Imports a graph. Of a wrong one several times, at most twenty, until the rest is right: a
// stand-in may bring another problem to light. `def` must have the contents of its constants.
SoundGraph ImportSound(const GraphDef& def, const ImportOptions& options);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_SOUND_GRAPH_H_
