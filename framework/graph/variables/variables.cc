// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/variables/variables.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/call_shapes.h"
#include "framework/graph/shapes/node_shapes.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/graph/variables/variable_paths.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// An Assign as it was met. Whether it fits is known when all ReadValues have been.
struct AssignSite {
  std::string where;
  std::string id;
  std::string source;
  DataType type;
  PartialTensorShape shape;
};

struct FirstRead {
  std::string where;
  PartialTensorShape init_shape;  // of the first init that has a rank
  bool is_contradicted = false;   // another ReadValue declares another type or shape
};

// True if a read of variants says what they hold.
bool HoldsElements(const Node& node, DataType* type) {
  return GetNodeAttr(node.attrs(), "variable_type", type).ok() && *type != DT_VARIANT;
}

// Walks over a graph and the functions that hold state, where they are called, with the shapes of
// that call.
class VariableCollector {
 public:
  VariableCollector(const Graph& graph, const StateIndex& index, ProblemList* problems)
      : graph_(graph), index_(index), problems_(problems) {}

  std::vector<VariableInfo> Collect();

 private:
  void Walk(const Graph& graph, ShapeFacts* facts, bool shapes_are_exact);
  void EnterCallees(const Node& node, ShapeFacts* facts);
  void OnRead(const Node& node, const ShapeFacts& facts, bool shapes_are_exact);
  // Where the shape of the variable's first init with a rank is kept.
  PartialTensorShape& Declare(const Node& node, const VariableInfo& declared);
  void CheckInit(const Node& node, const VariableInfo& declared, const ShapeFacts& facts);
  void OnAssign(const Node& node, const ShapeFacts& facts);
  void CheckAssign(const AssignSite& site);
  void FinishZeroShapes();
  bool HasId(const Node& node);
  // "node 'old' (ReadValue), in 'then_fn' at 'choice'".
  std::string Where(const Node& node) const;
  void Add(absl::string_view where, absl::string_view what) {
    problems_->Add(0, where, absl::InvalidArgumentError(what));
  }

  const Graph& graph_;
  const StateIndex& index_;
  ProblemList* problems_;
  BodyShapeMemo memo_{&InferNodeShapes};
  std::vector<std::string> calls_;  // InFunctionAt of each, outermost first
  absl::flat_hash_set<const BodyShapes*> walked_;
  std::vector<VariableInfo> variables_;
  std::vector<FirstRead> reads_;  // of each variable
  absl::flat_hash_map<std::string, size_t> by_id_;
  std::vector<AssignSite> assigns_;
};

std::vector<VariableInfo> VariableCollector::Collect() {
  ShapeFacts facts(GraphEditor::DataOf(graph_), memo_.fold_budget());
  Walk(graph_, &facts, true);
  for (const AssignSite& site : assigns_) CheckAssign(site);
  FinishZeroShapes();
  return std::move(variables_);
}

void VariableCollector::Walk(const Graph& graph, ShapeFacts* facts, bool shapes_are_exact) {
  for (int id = 0; id < graph.num_nodes(); ++id) {
    const Node node = graph.node(id);
    if (node.role() == OpRole::kRead) {
      OnRead(node, *facts, shapes_are_exact);
    } else if (node.role() == OpRole::kAssign) {
      OnAssign(node, *facts);
    } else if (index_.IsStateful(node)) {
      EnterCallees(node, facts);
    }
  }
}

void VariableCollector::EnterCallees(const Node& node, ShapeFacts* facts) {
  const auto callees = CalleesOf(node, graph_.functions());
  if (!callees.ok()) return;  // the StateIndex has told
  const auto args = ArgsOfBodies(node.id(), *callees, ShapeFacts::Detail::kAll, facts, &memo_);
  for (size_t b = 0; b < args.size(); ++b) {
    const FunctionBody& body = *callees->bodies[b];
    if (!index_.HoldsState(body)) continue;
    const BodyShapes* shapes = memo_.Infer(callees->bodies[b], args[b]);
    if (!walked_.insert(shapes).second) continue;
    calls_.push_back(InFunctionAt(body.name, node.name()));
    Walk(body.graph, shapes->facts.get(), shapes->is_exact && shapes->status.ok());
    calls_.pop_back();
  }
}

bool VariableCollector::HasId(const Node& node) {
  if (!VariableIdOf(node).empty()) return true;
  Add(Where(node), "variable_id is empty; give the variable a name");
  return false;
}

void VariableCollector::OnRead(const Node& node, const ShapeFacts& facts, bool shapes_are_exact) {
  if (!HasId(node)) return;
  VariableInfo declared;
  declared.id = VariableIdOf(node);
  declared.type = node.output_type(0);
  declared.grows = declared.type == DT_VARIANT && HoldsElements(node, &declared.type);
  declared.first_read = node.name();
  declared.has_init = node.num_inputs() > 0;
  // An attr that cannot be read is told of at import.
  if (!GetNodeAttr(node.attrs(), "variable_shape", &declared.shape).ok()) return;
  const bool shows_init = declared.has_init && !declared.grows;
  if (shows_init && shapes_are_exact) CheckInit(node, declared, facts);
  PartialTensorShape& first_init = Declare(node, declared);
  if (shows_init && first_init.unknown_rank()) first_init = facts.ShapeOf(node.inputs()[0]);
}

