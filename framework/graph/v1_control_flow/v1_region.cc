// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_region.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

// A walk from the roots back to what is there from the beginning makes an item of each node,
// sources first. An item's path says which branch each condition must take for it to be alive: that
// of all its sources together; an output of a Switch adds one literal, a Merge takes those away
// that its inputs share out among them.
//
//   x             {}
//   s  Switch(x, p)   {}          an alias of x
//   n  Neg(s:0)   {p is 0}        from the Switch's output 0
//   e  Exp(s:1)   {p is 1}
//   m  Merge(n, e)    {}          p's branches are all there: a join by p

namespace opgraft_internal {
namespace {

// Conditions that one node may depend on. Each node keeps its own.
constexpr size_t kMaxPath = 64;
constexpr int kOpen = -2;

auto FindIn(V1Path& path, int condition) {
  return std::lower_bound(path.begin(), path.end(), std::make_pair(condition, 0));
}

}  // namespace

int BranchOf(const V1Path& path, int condition) {
  for (const auto& [number, branch] : path) {
    if (number == condition) return branch;
  }
  return -1;
}

V1Region::V1Region(const V1Frames* frames, Bounds bounds)
    : frames_(frames), bounds_(std::move(bounds)), first_join_(frames->graph().num_nodes()) {
  for (Endpoint arg : bounds_.args) arg_nodes_.insert(arg.node);
}

absl::StatusOr<V1Region> V1Region::Make(const V1Frames* frames, Bounds bounds) {
  V1Region region(frames, std::move(bounds));
  OPGRAFT_RETURN_IF_ERROR(region.Walk());
  return region;
}

absl::Status V1Region::Walk() {
  for (Endpoint root : bounds_.roots) {
    if (!IsArg(root)) OPGRAFT_RETURN_IF_ERROR(WalkFrom(KeyOf(root.node)));
  }
  for (int root : bounds_.root_nodes) {
    if (IsGiven(root)) continue;
    OPGRAFT_RETURN_IF_ERROR(WalkFrom(KeyOf(root)));
  }
  for (Endpoint root : bounds_.roots) OPGRAFT_RETURN_IF_ERROR(AddFetch(root));
  return absl::OkStatus();
}

absl::Status V1Region::AddFetch(Endpoint root) {
  V1Item value;
  AddPath(root, &value);
  fetch_items_.push_back(-1);
  if (value.path.empty() && !value.is_dead) return absl::OkStatus();
  if (!bounds_.may_be_dead) return frames_->Refuse(root.node, "may be dead in a loop's iteration");
  V1Item fetch;
  fetch.kind = V1Item::Kind::kFetch;
  fetch.node = root.node;
  fetch.inputs = {root};
  fetch.value_path = value.path;
  fetch.indices = {value.is_dead ? 0 : 1};
  Need(ItemOf(root), &fetch);
  fetch_items_.back() = Push(std::move(fetch));
  return absl::OkStatus();
}

// A loop is met by any of its Exits; one stands for all.
int V1Region::KeyOf(int node) const {
  if (frames_->KindOf(node) != V1Kind::kExit) return node;
  const int loop = frames_->LoopOf(node);
  return loop < 0 ? node : frames_->frame(loop).exits.front();
}

absl::Status V1Region::CheckFrame(int node) const {
  const bool is_exit = frames_->KindOf(node) == V1Kind::kExit && frames_->LoopOf(node) >= 0;
  int frame = frames_->FrameOf(node);
  if (is_exit) {
    frame = frames_->frame(frames_->LoopOf(node)).parent;
    while (frame > 0 && !frames_->frame(frame).is_loop) frame = frames_->frame(frame).parent;
  }
  if (frame == bounds_.frame) return absl::OkStatus();
  return frames_->Refuse(
      node, absl::StrCat("is inside of the loop of frame '", frames_->frame(frame).name,
                         "', and asked for from outside"));
}

// Depth first, without recursion: a node becomes an item when all its sources have.
absl::Status V1Region::WalkFrom(int root) {
  if (item_of_.contains(root)) return absl::OkStatus();
  std::vector<OpenNode> open;
  OPGRAFT_RETURN_IF_ERROR(Open(root, &open));
  while (!open.empty()) {
    OpenNode& top = open.back();
    if (top.next == top.sources.data.size() + top.sources.controls.size()) {
      OpenNode done = std::move(top);
      open.pop_back();
      OPGRAFT_RETURN_IF_ERROR(Add(done.node, std::move(done.sources)));
      continue;
    }
    const int source = KeyOf(top.TakeNext());
    const auto found = item_of_.find(source);
    if (found == item_of_.end()) {
      OPGRAFT_RETURN_IF_ERROR(Open(source, &open));
    } else if (found->second == kOpen) {
      return frames_->Wrong(source, "waits for itself, around the loops of its graph");
    }
  }
  return absl::OkStatus();
}

absl::Status V1Region::Open(int node, std::vector<OpenNode>* open) {
  OPGRAFT_RETURN_IF_ERROR(CheckFrame(node));
  OPGRAFT_ASSIGN_OR_RETURN(Sources sources, SourcesOf(node));
  item_of_[node] = kOpen;
  open->push_back({node, std::move(sources), 0});
  return absl::OkStatus();
}

int V1Region::OpenNode::TakeNext() {
  const size_t i = next++;
  return i < sources.data.size() ? sources.data[i].node : sources.controls[i - sources.data.size()];
}

absl::StatusOr<V1Region::Sources> V1Region::SourcesOf(int node) const {
  const V1Kind kind = frames_->KindOf(node);
  if (kind == V1Kind::kExit && frames_->LoopOf(node) >= 0)
    return SourcesOfLoop(frames_->LoopOf(node));
  if (kind == V1Kind::kEnter && frames_->LoopOf(node) >= 0)
    return frames_->Refuse(node, "is used beside its Merge, and is not constant");
  if (kind == V1Kind::kNextIteration) return frames_->Refuse(node, "is used beside its Merge");
  if (kind == V1Kind::kMerge && frames_->LoopValueOf(node) != nullptr)
    return frames_->Refuse(node, "is a loop's, and its index or what it waits for is asked for");
  Sources sources;
  const auto inputs = graph().InputsOf(node);
  const bool is_loop_switch = frames_->IsLoopSwitch(node);
  for (size_t i = 0; i < (is_loop_switch ? 1 : inputs.size()); ++i) {
    if (!IsArg(inputs[i])) sources.data.push_back(inputs[i]);
  }
  for (int32_t control : graph().ControlsOf(node)) {
    if (!IsGiven(control)) sources.controls.push_back(control);
  }
  return sources;
}

V1Region::Sources V1Region::SourcesOfLoop(int frame) const {
  Sources sources;
  for (const LoopValue& value : frames_->frame(frame).values) {
    const Endpoint first = graph().InputsOf(value.enter)[0];
    if (!IsArg(first)) sources.data.push_back(first);
    for (int32_t control : graph().ControlsOf(value.enter)) {
      if (!IsGiven(control)) sources.controls.push_back(control);
    }
  }
  return sources;
}

int V1Region::ItemOf(int node) const {
  const auto found = item_of_.find(KeyOf(node));
  return found == item_of_.end() ? -1 : found->second;
}

int V1Region::ItemOf(Endpoint e) const {
  if (e.node >= first_join_) return e.node - first_join_;
  return IsArg(e) ? -1 : ItemOf(e.node);
}

Endpoint V1Region::Resolve(Endpoint e) const {
  while (e.node < first_join_ && !IsArg(e)) {
    const int id = ItemOf(e.node);
    if (id < 0) return e;
    const V1Item& found = item(id);
    if (found.kind == V1Item::Kind::kJoin) return {first_join_ + id, e.port};
    const bool is_index = frames_->KindOf(e.node) == V1Kind::kMerge && e.port == 1;
    if (found.kind != V1Item::Kind::kAlias || found.inputs.empty() || is_index) return e;
    e = found.inputs[0];
  }
  return e;
}

int V1Region::Push(V1Item item) {
  items_.push_back(std::move(item));
  return static_cast<int>(items_.size()) - 1;
}

void V1Region::Need(int needed, V1Item* user) {
  if (needed < 0) return;
  if (std::find(user->needs.begin(), user->needs.end(), needed) == user->needs.end())
    user->needs.push_back(needed);
}

void V1Region::AddLiteral(int condition, int branch, V1Item* item) {
  const auto at = FindIn(item->path, condition);
  if (at == item->path.end() || at->first != condition) {
    item->path.insert(at, {condition, branch});
  } else if (at->second != branch) {
    item->is_dead = true;
  }
}

void V1Region::AddItemPath(int source, V1Item* user) {
  if (source < 0) return;
  user->is_dead |= item(source).is_dead;
  for (const auto& [condition, branch] : item(source).path) AddLiteral(condition, branch, user);
}

void V1Region::AddPath(Endpoint source, V1Item* user) {
  if (IsArg(source)) return;
  AddItemPath(ItemOf(source), user);
  const bool decides =
      frames_->KindOf(source.node) == V1Kind::kSwitch && !frames_->IsLoopSwitch(source.node);
  if (decides) AddSwitchOutput(source, user);
}

void V1Region::AddSwitchOutput(Endpoint output, V1Item* user) {
  const Endpoint decides = frames_->ConditionOf(output.node);
  const auto known = bounds_.known.find({decides, graph().NumOutputs(output.node)});
  if (known == bounds_.known.end()) {
    AddLiteral(ConditionNumber(output.node), output.port, user);
  } else if (known->second != output.port) {
    user->is_dead = true;
  }
}

int V1Region::ConditionNumber(int switch_node) {
  const Endpoint value = frames_->ConditionOf(switch_node);
  const int branches = graph().NumOutputs(switch_node);
  const auto [it, is_new] = condition_numbers_.try_emplace(std::make_pair(value, branches),
                                                           static_cast<int>(conditions_.size()));
  if (is_new) conditions_.push_back({value, branches, switch_node});
  return it->second;
}

void V1Region::AddNeeds(const Sources& sources, V1Item* item) {
  absl::flat_hash_set<int> seen;
  const auto need = [&](int id) {
    if (id >= 0 && seen.insert(id).second) item->needs.push_back(id);
  };
  for (Endpoint source : sources.data) need(ItemOf(source));
  for (int32_t source : sources.controls) need(ItemOf(source));
}

absl::Status V1Region::Add(int node, Sources sources) {
  V1Item made;
  made.node = node;
  made.controls = sources.controls;
  const V1Kind kind = frames_->KindOf(node);
  if (kind == V1Kind::kMerge) return AddMerge(node, std::move(made));
  // A ControlTrigger waits for the end of what may be dead, as a Merge does, and runs.
  if (kind != V1Kind::kControlTrigger) {
    for (int32_t source : sources.controls) AddItemPath(ItemOf(source), &made);
  }
  AddNeeds(sources, &made);
  for (Endpoint source : sources.data) AddPath(source, &made);
  const auto inputs = graph().InputsOf(node);
  made.inputs.assign(inputs.begin(), inputs.end());
  if (kind == V1Kind::kExit && frames_->LoopOf(node) >= 0) {
    made.kind = V1Item::Kind::kLoop;
    made.frame = frames_->LoopOf(node);
    made.inputs = sources.data;
  } else if (kind != V1Kind::kNone && kind != V1Kind::kControlTrigger) {
    made.kind = V1Item::Kind::kAlias;
    made.inputs.resize(1);
  }
  // No If has the form of what depends on so many.
  if (made.path.size() > kMaxPath) return frames_->Refuse(node, "depends on too many conditions");
  item_of_[node] = Push(std::move(made));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
