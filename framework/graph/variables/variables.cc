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
#include "framework/graph/shapes/infer_node_shapes.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/graph/variables/variable_paths.h"
#include "framework/op/call_path.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// A node that names a variable.
struct Place {
  std::string function;  // "": the graph itself
  std::string node;
  std::string root;   // the node of the graph that it is, or that calls what it stands in
  std::string where;  // "node 'old' (ReadValue), in 'then_fn' at 'choice'"
};

// An Assign as it was met. Whether it fits is known when all ReadValues have been.
struct AssignSite {
  Place place;
  std::string id;
  std::string source;
  DataType type;
  PartialTensorShape shape;
};

struct FirstRead {
  Place place;
  PartialTensorShape init_shape;  // of the first init that has a rank
  bool is_contradicted = false;   // another ReadValue declares another type or shape
};

using MayFollow = VariableProblem::MayFollow;

// True if a read of variants says what they hold.
bool HoldsElements(const Node& node, DataType* type) {
  return GetNodeAttr(node.attrs(), "variable_type", type).ok() && *type != DT_VARIANT;
}

// What a read says of its variable; nothing if an attr cannot be read, which import reports.
absl::optional<VariableInfo> DeclarationAt(const Node& read) {
  VariableInfo declared;
  declared.id = VariableIdOf(read);
  declared.type = read.output_type(0);
  declared.grows = declared.type == DT_VARIANT && HoldsElements(read, &declared.type);
  declared.first_read = read.name();
  declared.has_init = read.num_inputs() > 0;
  if (!GetNodeAttr(read.attrs(), "variable_shape", &declared.shape).ok()) return absl::nullopt;
  return declared;
}

// Walks over a graph and the functions that hold state, where they are called, with the shapes of
// that call.
class VariableCollector {
 public:
  VariableCollector(const Graph& graph, const StateIndex& index, const TellVariableProblem& tell)
      : graph_(graph), index_(index), tell_(tell) {}

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
  Place PlaceOf(const Node& node) const;
  void Add(const Place& place, absl::string_view what,
           MayFollow may_follow = MayFollow::kNothing) const;

  // A call that the walk is in.
  struct EnteredCall {
    std::string function;
    std::string node;
  };

  const Graph& graph_;
  const StateIndex& index_;
  const TellVariableProblem& tell_;
  BodyShapeMemo memo_{&InferNodeShapes};
  std::vector<EnteredCall> calls_;  // outermost first
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
    calls_.push_back({body.name, std::string(node.name())});
    Walk(body.graph, shapes->facts.get(), shapes->is_exact && shapes->status.ok());
    calls_.pop_back();
  }
}

bool VariableCollector::HasId(const Node& node) {
  if (!VariableIdOf(node).empty()) return true;
  Add(PlaceOf(node), "variable_id is empty; give the variable a name");
  return false;
}

void VariableCollector::OnRead(const Node& node, const ShapeFacts& facts, bool shapes_are_exact) {
  if (!HasId(node)) return;
  const absl::optional<VariableInfo> declared = DeclarationAt(node);
  if (!declared.has_value()) return;
  const bool shows_init = declared->has_init && !declared->grows;
  if (shows_init && shapes_are_exact) CheckInit(node, *declared, facts);
  PartialTensorShape& first_init = Declare(node, *declared);
  if (shows_init && first_init.unknown_rank()) first_init = facts.ShapeOf(node.inputs()[0]);
}

void VariableCollector::CheckInit(const Node& node, const VariableInfo& declared,
                                  const ShapeFacts& facts) {
  const Endpoint source = node.inputs()[0];
  const PartialTensorShape& init = facts.ShapeOf(source);
  if (declared.shape.Relaxes(init)) return;
  Add(PlaceOf(node),
      absl::StrCat(VariableIsOfType(declared.id, declared.type, declared.shape), "; its init ",
                   Quoted(facts.graph().TensorName(source)), " is ",
                   TypeAndShape(declared.type, init),
                   "; variable_shape must admit every shape that the init can have"),
      init.unknown_rank() ? MayFollow::kUnknownShape : MayFollow::kNothing);
}

