// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_EXPORT_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_EXPORT_H_

#include "framework/types/internal_namespace.h"

namespace opgraft {
class GraphDef;
class NodeDef;
}  // namespace opgraft

namespace opgraft_internal {

struct GraphData;

// Thread-safe: the graph is read only.
//
// The node as it was read: attrs with their defaults, every control input once.
void ExportNode(const GraphData& graph, int id, NodeDef* def);

// Nodes in order, the library, the versions, and whatever else the files it was read from had.
GraphDef ExportGraph(const GraphData& graph);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_EXPORT_H_
