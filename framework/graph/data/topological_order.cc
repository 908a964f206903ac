// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/topological_order.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/data/problem_list.h"

namespace opgraft_internal {

namespace {

// The edges of a graph reversed: the consumers of node n are consumers[begin[n]..begin[n + 1]).
// With edges 0 -> 1, 0 -> 2, 1 -> 2: begin = {0, 2, 3, 3}, consumers = {1, 2, 2}.
struct Reverse {
  std::vector<uint32_t> begin;
  std::vector<int32_t> consumers;
};

class Sorter {
 public:
  explicit Sorter(const GraphData& graph) : graph_(graph), pending_(graph.nodes.size()) {}

  TopologicalOrder Run() {
    TopologicalOrder result;
    const Reverse reverse = CountAndReverse();
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<int32_t>> ready;
    for (int id = 0; id < graph_.num_nodes(); ++id) {
      if (pending_[Index(id)] == 0) ready.push(id);
    }
    result.order.reserve(graph_.nodes.size());
    while (!ready.empty()) {
      const int32_t id = ready.top();
      ready.pop();
      result.order.push_back(id);
      for (uint32_t i = reverse.begin[Index(id)]; i < reverse.begin[Index(id) + 1]; ++i) {
        if (--pending_[Index(reverse.consumers[i])] == 0) ready.push(reverse.consumers[i]);
      }
    }
    if (result.order.size() < graph_.nodes.size()) result.cycles = FindCycles();
    return result;
  }

 private:
  static size_t Index(int id) { return static_cast<size_t>(id); }

  bool IsBackEdge(int from, int to) const {
    return graph_.node(to).is_merge && graph_.node(from).is_next_iteration;
  }

  template <typename F>
  void ForEachSource(int id, F f) const {
    for (const Endpoint& e : graph_.InputsOf(id)) {
      if (e.node >= 0 && !IsBackEdge(e.node, id)) f(e.node);
    }
    for (int32_t source : graph_.ControlsOf(id)) {
      if (source >= 0) f(source);
    }
  }

  Reverse CountAndReverse() {
    Reverse reverse;
    reverse.begin.resize(graph_.nodes.size() + 1);
    for (int id = 0; id < graph_.num_nodes(); ++id) {
      ForEachSource(id, [&](int source) {
        ++reverse.begin[Index(source) + 1];
        ++pending_[Index(id)];
      });
    }
    for (size_t i = 1; i < reverse.begin.size(); ++i) reverse.begin[i] += reverse.begin[i - 1];
    reverse.consumers.resize(reverse.begin.back());
    std::vector<uint32_t> next(reverse.begin.begin(), reverse.begin.end() - 1);
    for (int id = 0; id < graph_.num_nodes(); ++id) {
      ForEachSource(id, [&](int source) { reverse.consumers[next[Index(source)]++] = id; });
    }
    return reverse;
  }

  // A node that is still pending has a source that is: going from source to source ends in a cycle,
  // or at a node of an earlier walk. With a -> b -> c -> a and c -> d, the walk from d is d, c, b,
  // a, c: the part from the first c on, reversed, is the cycle.
  std::vector<std::vector<int32_t>> FindCycles() const {
    std::vector<std::vector<int32_t>> cycles;
    std::vector<int32_t> walk_of(graph_.nodes.size(), -1);
    for (int start = 0; start < graph_.num_nodes(); ++start) {
      int id = start;
      std::vector<int32_t> walk;
      while (id >= 0 && pending_[Index(id)] > 0 && walk_of[Index(id)] < 0) {
        walk_of[Index(id)] = start;
        walk.push_back(id);
        id = PendingSource(id);
      }
      if (walk.empty() || id < 0 || walk_of[Index(id)] != start) continue;
      std::vector<int32_t> cycle(std::find(walk.begin(), walk.end(), id), walk.end());
      std::reverse(cycle.begin(), cycle.end());
      std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
      cycles.push_back(std::move(cycle));
    }
    return cycles;
  }

  int PendingSource(int id) const {
    int found = -1;
    ForEachSource(id, [&](int source) {
      if (found < 0 && pending_[Index(source)] > 0) found = source;
    });
    return found;
  }

  const GraphData& graph_;
  std::vector<uint32_t> pending_;  // by node: the sources that it still waits for
};

}  // namespace

TopologicalOrder SortTopologically(const GraphData& graph) { return Sorter(graph).Run(); }

std::string DescribeCycle(const GraphData& graph, const std::vector<int32_t>& cycle) {
  constexpr size_t kMaxNames = 20;
  std::string text =
      absl::StrCat(cycle.size(), cycle.size() == 1 ? " node" : " nodes", " in a cycle: ");
  for (size_t i = 0; i < std::min(cycle.size(), kMaxNames); ++i) {
    absl::StrAppend(&text, Quoted(graph.node(cycle[i]).name), " -> ");
  }
  if (cycle.size() > kMaxNames)
    absl::StrAppend(&text, "... ", cycle.size() - kMaxNames, " more ... -> ");
  absl::StrAppend(&text, Quoted(graph.node(cycle[0]).name));
  return text;
}

}  // namespace opgraft_internal
