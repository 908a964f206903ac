// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_OPS_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_OPS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/graph/data/graph_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a node does in TensorFlow's old control flow, where a tensor may be dead.
enum class V1Kind : uint8_t {
  kNone,
  // Its input is output `k` if its index is k; the other outputs are dead.
  kSwitch,
  // The one input that is alive.
  kMerge,
  // Goes into a frame.
  kEnter,
  // Leaves a frame.
  kExit,
  // Goes on to the next iteration of a frame.
  kNextIteration,
  // Says whether a loop goes on.
  kLoopCond,
  // Runs even where what it waits for is dead.
  kControlTrigger,
};

// Of an op, by its name. These are TensorFlow's names, which no role of ours stands for: what is
// not raised has no kernel.
V1Kind V1KindOf(absl::string_view op);
// By node of the graph.
std::vector<V1Kind> V1KindsOf(const GraphData& graph);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_OPS_H_
