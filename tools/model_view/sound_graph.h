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

// A graph for looking at, of a file that may be wrong: what is right in it is imported, and in the
// place of each node that is not stands another without inputs, whose outputs have the types that
// its own op or its consumers say. So the types and shapes of what is right are known.
struct SoundGraph {
  Graph graph;          // node i is the file's node i; empty if nothing can be imported
  absl::Status status;  // of importing the file as it is
  // By node: what is wrong with it, in words; "" if nothing.
  std::vector<std::string> problems;
  // Of nodes with problems, as far as they are used: DT_INVALID if nobody tells.
  absl::flat_hash_map<int, std::vector<DataType>> stand_in_types;

  // Is this node of the graph the file's own?
  bool Has(int node) const { return problems[static_cast<size_t>(node)].empty(); }
};

// Imports the file some times if it is wrong, at most twenty.
// `def` has the contents of its constants.
SoundGraph ImportSound(const GraphDef& def, const ImportOptions& options);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_SOUND_GRAPH_H_
