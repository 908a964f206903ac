// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_SIGNATURE_RESOLVER_H_
#define FRAMEWORK_RUNTIME_SIGNATURE_RESOLVER_H_

#include <vector>

#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/variables/state_index.h"
#include "framework/runtime/compile_options.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A Signature with its names looked up. Endpoints are in the order of the names.
struct ResolvedSignature {
  std::vector<Endpoint> feeds;
  std::vector<bool> optional_feeds;  // a PlaceholderWithDefault
  std::vector<Endpoint> fetches;
  std::vector<int> nodes;  // targets and sinks
};

// The signature a graph has when none is given; CompileOptions::signatures says what that is.
Signature DefaultSignature(const Graph& graph, const StateIndex& state);

// Appends to `*problems` each name that is wrong, which then is left out: NOT_FOUND with the
// nearest name for what does not exist, INVALID_ARGUMENT for a tensor fed twice or a sink that is
// none.
ResolvedSignature ResolveSignature(const Graph& graph, const StateIndex& state,
                                   const Signature& signature, std::vector<absl::Status>* problems);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_SIGNATURE_RESOLVER_H_
