// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How V1Region makes items of Merges. A Merge of which one input can be alive is an alias of it;
// one whose inputs share out the branches of a condition among them is a join:
//
//   n {p is 0}   e {p is 1, q is 0}   f {p is 1, q is 1}
//   m  Merge(n, e, f)   {}   a join by p of n and an inner join by q of e and f
#include <algorithm>
#include <utility>
#include <vector>

#include "framework/graph/v1_control_flow/v1_region.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// What holds for both.
V1Path Common(const V1Path& a, const V1Path& b) {
  V1Path common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common;
}

V1Path Without(const V1Path& path, const V1Path& part) {
  V1Path rest;
  std::set_difference(path.begin(), path.end(), part.begin(), part.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

// The inputs that can be alive, and what holds for all of them.
std::vector<V1Region::Live> V1Region::LiveInputs(int merge, V1Path* common) {
  std::vector<Live> live;
  const auto inputs = graph().InputsOf(merge);
  for (size_t i = 0; i < inputs.size(); ++i) {
    V1Item value;
    AddPath(inputs[i], &value);
    if (value.is_dead) continue;
    *common = live.empty() ? value.path : Common(*common, value.path);
    live.push_back({static_cast<int>(i), inputs[i], value.path});
  }
  for (Live& value : live) value.path = Without(value.path, *common);
  return live;
}

// TensorFlow takes what comes first. That is a constant under no condition, where the others are
// under one: so has the gradient of a Gather in a branch the shape that it has in the other too.
void V1Region::KeepConstant(std::vector<Live>* live) const {
  std::vector<Live> always;
  for (const Live& value : *live) {
    if (value.path.empty()) always.push_back(value);
  }
  if (always.size() != 1) return;
  const NodeData& node = graph().node(always[0].value.node);
  if (node.op->role == OpRole::kConstant) *live = std::move(always);
}

// What a Merge waits for may be dead: it waits for the end of it, and runs.
absl::Status V1Region::AddMerge(int node, V1Item made) {
  V1Path path;
  std::vector<Live> live = LiveInputs(node, &path);
  KeepConstant(&live);
  if (live.size() > 1) {
    OPGRAFT_ASSIGN_OR_RETURN(const int join, Join(node, live, path));
    items_[static_cast<size_t>(join)].controls = made.controls;
    for (int32_t source : made.controls) Need(ItemOf(source), &items_[static_cast<size_t>(join)]);
    item_of_[node] = join;
    return absl::OkStatus();
  }
  made.kind = V1Item::Kind::kAlias;
  made.is_dead = live.empty();
  made.path = path;
  made.controls.clear();
  if (!live.empty()) {
    made.inputs = {live[0].value};
    made.indices = {live[0].index};
    Need(ItemOf(live[0].value), &made);
  }
  item_of_[node] = Push(std::move(made));
  return absl::OkStatus();
}

// The condition whose branches share out the values among them; -1: there is none.
int V1Region::ConditionOfAll(const std::vector<Live>& live) const {
  for (const auto& [number, any] : live[0].path) {
    std::vector<bool> has(static_cast<size_t>(condition(number).branches), false);
    bool all = true;
    for (const Live& value : live) {
      const int branch = BranchOf(value.path, number);
      all &= branch >= 0;
      if (branch >= 0) has[static_cast<size_t>(branch)] = true;
    }
    if (all && std::find(has.begin(), has.end(), false) == has.end()) return number;
  }
  return -1;
}

// The item that joins the values, of which one is alive where `path` holds: by one condition, whose
// branches may join several by others.
//
//   live: a {p is 0}    b {p is 1, q is 0}    c {p is 1, q is 1}
//   p is in the path of each, so the join is by p: of a and of an inner join by q of b and c
absl::StatusOr<int> V1Region::Join(int merge, const std::vector<Live>& live, const V1Path& path) {
  V1Item join;
  join.kind = V1Item::Kind::kJoin;
  join.node = merge;
  join.path = path;
  join.condition = ConditionOfAll(live);
  if (join.condition < 0)
    return frames_->Refuse(merge, "does not join the branches of one condition");
  for (int branch = 0; branch < condition(join.condition).branches; ++branch) {
    const std::vector<Live> taken = LiveInBranch(live, join.condition, branch);
    if (taken.size() == 1 && taken[0].path.empty()) {
      join.inputs.push_back(taken[0].value);
      join.indices.push_back(taken[0].index);
      Need(ItemOf(taken[0].value), &join);
      continue;
    }
    if (taken.size() == 1) return frames_->Refuse(merge, "may join nothing");
    V1Item below;
    below.path = path;
    AddLiteral(join.condition, branch, &below);
    OPGRAFT_ASSIGN_OR_RETURN(const int inner, Join(merge, taken, below.path));
    join.inputs.push_back(JoinOf(inner));
    join.indices.push_back(-1);
    Need(inner, &join);
  }
  return Push(std::move(join));
}

// The values that are alive in a branch of a condition, and what must hold for them beside that.
std::vector<V1Region::Live> V1Region::LiveInBranch(const std::vector<Live>& live, int condition,
                                                   int branch) {
  std::vector<Live> taken;
  for (const Live& value : live) {
    if (BranchOf(value.path, condition) != branch) continue;
    taken.push_back(value);
    V1Path& path = taken.back().path;
    path.erase(std::find_if(path.begin(), path.end(), [condition](const auto& literal) {
      return literal.first == condition;
    }));
  }
  return taken;
}

}  // namespace opgraft_internal
