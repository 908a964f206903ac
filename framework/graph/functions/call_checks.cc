// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/call_checks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/body_checks.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/stateful_op_finder.h"
#include "framework/op/common_call_sites.h"
#include "framework/types/nearest.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {

namespace {

// How many nodes bodies may have, beside those that the file has: a function may call itself with
// other attrs each time, and have as many arguments as an attr says.
constexpr int64_t kMaxExtraNodes = 100'000;
constexpr int64_t kMaxInstances = 64;  // of one node of the file, on average

int64_t BodyNodesAllowed(const FunctionLibrary& functions) {
  return kMaxExtraNodes + kMaxInstances * functions.num_function_nodes();
}

class CallChecker {
 public:
  CallChecker(const FunctionLibrary& functions, const CallWarning& warning, ProblemList* problems)
      : functions_(functions),
        stateful_ops_(functions),
        warning_(warning),
        problems_(problems),
        nodes_left_(BodyNodesAllowed(functions)) {}

  // `where` comes before the node in messages; `position` is that of the line in the report.
  void CheckNode(const GraphData& graph, int id, absl::string_view where, int position) {
    const NodeData& node = graph.node(id);
    if (!UsesFunctions(*node.op) || problems_->count() > ProblemList::kMaxLines) return;
    if (!seen_.emplace(node.op, node.attrs.identity()).second) return;
    where_ = absl::StrCat(where, NodeTag(node.name, node.op->op_def.name()));
    position_ = position;
    if (node.op->is_function_op) Call(node.op->op_def.name(), node.attrs);
    if (NamesBodies(*node.op)) CheckBodiesOf(graph, id);
    for (const OpDef::AttrDef& attr : node.op->op_def.attr()) CheckAttr(node, attr);
  }

  // Nodes of the bodies that were called, and of those that these call.
  void CheckBodies() {
    while (!bodies_.empty()) {
      const auto [body, position] = bodies_.back();
      bodies_.pop_back();
      const GraphData& graph = GraphEditor::DataOf(body->graph);
      const std::string where = absl::StrCat("function ", Quoted(body->name), ": ");
      for (int id = 0; id < graph.num_nodes(); ++id) CheckNode(graph, id, where, position);
    }
  }

 private:
  bool UsesFunctions(const OpRegistrationData& op) {
    const auto [known, is_new] = uses_functions_.try_emplace(&op, op.is_function_op);
    if (is_new) {
      for (const OpDef::AttrDef& attr : op.op_def.attr())
        known->second |= attr.type() == "func" || attr.type() == "list(func)";
    }
    return known->second;
  }

  // Do attrs name functions that such nodes run?
  static bool NamesBodies(const OpRegistrationData& op) {
    return RunsBodies(op.role) && !op.is_function_op;
  }

  void CheckBodiesOf(const GraphData& graph, int id) {
    for (const absl::Status& status : opgraft::CheckBodies(graph, id, &stateful_ops_)) Add(status);
  }

  void CheckAttr(const NodeData& node, const OpDef::AttrDef& attr) {
    const AttrValue* value = node.attrs.Find(attr.name());
    if (value == nullptr) return;
    const bool told_if_absent = NamesBodies(*node.op);
    if (value->has_func()) CheckFunction(value->func(), attr.name(), told_if_absent);
    for (const NameAttrList& function : value->list().func())
      CheckFunction(function, attr.name(), told_if_absent);
  }

  void CheckFunction(const NameAttrList& function, absl::string_view attr, bool told_if_absent) {
    if (functions_.Contains(function.name())) {
      Call(function.name(), AttrsOf(function));
    } else if (!told_if_absent && functions_.Find(function.name()) == nullptr) {
      Add(absl::NotFoundError(absl::StrCat(
          "attr ", Quoted(attr), ": function ", Quoted(function.name()), " is not in the library",
          NearestHint(functions_.NearestFunction(function.name())))));
    }
  }

  void Call(absl::string_view function, const NodeAttrs& attrs) {
    if (nodes_left_ < 0) return;
    absl::StatusOr<std::shared_ptr<const FunctionBody>> body =
        functions_.Instantiate(function, attrs);
    if (!body.ok()) return Add(body.status());
    if (!known_bodies_.insert(body->get()).second) return;
    Warn(**body);
    nodes_left_ -= 1 + (*body)->graph.num_nodes();
    if (nodes_left_ < 0)
      return Add(absl::ResourceExhaustedError(
          "the functions called have too many nodes, with all their attrs"));
    bodies_.emplace_back(*std::move(body), position_);
  }

  // One text for all instances of a function.
  void Warn(const FunctionBody& body) {
    if (warning_ == nullptr) return;
    for (const std::string& about : body.warnings) {
      const std::string text = absl::StrCat("function ", Quoted(body.name), ": ", about);
      if (warned_.size() >= ProblemList::kMaxLines || !warned_.insert(text).second) continue;
      warning_(text);
    }
  }

  // A broken function is reported at its first call.
  void Add(const absl::Status& status) {
    if (told_.insert(std::string(status.message())).second)
      problems_->Add(position_, where_, status);
  }

  const FunctionLibrary& functions_;
  StatefulOpFinder stateful_ops_;
  const CallWarning& warning_;
  ProblemList* const problems_;
  int64_t nodes_left_;
  absl::flat_hash_map<const OpRegistrationData*, bool> uses_functions_;
  absl::flat_hash_set<std::pair<const OpRegistrationData*, const void*>> seen_;
  absl::flat_hash_set<const FunctionBody*> known_bodies_;
  absl::flat_hash_set<std::string> told_;
  absl::flat_hash_set<std::string> warned_;
  std::vector<std::pair<std::shared_ptr<const FunctionBody>, int>> bodies_;
  std::string where_;
  int position_ = 0;
};

}  // namespace

bool CheckCalls(const GraphData& graph, int first_new_node,
                absl::FunctionRef<int(int id)> position_of, const CallWarning& warning,
                ProblemList* problems) {
  const size_t problems_before = problems->count();
  CallChecker checker(graph.functions, warning, problems);
  for (int id = first_new_node; id < graph.num_nodes(); ++id) {
    checker.CheckNode(graph, id, "", position_of(id));
  }
  checker.CheckBodies();
  return problems->count() == problems_before;
}

}  // namespace opgraft_internal
