// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_RESULTS_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_RESULTS_H_

#include <vector>

#include "framework/graph/data/graph_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// By node: does it run once in each run, whatever the graph is fed? Nodes inside of TensorFlow 1's
// loops and branches do not, and cannot be results of a graph by default: from outside they are
// many values, or none. Any graph is looked at in O(nodes + edges); one with loops that are not
// made as tf.while_loop makes them gives false behind them.
//
// Example: of Enter -> Merge -> Switch -> Exit only the Exit, whose value is the loop's, is true.
std::vector<bool> RunsAlways(const GraphData& graph);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_RESULTS_H_
