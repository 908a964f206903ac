// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_TRANSFORMS_H_
#define FRAMEWORK_GRAPH_BUILDER_TRANSFORMS_H_

#include <string>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"

namespace opgraft {

// The graph without its Assign `node` (OpenVINO's delete_sink): its consumers get its input, what
// waited for it waits for the node of that input. The variable's ReadValue stays. NOT_FOUND with
// the nearest name; INVALID_ARGUMENT if it is not an Assign. The graph itself is not changed, and
// any number of threads may transform it at one time.
//
// Example: a model that is to keep no state of its own returns the new value instead.
//
//   OPGRAFT_ASSIGN_OR_RETURN(const Graph stateless, DeleteSink(graph, "save_total"));
absl::StatusOr<Graph> DeleteSink(const Graph& graph, const std::string& node);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_BUILDER_TRANSFORMS_H_
