// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_MISSING_OPS_H_
#define TOOLS_MODEL_VIEW_MISSING_OPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/op/op_registry.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// An op of a model that is not registered.
struct MissingOp {
  // The op as the file names it.
  std::string op;
  // The op as messages name it: a few ops have another name in Opgraft.
  std::string here;
  bool is_tensorflows = false;
  // The registered op with the nearest name; "" if none is near, or the op is TensorFlow's.
  std::string nearest;
  int64_t nodes = 0;
  // The first node with this op; in a function as function/node.
  std::string first;
};

// What FindMissingOps has found. Plain data.
struct MissingOps {
  // TensorFlow's first, then by nodes, most first, then by name.
  std::vector<MissingOp> ops;
  // Nodes of all these ops together.
  int64_t nodes = 0;
  // Nodes of the model, with the functions that it can call, and without them.
  int64_t nodes_seen = 0;
  int64_t graph_nodes = 0;
};

// The ops of a graph, and of the functions that it can call, that are neither in `ops` nor
// functions. Takes time linear in the file.
MissingOps FindMissingOps(const GraphDef& graph, const OpRegistry& ops);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MISSING_OPS_H_
