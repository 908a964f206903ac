// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/variables/state_index.h"

#include <utility>

#include "framework/graph/functions/function_calls.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

std::string VariableIdOf(const Node& node) {
  std::string id;
  if (node.role() != OpRole::kRead && node.role() != OpRole::kAssign) return id;
  return GetNodeAttr(node.attrs(), "variable_id", &id).ok() ? id : "";
}

// Walks over all functions that a graph runs, then spreads what they hold to their callers.
class StateIndexMaker {
 public:
  explicit StateIndexMaker(const Graph& graph) : graph_(graph), index_(graph.functions()) {}

  absl::StatusOr<StateIndex> Make() {
    OPGRAFT_RETURN_IF_ERROR(Scan(graph_, nullptr));
    for (size_t i = 0; i < index_.bodies_.size(); ++i) {  // grows as it is scanned
      const FunctionBody* body = index_.bodies_[i].get();
      OPGRAFT_RETURN_IF_ERROR(Scan(body->graph, body));
    }
    Spread();
    return std::move(index_);
  }

 private:
  absl::Status Scan(const Graph& graph, const FunctionBody* owner) {
    for (int id = 0; id < graph.num_nodes(); ++id) {
      const Node node = graph.node(id);
      if (owner != nullptr) index_.flags_[owner] |= StateIndex::OwnFlags(node);
      if (!RunsBodies(node.role())) continue;
      OPGRAFT_ASSIGN_OR_RETURN(Callees callees, CalleesOf(node, index_.functions_));
      for (auto& body : callees.bodies) AddCall(owner, std::move(body));
    }
    return absl::OkStatus();
  }

  void AddCall(const FunctionBody* caller, std::shared_ptr<const FunctionBody> body) {
    if (caller != nullptr) callers_[body.get()].push_back(caller);
    if (index_.flags_.try_emplace(body.get(), 0).second) index_.bodies_.push_back(std::move(body));
  }

  void Spread() {
    std::vector<const FunctionBody*> changed;
    for (const auto& [body, flags] : index_.flags_) {
      if (flags != 0) changed.push_back(body);
    }
    while (!changed.empty()) {
      const FunctionBody* body = changed.back();
      changed.pop_back();
      const int flags = index_.flags_[body];
      for (const FunctionBody* caller : callers_[body]) {
        int& of_caller = index_.flags_[caller];
        if ((of_caller | flags) != of_caller) changed.push_back(caller);
        of_caller |= flags;
      }
    }
  }

  const Graph& graph_;
  StateIndex index_;
  absl::flat_hash_map<const FunctionBody*, std::vector<const FunctionBody*>> callers_;
};

absl::StatusOr<StateIndex> StateIndex::Make(const Graph& graph) {
  return StateIndexMaker(graph).Make();
}

int StateIndex::OwnFlags(const Node& node) {
  if (node.role() == OpRole::kAssign) return kState | kSink;
  return node.role() == OpRole::kRead ? kState : 0;
}

int StateIndex::FlagsOf(const FunctionBody& body) const {
  auto found = flags_.find(&body);
  return found == flags_.end() ? 0 : found->second;
}

int StateIndex::FlagsOf(const Node& node) const {
  int flags = OwnFlags(node);
  for (const auto& body : StatefulCallees(node)) flags |= FlagsOf(*body);
  return flags;
}

std::vector<std::shared_ptr<const FunctionBody>> StateIndex::StatefulCallees(
    const Node& node) const {
  std::vector<std::shared_ptr<const FunctionBody>> stateful;
  if (flags_.empty() || !RunsBodies(node.role())) return stateful;
  auto callees = CalleesOf(node, functions_);
  if (!callees.ok()) return stateful;  // Make has told
  for (auto& body : callees->bodies) {
    if (HoldsState(*body)) stateful.push_back(std::move(body));
  }
  return stateful;
}

}  // namespace opgraft_internal
