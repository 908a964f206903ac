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
#include "framework/graph/data/problem_list.h"
#include "framework/op/call_path.h"

namespace opgraft_internal {
namespace {

// What the paths through one graph touch: for each variable, the node that does it or that runs
// what does it.
struct Touch {
  int node = -1;
  bool in_loop = false;  // by a loop, at some depth
};
using Touches = std::map<std::string, Touch>;
struct Uses {
  Touches reads;
  Touches assigns;
};

using Body = std::shared_ptr<const FunctionBody>;

// Of Uses: its reads or its assigns.
enum class Way { kRead, kAssign };
constexpr Way kWays[] = {Way::kRead, Way::kAssign};
const Touches& TouchesOf(const Uses& uses, Way way) {
  return way == Way::kRead ? uses.reads : uses.assigns;
}
Touches& TouchesOf(Uses* uses, Way way) { return way == Way::kRead ? uses->reads : uses->assigns; }

constexpr int kMaxTold = 100;

class PathChecker {
 public:
  PathChecker(const StateIndex& index, const TellVariableProblem& tell)
      : index_(index), tell_(tell) {}

  // The uses of a graph; `function` is the name of the function it is the body of, or "".
  Uses Scan(const Graph& graph, const std::string& function);
  bool is_sound() const { return is_sound_; }

 private:
  // A graph that is scanned, and what its nodes before the present one touch.
  struct Path {
    const Graph& graph;
    const std::string& function;
    Uses uses;
    std::set<std::pair<Way, std::string>> reported;  // of what on it
    int node = 0;                                    // the present one
  };

  const Uses& UsesOf(const Body& body, const Node& caller);
  // What a node touches: its own variable, or what the functions it runs touch. Those of a branch
  // are alternatives, those of a loop run one after the other.
  Uses UsesOf(const Graph& graph, const Node& node);
  void AddBody(const Graph& graph, const Node& node, const Body& body, Uses* uses);
  // Puts what node `id` touches behind what the path has touched.
  void Append(const Uses& more, int id, Path* path);
  void CheckLoops(const Uses& more, int id, const Path& path);
  void AddTwice(const std::string& variable, Way way, absl::string_view first,
                absl::string_view second, const std::string& function);
  bool IsFirstReport(const std::string& variable, Way way) {
    return !variable.empty() && reported_.emplace(way, variable).second;
  }
  // "'old', in 'then_fn' at 'choice'"; in `body`, if it is not null.
  std::string Where(const Graph& graph, int node, const std::string& variable, Way way,
                    const FunctionBody* body = nullptr) const;
  void AddUnsound(const Node& caller, absl::string_view what);
  // It is the fault of the present node of the innermost path.
  void Add(absl::string_view text);