PartialTensorShape& VariableCollector::Declare(const Node& node, const VariableInfo& declared) {
  auto [place, is_new] = by_id_.try_emplace(declared.id, variables_.size());
  if (is_new) {
    variables_.push_back(declared);
    reads_.push_back({PlaceOf(node), PartialTensorShape(), false});
  }
  VariableInfo& known = variables_[place->second];
  known.has_init |= declared.has_init;
  if (known.type != declared.type || known.grows != declared.grows ||
      known.shape != declared.shape) {
    reads_[place->second].is_contradicted = true;
    Add(PlaceOf(node), absl::StrCat(VariableIsOfType(known.id, declared.type, declared.shape),
                                    " here, but ", TypeAndShape(known.type, known.shape), " at ",
                                    reads_[place->second].place.where));
  }
  return reads_[place->second].init_shape;
}

void VariableCollector::OnAssign(const Node& node, const ShapeFacts& facts) {
  if (!HasId(node)) return;
  const Endpoint source = node.inputs()[0];
  assigns_.push_back({PlaceOf(node), VariableIdOf(node), facts.graph().TensorName(source),
                      node.input_type(0), facts.ShapeOf(source)});
}

void VariableCollector::CheckAssign(const AssignSite& site) {
  auto found = by_id_.find(site.id);
  if (found == by_id_.end()) {
    NearestName nearest(site.id);
    for (const VariableInfo& variable : variables_) nearest.Offer(variable.id);
    Add(site.place,
        absl::StrCat("no ReadValue names variable ", Quoted(site.id), NearestHint(nearest.best())),
        MayFollow::kMissingRead);
    return;
  }
  const VariableInfo& variable = variables_[found->second];
  const CellSpec cell = variable.Cell();
  const bool fits = site.type == cell.type && site.shape.IsCompatibleWith(cell.shape);
  if (fits || reads_[found->second].is_contradicted) return;
  Add(site.place, absl::StrCat(VariableIsOfType(site.id, variable.type, variable.shape), "; got ",
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
      Add(reads_[i].place, absl::StrCat("variable ", Quoted(variable.id),
                                        " has neither a rank nor an init, so it has no ",
                                        "first value; give variable_shape or an init"));
    }
  }
}

Place VariableCollector::PlaceOf(const Node& node) const {
  std::string where = NodeTag(node.name(), node.op());
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call)
    where += InFunctionAt(call->function, call->node);
  const std::string name(node.name());
  return {calls_.empty() ? "" : calls_.back().function, name,
          calls_.empty() ? name : calls_.front().node, std::move(where)};
}

void VariableCollector::Add(const Place& place, absl::string_view what,
                            MayFollow may_follow) const {
  tell_(
      {place.function, place.node, place.root, absl::StrCat(place.where, ": ", what), may_follow});
}

std::vector<VariableInfo> CheckVariables(const Graph& graph, const StateIndex& index,
                                         const TellVariableProblem& tell) {
  if (!CheckVariablePaths(graph, index, tell)) return {};
  return VariableCollector(graph, index, tell).Collect();
}

absl::StatusOr<std::shared_ptr<const GraphState>> FindState(const Graph& graph) {
  OPGRAFT_ASSIGN_OR_RETURN(StateIndex index, StateIndex::Make(graph));
  ProblemList problems;
  std::vector<VariableInfo> variables =
      CheckVariables(graph, index, [&problems](const VariableProblem& problem) {
        problems.Add(0, absl::StatusCode::kInvalidArgument, problem.text);
      });
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

void FindVariableProblems(const Graph& graph, const TellVariableProblem& tell) {
  const absl::StatusOr<StateIndex> index = StateIndex::Make(graph);
  if (index.ok()) CheckVariables(graph, *index, tell);
}

absl::StatusOr<std::vector<VariableInfo>> CollectVariables(const Graph& graph) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::shared_ptr<const GraphState> state, StateOf(graph));
  return state->variables;
}

}  // namespace opgraft_internal
