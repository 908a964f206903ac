// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_LOAD_GRAPH_H_
#define TOOLS_CLI_LOAD_GRAPH_H_

#include <string>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Graph::FromFile with progress on standard error when it takes long.
absl::StatusOr<Graph> LoadGraph(const std::string& path);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_LOAD_GRAPH_H_
