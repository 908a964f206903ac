// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/variables/variable_paths.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace opgraft {
namespace {

// What the paths through one graph touch: for each variable, the node that does it or that runs
// what does it.
using Touches = std::map<std::string, int>;
struct Uses {
  Touches reads;
  Touches assigns;
};

using Body = std::shared_ptr<const FunctionBody>;

class PathChecker {
 public:
  PathChecker(const StateIndex& index, ProblemList* problems)
      : index_(index), problems_(problems) {}

  // The uses of a graph; `function` is the name of the function it is the body of, or "".
  Uses Scan(const Graph& graph, const std::string& function);
  bool is_sound() const { return is_sound_; }

 private:
  const Uses& UsesOf(const Body& body, const Node& caller);
  // What a node touches: its own variable, or what the functions it runs touch, each of them as an
  // alternative.
  Uses UsesOf(const Node& node);
  void Append(const Touches& more, const char* what, bool of_reads, const Graph& graph,
              const std::string& function, int node, Touches* all);
  // "'old', in 'then_fn' at 'choice'".
  std::string Where(const Graph& graph, int node, const std::string& variable, bool of_reads) const;
  void AddUnsound(const Node& caller, absl::string_view what);

  const StateIndex& index_;
  ProblemList* problems_;
  bool is_sound_ = true;
  absl::flat_hash_set<const FunctionBody*> active_;
  absl::flat_hash_map<const FunctionBody*, std::unique_ptr<Uses>> known_;
  std::set<std::pair<bool, std::string>> told_;
};

Uses PathChecker::Scan(const Graph& graph, const std::string& function) {
  Uses all;
  for (int id = 0; id < graph.num_nodes() && problems_->count() < ProblemList::kMaxLines; ++id) {
    const Uses more = UsesOf(graph.node(id));
    Append(more.reads, "read", true, graph, function, id, &all.reads);
    Append(more.assigns, "assigned", false, graph, function, id, &all.assigns);
  }
  return all;
}

Uses PathChecker::UsesOf(const Node& node) {
  Uses uses;
  if (IsReadValue(node)) uses.reads[VariableIdOf(node)] = node.id();
  if (IsAssign(node)) uses.assigns[VariableIdOf(node)] = node.id();
  for (const Body& body : index_.StatefulCallees(node)) {
    const Uses& inner = UsesOf(body, node);
    for (const auto& [variable, unused] : inner.reads) uses.reads[variable] = node.id();
    for (const auto& [variable, unused] : inner.assigns) uses.assigns[variable] = node.id();
  }
  return uses;
}

const Uses& PathChecker::UsesOf(const Body& body, const Node& caller) {
  static const Uses* const none = new Uses();
  auto found = known_.find(body.get());
  if (found != known_.end()) return *found->second;
  if (active_.contains(body.get())) {
    AddUnsound(caller,
               absl::StrCat("function ", Quoted(body->name), " holds state and calls itself"));
    return *none;
  }
  if (static_cast<int>(active_.size()) >= kMaxStateDepth) {
    AddUnsound(caller, absl::StrCat("state below more than ", kMaxStateDepth, " calls"));
    return *none;
  }
  active_.insert(body.get());
  auto uses = std::make_unique<Uses>(Scan(body->graph, body->name));
  active_.erase(body.get());
  return *(known_[body.get()] = std::move(uses));
}

void PathChecker::Append(const Touches& more, const char* what, bool of_reads, const Graph& graph,
                         const std::string& function, int node, Touches* all) {
  for (const auto& [variable, unused] : more) {
    auto [first, is_new] = all->try_emplace(variable, node);
    if (is_new || variable.empty() || !told_.emplace(of_reads, variable).second) continue;
    problems_->Add(
        0, absl::StatusCode::kInvalidArgument,
        absl::StrCat("variable ", Quoted(variable), " is ", what, " twice on one path: by ",
                     Where(graph, first->second, variable, of_reads), " and by ",
                     Where(graph, node, variable, of_reads),
                     function.empty() ? "" : absl::StrCat(" (both in ", Quoted(function), ")"),
                     "; only the branches of one If are different paths"));
  }
}

std::string PathChecker::Where(const Graph& graph, int node, const std::string& variable,
                               bool of_reads) const {
  const Node at = graph.node(node);
  for (const Body& body : index_.StatefulCallees(at)) {
    auto known = known_.find(body.get());
    if (known == known_.end()) continue;
    const Touches& inner = of_reads ? known->second->reads : known->second->assigns;
    auto touch = inner.find(variable);
    if (touch == inner.end()) continue;
    return absl::StrCat(Where(body->graph, touch->second, variable, of_reads), ", in ",
                        Quoted(body->name), " at ", Quoted(at.name()));
  }
  return Quoted(at.name());
}

void PathChecker::AddUnsound(const Node& caller, absl::string_view what) {
  is_sound_ = false;
  problems_->Add(0, NodeTag(caller.name(), caller.op()), absl::InvalidArgumentError(what));
}

}  // namespace

bool CheckVariablePaths(const Graph& graph, const StateIndex& index, ProblemList* problems) {
  PathChecker checker(index, problems);
  checker.Scan(graph, "");
  return checker.is_sound();
}

}  // namespace opgraft
