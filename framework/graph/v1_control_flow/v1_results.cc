// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_results.h"

#include <algorithm>
#include <cstdint>

#include "framework/graph/data/endpoint.h"
#include "framework/graph/v1_control_flow/v1_ops.h"

namespace opgraft_internal {
namespace {

size_t At(int i) { return static_cast<size_t>(i); }

// How deep each node's outputs are in loops and branches: a Switch and an Enter go in, a Merge and
// an Exit come out.
//
// Example, a loop, of which only the Exit is outside again:
//
//   Enter 1 -> Merge 1 -> Switch 2 -> Exit 0, and Switch 2 -> Neg 2 -> NextIteration 2 -> Merge
class DepthFinder {
 public:
  explicit DepthFinder(const GraphData& graph)
      : graph_(graph), kinds_(V1KindsOf(graph)), depths_(At(graph.num_nodes()), 0) {}

  std::vector<bool> Find() {
    for (int32_t node : graph_.topological_order) depths_[At(node)] = DepthOf(node);
    std::vector<bool> runs_always;
    runs_always.reserve(depths_.size());
    for (int depth : depths_) runs_always.push_back(depth == 0);
    return runs_always;
  }

 private:
  int DepthOf(int node) const {
    switch (kinds_[At(node)]) {
      case V1Kind::kSwitch:
      case V1Kind::kEnter:
        return DepthOfInputs(node) + 1;
      case V1Kind::kMerge:
        return DepthOfMerge(node);
      case V1Kind::kExit:
        return DepthOfExit(node);
      default:
        return DepthOfInputs(node);
    }
  }

  int DepthOfData(int node) const {
    int depth = 0;
    for (Endpoint input : graph_.InputsOf(node)) {
      if (!IsBackEdge(node, input)) depth = std::max(depth, depths_[At(input.node)]);
    }
    return depth;
  }

  int DepthOfControls(int node) const {
    int depth = 0;
    for (int32_t input : graph_.ControlsOf(node)) depth = std::max(depth, depths_[At(input)]);
    return depth;
  }

  int DepthOfInputs(int node) const { return std::max(DepthOfData(node), DepthOfControls(node)); }

  // That of a loop is as deep as its Enter.
  int DepthOfMerge(int merge) const {
    const auto inputs = graph_.InputsOf(merge);
    const bool begins_loop = std::any_of(inputs.begin(), inputs.end(),
                                         [&](Endpoint input) { return IsBackEdge(merge, input); });
    if (begins_loop) return DepthOfInputs(merge);
    return std::max({DepthOfData(merge) - 1, DepthOfControls(merge), 0});
  }

  // As deep as what the loop's Enter was given.
  int DepthOfExit(int exit) const {
    int node = exit;
    for (V1Kind kind : {V1Kind::kSwitch, V1Kind::kMerge, V1Kind::kEnter}) {
      node = SourceOf(node);
      if (node < 0 || kinds_[At(node)] != kind) return DepthOfInputs(exit);
    }
    return std::max(DepthOfInputs(node), DepthOfControls(exit));
  }

  // The node of the first input that comes from before; -1: there is none.
  int SourceOf(int node) const {
    for (Endpoint input : graph_.InputsOf(node)) {
      if (!IsBackEdge(node, input)) return input.node;
    }
    return -1;
  }

  bool IsBackEdge(int node, Endpoint source) const {
    return graph_.node(node).is_merge && graph_.node(source.node).is_next_iteration;
  }

  const GraphData& graph_;
  const std::vector<V1Kind> kinds_;
  std::vector<int> depths_;  // by node
};

}  // namespace

std::vector<bool> RunsAlways(const GraphData& graph) { return DepthFinder(graph).Find(); }

}  // namespace opgraft_internal
