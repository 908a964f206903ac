#include "framework/runtime/need_analysis.h"

#include <algorithm>
#include <utility>

namespace opgraft {
namespace {

bool Includes(const std::vector<int32_t>& larger, const std::vector<int32_t>& smaller) {
  return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

}  // namespace

void Condition::Or(const Condition& other) {
  if (always_ || other.never()) return;
  if (other.always_) {
    *this = Always();
    return;
  }
  for (const std::vector<int32_t>& clause : other.clauses_) {
    bool implied = false;
    for (const auto& mine : clauses_) implied = implied || Includes(clause, mine);
    if (implied) continue;
    clauses_.erase(
        std::remove_if(clauses_.begin(), clauses_.end(), [&](const auto& mine) { return Includes(mine, clause); }),
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

Needs AnalyzeNeeds(const Graph& graph, const NeedRoots& roots, const absl::flat_hash_set<Endpoint>& fed,
                   const std::function<int32_t(const Node&)>& variable_of) {
  Needs needs;
  needs.nodes.resize(graph.num_nodes());
  auto need = [&](Endpoint tensor, const Condition& when) {
    if (fed.contains(tensor)) {
      needs.feeds[tensor].Or(when);
    } else {
      needs.nodes[tensor.node].Or(when);
    }
  };
  for (Endpoint tensor : roots.tensors) need(tensor, Condition::Always());
  for (int node : roots.nodes) needs.nodes[node] = Condition::Always();
  const auto order = graph.topological_order();
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Condition when = needs.nodes[*it];
    if (when.never()) continue;
    const Node node = graph.node(*it);
    const int32_t variable = variable_of(node);
    const Condition data = variable < 0 ? when : when.AndUnset(variable);
    for (Endpoint input : node.inputs()) need(input, data);
    for (int32_t input : node.control_inputs()) needs.nodes[input].Or(when);
  }
  return needs;
}

}  // namespace opgraft