  const StateIndex& index_;
  const TellVariableProblem& tell_;
  int told_ = 0;
  // Outermost first.
  std::vector<const Path*> scanned_;
  bool is_sound_ = true;
  absl::flat_hash_set<const FunctionBody*> active_;
  absl::flat_hash_map<const FunctionBody*, std::unique_ptr<Uses>> known_;
  std::set<std::pair<Way, std::string>> reported_;
};

Uses PathChecker::Scan(const Graph& graph, const std::string& function) {
  Path path{graph, function, {}, {}, 0};
  scanned_.push_back(&path);
  for (int& id = path.node; id < graph.num_nodes() && told_ < kMaxTold; ++id) {
    const Uses more = UsesOf(graph, graph.node(id));
    CheckLoops(more, id, path);
    Append(more, id, &path);
  }
  scanned_.pop_back();
  return std::move(path.uses);
}

Uses PathChecker::UsesOf(const Graph& graph, const Node& node) {
  Uses uses;
  if (node.role() == OpRole::kRead) uses.reads[VariableIdOf(node)] = {node.id(), false};
  if (node.role() == OpRole::kAssign) uses.assigns[VariableIdOf(node)] = {node.id(), false};
  for (const Body& body : index_.StatefulCallees(node)) AddBody(graph, node, body, &uses);
  return uses;
}

void PathChecker::AddBody(const Graph& graph, const Node& node, const Body& body, Uses* uses) {
  const bool is_loop = node.role() == OpRole::kLoop;
  const Uses& inner = UsesOf(body, node);
  for (Way way : kWays) {
    for (const auto& [variable, touch] : TouchesOf(inner, way)) {
      Touches& touches = TouchesOf(uses, way);
      if (is_loop && touches.count(variable) > 0 && IsFirstReport(variable, way)) {
        AddTwice(variable, way, Where(graph, node.id(), variable, way),
                 Where(graph, node.id(), variable, way, body.get()), "");
      }
      touches[variable] = {node.id(), is_loop || touch.in_loop};
    }
  }
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

// What a loop touches nothing else on the path may: an iteration sees what the one before it
// assigned, everything else the value before the run.
void PathChecker::CheckLoops(const Uses& more, int id, const Path& path) {
  for (Way way : kWays) {
    for (const auto& [variable, touch] : TouchesOf(more, way)) {
      for (Way earlier_way : kWays) {
        const Touches& earlier = TouchesOf(path.uses, earlier_way);
        const auto first = earlier.find(variable);
        if (first == earlier.end() || !(first->second.in_loop || touch.in_loop)) continue;
        const bool is_first = IsFirstReport(variable, Way::kRead);
        if (!IsFirstReport(variable, Way::kAssign) || !is_first) continue;
        Add(absl::StrCat("variable ", Quoted(variable), " is both inside and outside a loop: at ",
                         Where(path.graph, first->second.node, variable, earlier_way), " and at ",
                         Where(path.graph, id, variable, way),
                         "; read and assign it on one side only"));
      }
    }
  }
}

void PathChecker::Append(const Uses& more, int id, Path* path) {
  for (Way way : kWays) {
    for (const auto& [variable, touch] : TouchesOf(more, way)) {
      const auto [first, is_new] = TouchesOf(&path->uses, way).try_emplace(variable, touch);
      // A call of what is wrong inside already says nothing new; a third node beside two does.
      const std::pair<Way, std::string> fault(way, variable);
      if (is_new || !(IsFirstReport(variable, way) || path->reported.count(fault) > 0)) continue;
      path->reported.insert(fault);
      AddTwice(variable, way, Where(path->graph, first->second.node, variable, way),
               Where(path->graph, id, variable, way), path->function);
    }
  }
}

void PathChecker::AddTwice(const std::string& variable, Way way, absl::string_view first,
                           absl::string_view second, const std::string& function) {
  Add(absl::StrCat("variable ", Quoted(variable), " is ", way == Way::kRead ? "read" : "assigned",
                   " twice on one path: by ", first, " and by ", second,
                   function.empty() ? "" : absl::StrCat(" (both in ", Quoted(function), ")"),
                   "; only the branches of one If are different paths"));
}

std::string PathChecker::Where(const Graph& graph, int node, const std::string& variable, Way way,
                               const FunctionBody* wanted) const {
  const Node at = graph.node(node);
  for (const Body& body : index_.StatefulCallees(at)) {
    auto known = known_.find(body.get());
    if (known == known_.end() || (wanted != nullptr && body.get() != wanted)) continue;
    const Touches& inner = TouchesOf(*known->second, way);
    auto touch = inner.find(variable);
    if (touch == inner.end()) continue;
    return absl::StrCat(Where(body->graph, touch->second.node, variable, way),
                        InFunctionAt(body->name, at.name()));
  }
  return Quoted(at.name());
}

void PathChecker::AddUnsound(const Node& caller, absl::string_view what) {
  is_sound_ = false;
  Add(absl::StrCat(NodeTag(caller.name(), caller.op()), ": ", what));
}

void PathChecker::Add(absl::string_view text) {
  ++told_;
  const Path& here = *scanned_.back();
  const Path& outermost = *scanned_.front();
  const Node node = here.graph.node(here.node);
  const Node root = outermost.graph.node(outermost.node);
  tell_({here.function, node.name(), root.name(), text});
}

}  // namespace

bool CheckVariablePaths(const Graph& graph, const StateIndex& index,
                        const TellVariableProblem& tell) {
  PathChecker checker(index, tell);
  checker.Scan(graph, "");
  return checker.is_sound();
}

}  // namespace opgraft_internal