void VariableCollector::CheckInit(const Node& node, const VariableInfo& declared,
                                  const ShapeFacts& facts) {
  const Endpoint source = node.inputs()[0];
  const PartialTensorShape& init = facts.ShapeOf(source);
  if (declared.shape.Relaxes(init)) return;
  Add(Where(node), absl::StrCat(VariableIsOfType(declared.id, declared.type, declared.shape),
                                "; its init ", Quoted(facts.graph().TensorName(source)), " is ",
                                TypeAndShape(declared.type, init),
                                "; variable_shape must admit every shape that the init can have"));
}

PartialTensorShape& VariableCollector::Declare(const Node& node, const VariableInfo& declared) {
  auto [place, is_new] = by_id_.try_emplace(declared.id, variables_.size());
  if (is_new) {
    variables_.push_back(declared);
    reads_.push_back({Where(node), PartialTensorShape(), false});
  }
  VariableInfo& known = variables_[place->second];
  known.has_init |= declared.has_init;
  if (known.type != declared.type || known.grows != declared.grows ||
      known.shape != declared.shape) {
    reads_[place->second].is_contradicted = true;
    Add(Where(node),
        absl::StrCat(VariableIsOfType(known.id, declared.type, declared.shape), " here, but ",
                     TypeAndShape(known.type, known.shape), " at ", reads_[place->second].where));
  }
  return reads_[place->second].init_shape;
}

void VariableCollector::OnAssign(const Node& node, const ShapeFacts& facts) {
  if (!HasId(node)) return;
  const Endpoint source = node.inputs()[0];
  assigns_.push_back({Where(node), VariableIdOf(node), facts.graph().TensorName(source),
                      node.input_type(0), facts.ShapeOf(source)});
}

void VariableCollector::CheckAssign(const AssignSite& site) {
  auto found = by_id_.find(site.id);
  if (found == by_id_.end()) {
    NearestName nearest(site.id);
    for (const VariableInfo& variable : variables_) nearest.Offer(variable.id);
    Add(site.where,
        absl::StrCat("no ReadValue names variable ", Quoted(site.id), NearestHint(nearest.best())));
    return;
  }
  const VariableInfo& variable = variables_[found->second];
  const CellSpec cell = variable.Cell();
  const bool fits = site.type == cell.type && site.shape.IsCompatibleWith(cell.shape);
  if (fits || reads_[found->second].is_contradicted) return;
  Add(site.where, absl::StrCat(VariableIsOfType(site.id, variable.type, variable.shape), "; got ",
                               TypeAndShape(site.type, site.shape), " from ", Quoted(site.source)));
}

void VariableCollector::FinishZeroShapes() {
  for (size_t i = 0; i < variables_.size(); ++i) {
    VariableInfo& variable = variables_[i];
    const PartialTensorShape& init = reads_[i].init_shape;
    if (!variable.shape.unknown_rank()) {
      variable.zero_shape = variable.shape.MinShape();
    } else if (variable.has_init) {
      variable.zero_shape = init.unknown_rank() ? TensorShape({0}) : init.MinShape();
    } else {
      Add(reads_[i].where, absl::StrCat("variable ", Quoted(variable.id),
                                        " has neither a rank nor an init, so it has no ",
                                        "first value; give variable_shape or an init"));
    }
  }
}

std::string VariableCollector::Where(const Node& node) const {
  std::string where = NodeTag(node.name(), node.op());
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) where += *call;
  return where;
}

absl::StatusOr<std::shared_ptr<const GraphState>> FindState(const Graph& graph) {
  OPGRAFT_ASSIGN_OR_RETURN(StateIndex index, StateIndex::Make(graph));
  ProblemList problems;
  std::vector<VariableInfo> variables;
  if (CheckVariablePaths(graph, index, &problems))
    variables = VariableCollector(graph, index, &problems).Collect();
  OPGRAFT_RETURN_IF_ERROR(problems.ToStatus());
  return std::make_shared<const GraphState>(GraphState{std::move(variables), std::move(index)});
}

}  // namespace

CellSpec VariableInfo::Cell() const {
  CellSpec cell = *this;
  if (!grows) return cell;
  cell.type = DT_VARIANT;
  cell.shape = PartialTensorShape({});
  cell.zero_shape = TensorShape();
  return cell;
}

absl::StatusOr<std::shared_ptr<const GraphState>> StateOf(const Graph& graph) {
  const StateSlot& slot = GraphEditor::DataOf(graph).state;
  if (std::shared_ptr<const GraphState> known = slot.Get(); known != nullptr) return known;
  OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const GraphState> found, FindState(graph));
  return slot.Keep(std::move(found));
}

absl::StatusOr<std::vector<VariableInfo>> CollectVariables(const Graph& graph) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::shared_ptr<const GraphState> state, StateOf(graph));
  return state->variables;
}

}  // namespace opgraft_internal
