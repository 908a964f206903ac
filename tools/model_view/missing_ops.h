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
  std::string op;    // as the file names it
  std::string here;  // as messages name it: a few ops have another name here
  bool is_tensorflows = false;
  std::string nearest;  // registered op; "" if none is near, or the op is TensorFlow's
  int64_t nodes = 0;
  std::string first;  // the first node of it; in a function: function/node
};

struct MissingOps {
  std::vector<MissingOp> ops;  // TensorFlow's first, then by nodes, most first, then by name
  int64_t nodes = 0;           // of all ops together
  int64_t nodes_seen = 0;      // of the model, with the functions that it can call
};

// The ops of a graph, and of the functions that it can call, that are neither in `ops` nor
// functions. Linear in the file.
MissingOps FindMissingOps(const GraphDef& graph, const OpRegistry& ops);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MISSING_OPS_H_
