// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/need_analysis.h"

#include <algorithm>
#include <utility>

namespace opgraft_internal {
namespace {

// A few tenths of a second. Conditions grow exponentially where the inits of each layer of
// variables need all of the next: n layers of two variables give 2^n clauses.
constexpr int64_t kMaxCost = int64_t{1} << 27;

bool Includes(const std::vector<int32_t>& larger, const std::vector<int32_t>& smaller) {
  return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

}  // namespace

int64_t Condition::CostOfOr(const Condition& other) const {
  if (other.clauses_.empty()) return 1;
  return static_cast<int64_t>((1 + clauses_.size()) * other.clauses_.size() *
                              other.clauses_.front().size());
}

void Condition::Or(const Condition& other) {
  if (always_ || other.never()) return;
  if (other.always_) {
    *this = Always();
    return;
  }
  for (const std::vector<int32_t>& clause : other.clauses_) {
    // A clause with fewer variables holds more often: {a} makes {a, b} superfluous.
    bool implied = false;
    for (const auto& mine : clauses_) implied = implied || Includes(clause, mine);
    if (implied) continue;
    clauses_.erase(std::remove_if(clauses_.begin(), clauses_.end(),
                                  [&](const auto& mine) { return Includes(mine, clause); }),
                   clauses_.end());
    clauses_.insert(std::upper_bound(clauses_.begin(), clauses_.end(), clause), clause);
  }
}

Condition Condition::AndUnset(int32_t variable) const {
  Condition result;
  if (always_) {
    result.clauses_.push_back({variable});
    return result;
  }
  for (std::vector<int32_t> clause : clauses_) {
    auto it = std::lower_bound(clause.begin(), clause.end(), variable);
    if (it == clause.end() || *it != variable) clause.insert(it, variable);
    Condition one;
    one.clauses_.push_back(std::move(clause));
    result.Or(one);
  }
  return result;
}

Needs AnalyzeNeeds(const Graph& graph, const NeedRoots& roots,
                   const absl::flat_hash_set<Endpoint>& fed,
                   const std::function<int32_t(const Node&)>& variable_of) {
  Needs needs;
  needs.nodes.resize(graph.num_nodes());
  int64_t cost_left = kMaxCost;
  int at = -1;  // the node whose inputs are looked at
  auto charge = [&](int64_t cost) {
    cost_left -= cost;
    if (cost_left < 0 && needs.gave_up_at < 0) needs.gave_up_at = at;
    return cost_left >= 0;
  };
  auto add = [&](const Condition& when, Condition* to) {
    to->Or(charge(to->CostOfOr(when)) || when.never() ? when : Condition::Always());
  };
  auto need = [&](Endpoint tensor, const Condition& when) {
    add(when, fed.contains(tensor) ? &needs.feeds[tensor] : &needs.nodes[tensor.node]);
  };
  for (Endpoint tensor : roots.tensors) need(tensor, Condition::Always());
  for (int node : roots.nodes) needs.nodes[node] = Condition::Always();
  const auto order = graph.topological_order();
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    at = *it;
    const Condition when = needs.nodes[at];
    if (when.never()) continue;
    const Node node = graph.node(at);
    const int32_t variable = variable_of(node);
    const bool may_grow = variable >= 0 && charge(when.CostOfOr(when));
    const Condition data = may_grow ? when.AndUnset(variable) : when;
    for (Endpoint input : node.inputs()) need(input, data);
    for (int32_t input : node.control_inputs()) add(when, &needs.nodes[input]);
  }
  return needs;
}

}  // namespace opgraft_internal
