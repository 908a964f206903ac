// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/need_analysis.h"

#include <algorithm>
#include <utility>

namespace opgraft_internal {
namespace {

// A few tenths of a second.
constexpr int64_t kMaxCost = int64_t{1} << 27;
// Of a condition that a node has for itself.
constexpr size_t kMaxLiterals = 64;
// Literals that the evaluation of one guard may look at. It grows exponentially where the inits of
// each layer of variables need all of the next: n layers of two variables give 2^n clauses.
constexpr int64_t kMaxGuardCost = int64_t{1} << 17;
// What a guard within a guard costs besides if it is evaluated by recursion: limits its depth.
constexpr int64_t kRecursionCost = 1000;

bool Includes(const std::vector<int32_t>& larger, const std::vector<int32_t>& smaller) {
  return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

// A clause with fewer variables holds more often: {a} makes {a, b} superfluous.
void DropSuperfluous(const std::vector<int32_t>& beside, Guard* clauses) {
  clauses->erase(std::remove_if(clauses->begin(), clauses->end(),
                                [&](const auto& clause) { return Includes(clause, beside); }),
                 clauses->end());
}

}  // namespace

size_t Condition::num_literals() const {
  size_t count = 0;
  for (const std::vector<int32_t>& clause : clauses_) count += clause.size();
  return count;
}

Condition Condition::OfGuard(int32_t index) {
  Condition result;
  result.clauses_ = {{~index}};
  return result;
}

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
  if (never()) {
    *this = other;
    return;
  }
  for (const std::vector<int32_t>& clause : other.clauses_) {
    bool implied = false;
    for (const auto& mine : clauses_) implied = implied || Includes(clause, mine);
    if (implied) continue;
    DropSuperfluous(clause, &clauses_);
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

namespace {

// Runs the pass that AnalyzeNeeds describes.
class NeedAnalysis {
 public:
  NeedAnalysis(const Graph& graph, const absl::flat_hash_set<Endpoint>& fed,
               const std::function<int32_t(Guard)>& add_guard)
      : graph_(graph), fed_(fed), add_guard_(add_guard) {
    needs_.nodes.resize(graph.num_nodes());
  }

  Needs Run(const NeedRoots& roots, const std::function<int32_t(const Node&)>& variable_of) {
    for (Endpoint tensor : roots.tensors) Need(tensor, Condition::Always());
    for (int node : roots.nodes) needs_.nodes[node] = Condition::Always();
    const auto order = graph_.topological_order();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      at_ = *it;
      const Node node = graph_.node(at_);
      if (!needs_.nodes[at_].never()) NeedInputs(node, variable_of(node));
    }
    return std::move(needs_);
  }

 private:
  // The inputs of a node that reads `variable`, or (-1) none.
  void NeedInputs(const Node& node, int32_t variable) {
    const Condition& when = needs_.nodes[at_];  // no node is an input of its own
    if (variable >= 0) {
      Condition data = Charge(when.CostOfOr(when)) ? when.AndUnset(variable) : when;
      Shorten(&data);
      for (Endpoint input : node.inputs()) Need(input, data);
    } else {
      for (Endpoint input : node.inputs()) Need(input, when);
    }
    for (int32_t input : node.control_inputs()) Add(when, &needs_.nodes[input]);
  }

  void Need(Endpoint tensor, const Condition& when) {
    Add(when, fed_.contains(tensor) ? &needs_.feeds[tensor] : &needs_.nodes[tensor.node]);
  }

  void Add(const Condition& when, Condition* to) {
    if (!Charge(to->CostOfOr(when)) && !when.never()) return to->Or(Condition::Always());
    if (to->clauses().size() < when.clauses().size()) {  // the shorter into the longer
      Condition sum = when;
      sum.Or(*to);
      *to = std::move(sum);
    } else {
      to->Or(when);
    }
    Shorten(to);
  }

  // Makes a long condition a guard of the program.
  void Shorten(Condition* condition) {
    if (condition->num_literals() <= kMaxLiterals) return;
    const int64_t cost = CostOf(condition->clauses());
    if (cost > kMaxGuardCost) {
      GiveUp();
      *condition = Condition::Always();
      return;
    }
    const int32_t index = add_guard_(condition->clauses());
    guard_costs_[index] = cost;
    *condition = Condition::OfGuard(index);
  }

  // The most literals that Executor::GuardHolds looks at. The first of all it comes to last,
  // without recursion.
  int64_t CostOf(const Guard& guard) const {
    int64_t cost = 0;
    for (const std::vector<int32_t>& clause : guard) {
      for (const int32_t& literal : clause) {
        ++cost;
        if (literal >= 0) continue;
        const bool is_last = &literal == &guard.front().front();
        cost += guard_costs_.at(~literal) + (is_last ? 0 : kRecursionCost);
      }
    }
    return cost;
  }

  // False once the conditions have cost more than they may.
  bool Charge(int64_t cost) {
    cost_left_ -= cost;
    if (cost_left_ < 0) GiveUp();
    return cost_left_ >= 0;
  }

  void GiveUp() {
    if (needs_.gave_up_at < 0) needs_.gave_up_at = at_;
  }

  const Graph& graph_;
  const absl::flat_hash_set<Endpoint>& fed_;
  const std::function<int32_t(Guard)>& add_guard_;
  Needs needs_;
  absl::flat_hash_map<int32_t, int64_t> guard_costs_;  // CostOf, of those that were added
  int64_t cost_left_ = kMaxCost;
  int at_ = -1;  // the node whose inputs are looked at
};

}  // namespace

Needs AnalyzeNeeds(const Graph& graph, const NeedRoots& roots,
                   const absl::flat_hash_set<Endpoint>& fed,
                   const std::function<int32_t(const Node&)>& variable_of,
                   const std::function<int32_t(Guard)>& add_guard) {
  return NeedAnalysis(graph, fed, add_guard).Run(roots, variable_of);
}

}  // namespace opgraft_internal
