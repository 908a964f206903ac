// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_BODY_CHECKS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_BODY_CHECKS_H_

#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class StatefulOpFinder;
struct GraphData;

// Thread-safe but for `stateful_ops`.
//
// Everything wrong with the functions that a node's attrs name for it to run, judged by their
// signatures: one that is not in the library (NOT_FOUND, with the nearest name), counts and types
// of arguments and results that are not what the node gives and takes (INVALID_ARGUMENT), a
// stateful op at any depth below a branch or loop whose op is not stateful. Does not instantiate
// functions. The messages do not name the node. `stateful_ops` is of the library. REQUIRES:
// RunsBodies(its op's role).
std::vector<absl::Status> CheckBodies(const GraphData& graph, int node,
                                      StatefulOpFinder* stateful_ops);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_BODY_CHECKS_H_
