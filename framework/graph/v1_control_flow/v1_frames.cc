// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_frames.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/problem_list.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// A file may nest frames as deeply as it likes.
constexpr int kMaxFrameDepth = 100;

size_t At(int i) { return static_cast<size_t>(i); }

}  // namespace

bool HasDefault(const GraphData& graph, Endpoint feed) {
  return graph.node(feed.node).op->role == OpRole::kPlaceholderWithDefault;
}

absl::StatusOr<V1Frames> V1Frames::Find(const GraphData& graph, const V1Roots& roots) {
  V1Frames frames(&graph);
  frames.kinds_ = V1KindsOf(graph);
  for (Endpoint feed : roots.feeds) {
    if (!HasDefault(graph, feed)) frames.fed_.insert(feed);
  }
  frames.FindReached(roots);
  if (!frames.has_control_flow_) return frames;
  OPGRAFT_RETURN_IF_ERROR(frames.FindFrames());
  OPGRAFT_RETURN_IF_ERROR(frames.CheckLoops());
  return frames;
}

bool V1Frames::IsFedSource(int node) const {
  const OpRole role = graph_->node(node).op->role;
  return (role == OpRole::kPlaceholder || role == OpRole::kArgument) && IsFed({node, 0});
}

void V1Frames::FindReached(const V1Roots& roots) {
  reached_.assign(graph_->nodes.size(), false);
  std::vector<int> open;
  const auto reach = [&](int node) {
    if (reached_[At(node)]) return;
    reached_[At(node)] = true;
    open.push_back(node);
  };
  for (Endpoint e : roots.fetches) {
    if (!IsFed(e)) reach(e.node);
  }
  for (int node : roots.nodes) reach(node);
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    has_control_flow_ |= KindOf(node) != V1Kind::kNone;
    for (Endpoint input : graph_->InputsOf(node)) {
      if (!IsFed(input)) reach(input.node);
    }
    for (int32_t input : graph_->ControlsOf(node)) reach(input);
  }
}

absl::Status V1Frames::FindFrames() {
  in_frame_.assign(graph_->nodes.size(), 0);
  out_frame_.assign(graph_->nodes.size(), 0);
  frames_.emplace_back();
  for (int32_t node : graph_->topological_order) {
    if (!reached_[At(node)]) continue;
    OPGRAFT_RETURN_IF_ERROR(FindFrameOf(node));
    OPGRAFT_RETURN_IF_ERROR(AddNode(node));
  }
  return absl::OkStatus();
}

absl::Status V1Frames::FindFrameOf(int node) {
  int first = -1;
  for (Endpoint input : graph_->InputsOf(node)) {
    if (IsBackEdge(node, input)) continue;
    const int frame = IsFed(input) ? 0 : out_frame_[At(input.node)];
    OPGRAFT_RETURN_IF_ERROR(JoinFrame(node, input.node, frame, &first));
  }
  for (int32_t input : graph_->ControlsOf(node))
    OPGRAFT_RETURN_IF_ERROR(JoinFrame(node, input, out_frame_[At(input)], &first));
  out_frame_[At(node)] = in_frame_[At(node)];
  return absl::OkStatus();
}

// `*first` is the first input that was looked at; -1: this is it.
absl::Status V1Frames::JoinFrame(int node, int source, int frame, int* first) {
  if (*first < 0) {
    *first = source;
    in_frame_[At(node)] = frame;
    return absl::OkStatus();
  }
  const int other = in_frame_[At(node)];
  if (other == frame) return absl::OkStatus();
  return Wrong(
      node, absl::StrCat("has inputs from different frames. The input '", graph_->node(*first).name,
                         "' is in frame '", frame_at(other).name, "'. The input '",
                         graph_->node(source).name, "' is in frame '", frame_at(frame).name, "'."));
}

int V1Frames::EnterFrame(int enter, int parent) {
  std::string name;
  // Import has checked the attr.
  GetNodeAttr(graph_->node(enter).attrs, "frame_name", &name).IgnoreError();
  const auto [it, is_new] =
      frame_ids_.try_emplace({parent, name}, static_cast<int>(frames_.size()));
  if (is_new) {
    V1Frame frame;
    frame.name = name;
    frame.parent = parent;
    frame.first_enter = enter;
    frames_.push_back(std::move(frame));
  }
  return it->second;
}

absl::Status V1Frames::AddNode(int node) {
  const int frame = in_frame_[At(node)];
  switch (KindOf(node)) {
    case V1Kind::kEnter: {
      int depth = 0;
      for (int f = frame; f > 0; f = frame_at(f).parent) ++depth;
      if (depth >= kMaxFrameDepth) return Refuse(node, "loops are nested too deeply");
      const int entered = EnterFrame(node, frame);
      out_frame_[At(node)] = entered;
      bool is_constant = false;
      GetNodeAttr(graph_->node(node).attrs, "is_constant", &is_constant).IgnoreError();
      if (is_constant) frame_at(entered).values.push_back({node, -1, -1});
      return absl::OkStatus();
    }
    case V1Kind::kExit:
      if (frame == 0) return Wrong(node, "is in no frame that it could leave");
      frame_at(frame).exits.push_back(node);
      out_frame_[At(node)] = frame_at(frame).parent;
      return absl::OkStatus();
    case V1Kind::kLoopCond:
      if (frame_at(frame).loop_cond >= 0) {
        return Refuse(node, absl::StrCat("frame '", frame_at(frame).name,
                                         "' has another LoopCond beside it: '",
                                         graph_->node(frame_at(frame).loop_cond).name, "'"));
      }
      frame_at(frame).loop_cond = node;
      return absl::OkStatus();
    case V1Kind::kMerge:
      return AddMerge(node);
    default:
      return absl::OkStatus();
  }
}

