// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_TOPOLOGICAL_ORDER_H_
#define FRAMEWORK_GRAPH_DATA_TOPOLOGICAL_ORDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

struct GraphData;

// What SortTopologically found.
struct TopologicalOrder {
  // Node ids, each after all it needs; of nodes that could go either way, the lowest id goes first.
  std::vector<int32_t> order;
  // Cycles that share no node, each along its edges: every node feeds the next one, the last one
  // the first. At least one if `order` lacks nodes.
  std::vector<std::vector<int32_t>> cycles;
};

// Orders all nodes by their data and control inputs. An edge from a NextIteration into a Merge
// closes a loop: it does not count. Inputs that are not known (node -1) do not count either.
//
// Kahn's algorithm: each node counts the sources it waits for; nodes that wait for none are ready;
// the ready node of the lowest id goes next and takes one off the count of each of its consumers.
// For example, with edges 2 -> 0 -> 3 and 1 -> 3,
//
//     ready   {1, 2}   {2}   {0}   {3}
//     next      1       2     0     3
//
// Nodes that never become ready are on a cycle or behind one. Linear but for the heap of the nodes
// that are ready.
TopologicalOrder SortTopologically(const GraphData& graph);

// "3 nodes in a cycle: a -> b -> c -> a"; of long ones the beginning.
std::string DescribeCycle(const GraphData& graph, const std::vector<int32_t>& cycle);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_TOPOLOGICAL_ORDER_H_
