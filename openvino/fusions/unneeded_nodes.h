// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_UNNEEDED_NODES_H_
#define OPENVINO_FUSIONS_UNNEEDED_NODES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The graph without the nodes that neither one of the tensors of these names ("x:0") nor an Assign
// or a node with bodies needs: what is left of layers that became one with others. Bodies of
// functions stay.
absl::StatusOr<Graph> WithoutUnneeded(const Graph& graph, const std::vector<std::string>& tensors);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_UNNEEDED_NODES_H_