// A Merge with a NextIteration begins a loop.
absl::Status V1Frames::AddMerge(int node) {
  LoopValue value;
  value.merge = node;
  int others = 0;
  for (Endpoint input : graph_->InputsOf(node)) {
    if (IsBackEdge(node, input) && value.next < 0) {
      value.next = input.node;
    } else {
      value.enter = input.node;
      ++others;
    }
  }
  if (value.next < 0) return absl::OkStatus();
  const bool is_usual = others == 1 && KindOf(value.enter) == V1Kind::kEnter;
  if (!is_usual) return Refuse(node, "a loop's Merge needs one Enter and one NextIteration");
  const int frame = in_frame_[At(node)];
  frame_at(frame).is_loop = true;
  frame_at(frame).values.insert(frame_at(frame).values.begin(), value);
  loop_merges_.emplace(node, value);
  return absl::OkStatus();
}

absl::Status V1Frames::CheckLoops() {
  for (const V1Frame& frame : frames_) {
    if (!frame.is_loop) continue;
    if (frame.loop_cond < 0)
      return Refuse(frame.first_enter,
                    absl::StrCat("the loop of frame '", frame.name, "' has no LoopCond"));
    for (int exit : frame.exits) OPGRAFT_RETURN_IF_ERROR(CheckExit(exit));
  }
  return CheckNextIterations();
}

absl::Status V1Frames::CheckExit(int exit) const {
  const Endpoint from = graph_->InputsOf(exit)[0];
  const bool is_switched =
      KindOf(from.node) == V1Kind::kSwitch && from.port == 0 && IsLoopSwitch(from.node);
  const bool is_value = is_switched &&
                        LoopValueOf(graph_->InputsOf(from.node)[0].node) != nullptr &&
                        graph_->InputsOf(from.node)[0].port == 0;
  if (is_value && graph_->ControlsOf(exit).empty()) return absl::OkStatus();
  return Refuse(exit, "is not fed by output 0 of a Switch of one of its loop's values");
}

absl::Status V1Frames::CheckNextIterations() const {
  absl::flat_hash_set<int> used;
  for (const auto& [merge, value] : loop_merges_) {
    used.insert(value.next);
    const int frame = in_frame_[At(merge)];
    if (in_frame_[At(value.next)] != frame)
      return Wrong(value.next, absl::StrCat("goes on in another frame than that of '",
                                            graph_->node(merge).name, "'"));
  }
  for (int node = 0; node < graph_->num_nodes(); ++node) {
    if (reached_[At(node)] && KindOf(node) == V1Kind::kNextIteration && !used.contains(node))
      return Refuse(node, "leads into no Merge of a loop");
  }
  return absl::OkStatus();
}

// A frame without a loop runs once, and so does what is around it.
int V1Frames::Loop(int frame) const {
  while (frame > 0 && !frames_[At(frame)].is_loop) frame = frames_[At(frame)].parent;
  return frame;
}

int V1Frames::LoopOf(int enter_or_exit) const {
  const int frame = KindOf(enter_or_exit) == V1Kind::kExit ? in_frame_[At(enter_or_exit)]
                                                           : out_frame_[At(enter_or_exit)];
  return frame > 0 && frames_[At(frame)].is_loop ? frame : -1;
}

const LoopValue* V1Frames::LoopValueOf(int merge) const {
  const auto found = loop_merges_.find(merge);
  return found == loop_merges_.end() ? nullptr : &found->second;
}

Endpoint V1Frames::Origin(Endpoint e) const {
  const auto passes_on = [this](Endpoint at) {
    const NodeData& node = graph_->node(at.node);
    return node.op->role == OpRole::kPassOn && node.inputs.size == 1;
  };
  while (!IsFed(e) && passes_on(e)) e = graph_->InputsOf(e.node)[0];
  return e;
}

Endpoint V1Frames::ConditionOf(int switch_node) const {
  return Origin(graph_->InputsOf(switch_node)[1]);
}

bool V1Frames::IsLoopSwitch(int node) const {
  return KindOf(node) == V1Kind::kSwitch && KindOf(ConditionOf(node).node) == V1Kind::kLoopCond &&
         !IsFed(ConditionOf(node)) && FrameOf(node) > 0;
}

absl::Status V1Frames::Refuse(int node, absl::string_view text) const {
  const NodeData& data = graph_->node(node);
  return absl::UnimplementedError(
      absl::StrCat(NodeTag(data.name, data.op->op_def.name()), ": ", text,
                   "; control flow of TensorFlow 1 that is neither a tf.cond nor a tf.while_loop "
                   "cannot run"));
}

absl::Status V1Frames::Wrong(int node, absl::string_view text) const {
  const NodeData& data = graph_->node(node);
  return absl::InvalidArgumentError(
      absl::StrCat(NodeTag(data.name, data.op->op_def.name()), ": ", text));
}

}  // namespace opgraft_internal
