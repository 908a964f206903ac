// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FRAMES_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FRAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/v1_control_flow/v1_ops.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What is wanted of a graph.
struct V1Roots {
  std::vector<Endpoint> feeds;
  std::vector<Endpoint> fetches;
  std::vector<int> nodes;
};

// Is it fed in some runs only, as a PlaceholderWithDefault is? Then what makes its default is
// needed.
bool HasDefault(const GraphData& graph, Endpoint feed);

// A value that a loop carries: Enter -> Merge -> Switch -> Exit, and from behind NextIteration. Ids
// of the nodes.
struct LoopValue {
  int enter = -1;
  int merge = -1;  // -1: the Enter is constant
  int next = -1;
};

// One frame: a loop, as Enters of its name make it. Frame 0 is the graph's own.
struct V1Frame {
  std::string name;
  int parent = -1;
  int first_enter = -1;
  int loop_cond = -1;
  // Those of Merges, then those of constant Enters.
  std::vector<LoopValue> values;
  std::vector<int> exits;
  // Else its nodes count as its parent's.
  bool is_loop = false;
};

// The part of a graph that some roots need, with the frame of every node. Borrows the graph.
// Immutable once found, so any thread may read it.
//
// TensorFlow 1's loops are cycles of the graph. The nodes between the Enters and the Exits of one
// frame name run once an iteration:
//
//   Enter -> Merge -> Switch -> Exit            frame 0: Enter's input, Exit
//             ^         |                       frame 1: Enter, Merge, Switch, body, NextIteration
//             |         v
//        NextIteration <- body
class V1Frames {
 public:
  // INVALID_ARGUMENT for a graph that TensorFlow refuses too, UNIMPLEMENTED for a loop that is not
  // made as tf.while_loop makes them; both name the node.
  static absl::StatusOr<V1Frames> Find(const GraphData& graph, const V1Roots& roots);

  const GraphData& graph() const { return *graph_; }
  // Does the part hold any node of control flow?
  bool has_control_flow() const { return has_control_flow_; }
  V1Kind KindOf(int node) const { return kinds_[static_cast<size_t>(node)]; }
  bool IsFed(Endpoint e) const { return fed_.contains(e); }
  // A Placeholder or an argument that is fed: it does not run, and nothing waits for it.
  bool IsFedSource(int node) const;
  // The frame that a node runs in.
  int FrameOf(int node) const { return Loop(in_frame_[static_cast<size_t>(node)]); }
  const V1Frame& frame(int id) const { return frames_[static_cast<size_t>(id)]; }
  // The frame whose value an Exit is, or an Enter goes into; -1 if that is no loop.
  int LoopOf(int enter_or_exit) const;
  // The value that is a Merge of a loop; null: it joins branches.
  const LoopValue* LoopValueOf(int merge) const;
  // The same value nearer to where it was made: behind what passes it on.
  Endpoint Origin(Endpoint e) const;
  // Where the tensor of a Switch's index comes from.
  Endpoint ConditionOf(int switch_node) const;
  // Does the Switch let a loop's value into the body?
  bool IsLoopSwitch(int node) const;
  // "node 'x' (Op): text".
  // UNIMPLEMENTED for what has no form as If or While, INVALID_ARGUMENT for what TensorFlow
  // refuses.
  absl::Status Refuse(int node, absl::string_view text) const;
  absl::Status Wrong(int node, absl::string_view text) const;

 private:
  explicit V1Frames(const GraphData* graph) : graph_(graph) {}
  // The passes of Find: what the roots need; the frame of each of these nodes, sources first; and
  // whether the loops are as tf.while_loop makes them.
  void FindReached(const V1Roots& roots);
  absl::Status FindFrames();
  absl::Status FindFrameOf(int node);
  absl::Status JoinFrame(int node, int source, int frame, int* source_of_frame);
  absl::Status AddNode(int node);
  absl::Status AddMerge(int node);
  absl::Status CheckLoops();
  absl::Status CheckExit(int exit) const;
  absl::Status CheckNextIterations() const;
  bool IsBackEdge(int merge, Endpoint source) const {
    return KindOf(merge) == V1Kind::kMerge && KindOf(source.node) == V1Kind::kNextIteration;
  }
  int EnterFrame(int enter, int parent);
  int Loop(int frame) const;
  V1Frame& frame_at(int id) { return frames_[static_cast<size_t>(id)]; }

  const GraphData* graph_;
  std::vector<V1Kind> kinds_;  // by node
  absl::flat_hash_set<Endpoint> fed_;
  std::vector<bool> reached_;  // by node
  bool has_control_flow_ = false;
  std::vector<int32_t> in_frame_;   // by node: where it runs
  std::vector<int32_t> out_frame_;  // by node: where its outputs are
  std::vector<V1Frame> frames_;
  absl::flat_hash_map<std::pair<int, std::string>, int> frame_ids_;
  absl::flat_hash_map<int, LoopValue> loop_merges_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FRAMES_H_
