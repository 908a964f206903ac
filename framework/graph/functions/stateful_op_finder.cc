// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/stateful_op_finder.h"

#include <utility>

#include "framework/graph/functions/function_body.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

// True if the op itself is stateful. One that only runs functions is if they are, and they are
// visited.
bool IsStateful(const OpRegistrationData& op) {
  return op.op_def.is_stateful() && !RunsBodies(op.role);
}

void AddFunctionsOf(const AttrValue& value, std::vector<std::string>* functions) {
  if (value.has_func()) functions->push_back(value.func().name());
  for (const NameAttrList& function : value.list().func()) functions->push_back(function.name());
}

// Of a function whose body is not made; like StatefulOpFinder::LookAtGraph.
absl::optional<StatefulOpFinder::StatefulOp> LookAtDef(const std::string& function,
                                                       const FunctionDef& def,
                                                       const FunctionLibrary& functions,
                                                       std::vector<std::string>* callees) {
  for (const NodeDef& node : def.node_def()) {
    const OpRegistrationData* const op = functions.Find(node.op());
    if (op == nullptr) continue;  // reported when the body is made
    if (IsStateful(*op)) return StatefulOpFinder::StatefulOp{function, node.name(), node.op()};
    if (op->is_function_op) callees->push_back(node.op());
    for (const auto& [name, value] : node.attr()) AddFunctionsOf(value, callees);
  }
  return absl::nullopt;
}

}  // namespace

const StatefulOpFinder::StatefulOp* StatefulOpFinder::Find(absl::string_view function) {
  const auto known = known_.find(function);
  if (known != known_.end()) return known->second.has_value() ? &*known->second : nullptr;
  places_ = {{std::string(function), -1}};
  seen_ = {std::string(function)};
  for (int i = 0; i < static_cast<int>(places_.size()); ++i) {
    const Answer found = Visit(i);
    if (!found.has_value()) continue;
    for (int at = i; at >= 0; at = places_[at].caller) known_[places_[at].function] = found;
    return &*known_[function];
  }
  for (const Place& place : places_) known_[place.function] = absl::nullopt;
  return nullptr;
}

StatefulOpFinder::Answer StatefulOpFinder::Visit(int place) {
  std::vector<std::string> callees;
  Answer found = Look(places_[place].function, &callees);
  if (found.has_value()) return found;
  for (std::string& callee : callees) {
    const auto known = known_.find(callee);
    if (known != known_.end() && known->second.has_value()) return known->second;
    if (known == known_.end() && seen_.insert(callee).second)
      places_.push_back({std::move(callee), place});
  }
  return absl::nullopt;
}

StatefulOpFinder::Answer StatefulOpFinder::Look(const std::string& function,
                                                std::vector<std::string>* callees) const {
  if (const auto graph = functions_.GraphOf(function))
    return LookAtGraph(function, *graph, callees);
  const auto def = functions_.FindBodyOf(function);
  if (def == nullptr) return absl::nullopt;  // reported at the call
  return LookAtDef(function, *def, functions_, callees);
}

StatefulOpFinder::Answer StatefulOpFinder::LookAtGraph(const std::string& function,
                                                       const FunctionBody& body,
                                                       std::vector<std::string>* callees) const {
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    const Node node = body.graph.node(id);
    if (node.role() == OpRole::kArgument) continue;
    if (IsStateful(node.op_data())) return StatefulOp{function, node.name(), node.op()};
    if (node.op_data().is_function_op) callees->push_back(node.op());
    for (const auto& [name, value] : node.attrs().entries()) AddFunctionsOf(*value, callees);
  }
  return absl::nullopt;
}

}  // namespace opgraft_internal
