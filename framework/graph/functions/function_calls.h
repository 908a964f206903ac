// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_CALLS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_CALLS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/op/call_site.h"
#include "framework/op/op_registry.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

struct GraphData;

// The functions a node runs: its call site, and each of the site's bodies instantiated. A value;
// the bodies are shared with the library. `bodies[i]` is the function of `site.bodies[i]`.
struct Callees {
  CallSite site;
  std::vector<std::shared_ptr<const FunctionBody>> bodies;
};

// The call site of a node; errors are MakeCallSite's. REQUIRES: RunsBodies(its op's role).
absl::StatusOr<CallSite> CallSiteOf(const GraphData& graph, int node);

// The functions that a node runs, instantiated. Errors are FunctionLibrary's and MakeCallSite's.
// REQUIRES: RunsBodies(its op's role).
absl::StatusOr<Callees> CalleesOf(const GraphData& graph, int node,
                                  const FunctionLibrary& functions);
absl::StatusOr<Callees> CalleesOf(const Node& node, const FunctionLibrary& functions);

// Where a result of a body comes from: through nodes that pass it on.
// Example: of f(x) { y = Identity(x); return y } result 0 comes from the argument x.
Endpoint SourceOf(const FunctionBody& body, int result);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_CALLS_H_
