// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_UNNEEDED_NODES_H_
#define OPENVINO_FUSIONS_UNNEEDED_NODES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The graph without the nodes that neither one of these tensors ("x:0") nor an Assign or a node
// with bodies needs: those of layers that were fused with others. Bodies of functions stay as they
// are.
absl::StatusOr<Graph> WithoutUnneeded(const Graph& graph, const std::vector<std::string>& tensors);

// The same for a graph under construction. `needed` says by node id which nodes are needed for
// themselves; what they need is found here. `order` is a topological order of all nodes.
absl::Status RemoveUnneeded(std::vector<bool> needed, absl::Span<const int32_t> order,
                            GraphEditor* editor);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_UNNEEDED_NODES_H_
