// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_writer.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/name_rules.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

// Items are written in phases (v1_groups.h). An item under no condition becomes its node. The items
// of one condition become an If: those of each branch are written into a scope of its own by the
// same means, with the condition in their path, and what they find only around them becomes an
// argument.
//
//   items  x {}  n {p is 0}  e {p is 1}  m joins n, e      phases  [x]  [p: n, e, m]
//   scope of the If      x, m = StatelessIf(p, x)
//   scope of branch 0    n = Neg(arg0)      returns n
//   scope of branch 1    e = Exp(arg0)      returns e
//
// A value that may be dead where it is fetched becomes two outputs: the value, or a Const without
// elements where it is dead, and a bool that says whether it is alive.

namespace opgraft_internal {
namespace {

constexpr int kMaxDepth = 100;
constexpr int kNothing = -1;

size_t At(int i) { return static_cast<size_t>(i); }

bool IsWithin(const V1Path& path, const V1Path& outer) {
  return std::includes(outer.begin(), outer.end(), path.begin(), path.end());
}

}  // namespace

V1Writer::V1Writer(V1Maker* maker, const V1Region* region, int depth)
    : maker_(*maker), region_(*region), depth_(depth) {}

void V1Writer::FindUses() {
  index_used_.assign(region_.items().size(), false);
  const auto use = [this](Endpoint input) {
    const Endpoint value = region_.Resolve(input);
    if (value.port == 1 && value.node >= graph().num_nodes())
      index_used_[At(region_.ItemOf(value))] = true;
  };
  for (Endpoint root : region_.bounds().roots) use(root);
  for (int root : region_.bounds().root_nodes) waited_for_.insert(region_.ItemOf(root));
  for (const V1Item& item : region_.items()) {
    for (Endpoint input : item.inputs) use(input);
    for (int32_t control : item.controls) waited_for_.insert(region_.ItemOf(control));
  }
  // The index of a join comes from those inside of it, which stand before it.
  for (size_t i = region_.items().size(); i-- > 0;) {
    if (!index_used_[i]) continue;
    for (Endpoint input : region_.items()[i].inputs) {
      if (input.node >= graph().num_nodes()) use({input.node, 1});
    }
  }
}

absl::Status V1Writer::WriteAll(V1Scope* scope) {
  FindUses();
  Items items;
  for (size_t i = 0; i < region_.items().size(); ++i) {
    if (!region_.items()[i].is_dead) items.push_back(static_cast<int>(i));
  }
  return Write(items, {}, {}, scope);
}

absl::Status V1Writer::Write(const Items& items, const V1Path& path,
                             const std::vector<Endpoint>& wanted, V1Scope* scope) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<V1Phase> phases,
                           SortIntoPhases(region_, items, path, wanted));
  for (const V1Phase& phase : phases) {
    OPGRAFT_RETURN_IF_ERROR(phase.condition < 0 ? WriteItem(phase.items.front(), scope)
                                                : WriteChoice(phase.condition, phase, path, scope));
  }
  return absl::OkStatus();
}

absl::Status V1Writer::WriteItem(int id, V1Scope* scope) {
  const V1Item& item = region_.item(id);
  switch (item.kind) {
    case V1Item::Kind::kNode:
      return WriteNode(id, scope);
    case V1Item::Kind::kLoop:
      return WriteLoop(id, scope);
    case V1Item::Kind::kFetch:
      return WriteFetch(id, scope);
    case V1Item::Kind::kAlias:
    case V1Item::Kind::kJoin:
      break;
  }
  // Who waits for an alias waits for what it stands for.
  const auto found = scope->values.find(region_.Resolve(item.inputs[0]));
  scope->nodes[id] = found == scope->values.end() ? kNothing : found->second.node;
  return absl::OkStatus();
}

absl::Status V1Writer::WriteNode(int id, V1Scope* scope) {
  const V1Item& item = region_.item(id);
  std::vector<Endpoint> inputs;
  for (Endpoint input : item.inputs) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint found, Find(input, scope));
    inputs.push_back(found);
  }
  const std::vector<int32_t> controls = ControlsOf(item.controls, scope);
  NewNode node = maker_.CopyOf(item.node);
  node.inputs = inputs;
  node.controls = controls;
  const int added = scope->Add(std::move(node), item.node);
  for (int port = 0; port < graph().NumOutputs(item.node); ++port)
    scope->values.try_emplace(Endpoint{item.node, port}, Endpoint{added, port});
  scope->nodes[id] = added;
  if (waited_for_.contains(id)) scope->control_rets.push_back(added);
  return absl::OkStatus();
}

absl::Status V1Writer::WriteFetch(int id, V1Scope* scope) {
  const V1Item& item = region_.item(id);
  const bool is_alive = item.indices[0] == 1;
  const Endpoint stands_for = region_.JoinOf(id);
  const std::string name = NameOf(item.inputs[0]);
  OPGRAFT_ASSIGN_OR_RETURN(const Endpoint value,
                           is_alive ? Find(item.inputs[0], scope)
                                    : maker_.AddNothing(name, TypeOf(item.inputs[0]), scope));
  OPGRAFT_ASSIGN_OR_RETURN(const Endpoint alive,
                           maker_.AddBool(absl::StrCat(name, "/alive"), is_alive, scope));
  scope->values[stands_for] = value;
  scope->values[{stands_for.node, 1}] = alive;
  scope->nodes[id] = value.node;
  return absl::OkStatus();
}

absl::StatusOr<Endpoint> V1Writer::Find(Endpoint value, V1Scope* scope) {
  const Endpoint e = region_.Resolve(value);
  const auto found = scope->values.find(e);
  if (found != scope->values.end()) return found->second;
  const bool is_index =
      e.port == 1 && e.node < graph().num_nodes() && frames().KindOf(e.node) == V1Kind::kMerge;
  if (is_index && region_.ItemOf(e) >= 0 && !region_.item(region_.ItemOf(e)).indices.empty())
    return maker_.AddIndex(NameOf(e), region_.item(region_.ItemOf(e)).indices[0], scope);
  if (scope->parent == nullptr) {
    const int node = e.node < graph().num_nodes() ? e.node : region_.item(region_.ItemOf(e)).node;
    return frames().Refuse(node, "is used where it may be dead");
  }
  if (DeclarationOf(e) >= 0) return Declare(e, scope);
  const int number = scope->captures->NumberOf(e);
  const Endpoint arg{scope->AddArg(NameOf(e), TypeOf(e), number), 0};
  scope->values[e] = arg;
  return arg;
}

void V1Writer::AddControlOf(int item, V1Scope* scope, std::vector<int32_t>* controls) {
  const auto found = scope->nodes.find(item);
  if (found == scope->nodes.end()) {
    if (scope->parent != nullptr) scope->captures->items.push_back(item);
  } else if (found->second >= 0 &&
             std::find(controls->begin(), controls->end(), found->second) == controls->end()) {
    controls->push_back(found->second);
  }
}

std::vector<int32_t> V1Writer::ControlsOf(const std::vector<int32_t>& nodes, V1Scope* scope) {
  std::vector<int32_t> controls;
  for (int32_t node : nodes) AddControlOf(region_.ItemOf(node), scope, &controls);
  return controls;
}

DataType V1Writer::TypeOf(Endpoint value) const {
  if (value.node < graph().num_nodes()) return BaseType(graph().OutputType(value));
  const V1Item& item = region_.item(region_.ItemOf(value));
  const bool is_fetch = item.kind == V1Item::Kind::kFetch;
  if (value.port == 1) return is_fetch ? DT_BOOL : DT_INT32;
  return BaseType(graph().OutputType(is_fetch ? item.inputs[0] : Endpoint{item.node, 0}));
}

std::string V1Writer::NameOf(Endpoint value) const {
  const bool is_made = value.node >= graph().num_nodes();
  const int node = is_made ? region_.item(region_.ItemOf(value)).node : value.node;
  const std::string& name = graph().node(node).name;
  return value.port == 0 ? name : absl::StrCat(name, "_", value.port);
}

// --- Ifs ---

bool V1Writer::Choice::is_stateful() const {
  return std::any_of(scopes.begin(), scopes.end(),
                     [](const auto& scope) { return scope->is_stateful; });
}

absl::Status V1Writer::WriteChoice(int condition, const V1Phase& phase, const V1Path& path,
                                   V1Scope* scope) {
  if (depth_ + static_cast<int>(path.size()) >= kMaxDepth)
    return frames().Refuse(region_.item(phase.items[0]).node, "is nested too deeply");
  Choice choice{condition, phase, {}, {}, {}, {}};
  for (int branch = 0; branch < region_.condition(condition).branches; ++branch) {
    choice.scopes.push_back(maker_.NewScope(scope, &choice.captures));
    choice.rets.emplace_back();
    OPGRAFT_RETURN_IF_ERROR(
        WriteBranch(condition, branch, phase, path, choice.scopes.back().get()));
  }
  OPGRAFT_RETURN_IF_ERROR(AddResults(path, &choice));
  return AddChoiceNode(choice, scope);
}

absl::Status V1Writer::AddResults(const V1Path& path, Choice* choice) {
  for (int id : choice->phase.items) {
    const V1Item& item = region_.item(id);
    if (item.kind == V1Item::Kind::kFetch) {
      OPGRAFT_RETURN_IF_ERROR(AddFetch(id, choice));
    } else if (item.kind == V1Item::Kind::kJoin && IsWithin(item.path, path)) {
      OPGRAFT_RETURN_IF_ERROR(AddJoin(id, choice));
    }
  }
  for (Endpoint value : choice->phase.escapes) OPGRAFT_RETURN_IF_ERROR(AddEscape(value, choice));
  return absl::OkStatus();
}

absl::Status V1Writer::WriteBranch(int condition, int branch, const V1Phase& phase,
                                   const V1Path& path, V1Scope* scope) {
  V1Path inner = path;
  const std::pair<int, int> literal(condition, branch);
  inner.insert(std::lower_bound(inner.begin(), inner.end(), literal), literal);
  Items items;
  for (int id : phase.items) {
    const V1Item& item = region_.item(id);
    const V1Path& taken = item.kind == V1Item::Kind::kFetch ? item.value_path : item.path;
    if (BranchOf(taken, condition) == branch) items.push_back(id);
  }
  return Write(items, inner, phase.escapes, scope);
}

absl::Status V1Writer::AddJoin(int id, Choice* choice) {
  const V1Item& item = region_.item(id);
  const Endpoint joined = region_.JoinOf(id);
  choice->outputs.push_back(joined);
  if (index_used_[At(id)]) choice->outputs.push_back({joined.node, 1});
  for (int branch = 0; branch < static_cast<int>(choice->scopes.size()); ++branch) {
    V1Scope* const scope = choice->scopes[At(branch)].get();
    const Endpoint input = item.inputs[At(branch)];
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint value, Find(input, scope));
    choice->rets[At(branch)].push_back(value);
    if (!index_used_[At(id)]) continue;
    const int index = item.indices[At(branch)];
    const std::string name = absl::StrCat(NameOf(joined), "/index");
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint number, index >= 0 ? maker_.AddIndex(name, index, scope)
                                                               : Find({input.node, 1}, scope));
    choice->rets[At(branch)].push_back(number);
  }
  return absl::OkStatus();
}

absl::Status V1Writer::AddFetch(int id, Choice* choice) {
  const V1Item& item = region_.item(id);
  const Endpoint fetched = region_.JoinOf(id);
  const Endpoint is_alive{fetched.node, 1};
  choice->outputs.push_back(fetched);
  choice->outputs.push_back(is_alive);
  for (int branch = 0; branch < static_cast<int>(choice->scopes.size()); ++branch) {
    V1Scope* const scope = choice->scopes[At(branch)].get();
    const bool is_taken = BranchOf(item.value_path, choice->condition) == branch;
    const std::string name = NameOf(item.inputs[0]);
    OPGRAFT_ASSIGN_OR_RETURN(
        const Endpoint value,
        is_taken ? Find(fetched, scope) : maker_.AddNothing(name, TypeOf(fetched), scope));
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint alive,
                             is_taken ? Find(is_alive, scope)
                                      : maker_.AddBool(absl::StrCat(name, "/alive"), false, scope));
    choice->rets[At(branch)].push_back(value);
    choice->rets[At(branch)].push_back(alive);
  }
  return absl::OkStatus();
}

// A value of one branch that a later If on the same condition reads, in the same branch.
absl::Status V1Writer::AddEscape(Endpoint value, Choice* choice) {
  const int taken = BranchOf(region_.item(region_.ItemOf(value)).path, choice->condition);
  choice->outputs.push_back(value);
  for (int branch = 0; branch < static_cast<int>(choice->scopes.size()); ++branch) {
    V1Scope* const scope = choice->scopes[At(branch)].get();
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint found,
                             branch == taken
                                 ? Find(value, scope)
                                 : maker_.AddNothing(NameOf(value), TypeOf(value), scope));
    choice->rets[At(branch)].push_back(found);
  }
  return absl::OkStatus();
}

// The bool or index that decides. A Switch takes a scalar only; an If would take more.
absl::StatusOr<Endpoint> V1Writer::FindCondition(int condition, V1Scope* scope) {
  const auto known = scope->conditions.find(condition);
  if (known != scope->conditions.end()) return known->second;
  const V1Condition& made = region_.condition(condition);
  OPGRAFT_ASSIGN_OR_RETURN(Endpoint value, Find(made.value, scope));
  if (graph().OutputShape(made.value).dims() != 0) {
    NodeDef check;
    check.set_name(graph().node(made.switch_node).name);
    check.set_op("_SwitchCondition");
    (*check.mutable_attr())["T"].set_type(TypeOf(made.value));
    OPGRAFT_ASSIGN_OR_RETURN(const int node, maker_.AddNode(check, {value}, {}, scope));
    value = {node, 0};
  }
  scope->conditions[condition] = value;
  return value;
}

// The join that ends the items, if one does, else the first of them.
int V1Writer::NamesakeOf(const V1Phase& phase) const {
  int namesake = phase.items.front();
  for (int id : phase.items) {
    if (region_.item(id).kind == V1Item::Kind::kJoin) namesake = id;
  }
  return region_.item(namesake).node;
}

// What the branches wait for around the If, and its joins.
std::vector<int32_t> V1Writer::ControlsOfChoice(const Choice& choice, V1Scope* scope) {
  std::vector<int32_t> controls;
  for (int item : choice.captures.items) AddControlOf(item, scope, &controls);
  const std::vector<int>& items = choice.phase.items;
  for (int id : items) {
    if (region_.item(id).kind != V1Item::Kind::kJoin) continue;
    for (int32_t node : region_.item(id).controls) {
      const int waits_for = region_.ItemOf(node);
      if (!absl::c_linear_search(items, waits_for)) AddControlOf(waits_for, scope, &controls);
    }
  }
  return controls;
}

// Makes functions of the branches: their names.
absl::StatusOr<std::vector<std::string>> V1Writer::AddBranchFunctions(const std::string& name,
                                                                      const DataTypeVector& args,
                                                                      const Choice& choice) {
  std::vector<std::string> functions;
  for (size_t i = 0; i < choice.scopes.size(); ++i) {
    OPGRAFT_ASSIGN_OR_RETURN(std::string function,
                             maker_.AddFunction(absl::StrCat(name, "_branch", i), args,
                                                choice.rets[i], choice.scopes[i].get()));
    functions.push_back(std::move(function));
  }
  return functions;
}

absl::Status V1Writer::AddChoiceNode(const Choice& choice, V1Scope* scope) {
  OPGRAFT_ASSIGN_OR_RETURN(const Endpoint decides, FindCondition(choice.condition, scope));
  std::vector<Endpoint> inputs = {decides};
  DataTypeVector in_types, out_types;
  for (Endpoint value : choice.captures.values) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint input, Find(value, scope));
    inputs.push_back(input);
    in_types.push_back(TypeOf(value));
  }
  for (Endpoint value : choice.outputs) out_types.push_back(TypeOf(value));
  const std::vector<int32_t> controls = ControlsOfChoice(choice, scope);
  NodeDef def;
  def.set_name(graph().node(NamesakeOf(choice.phase)).name);
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<std::string> functions,
                           AddBranchFunctions(def.name(), in_types, choice));
  SetTypes("Tin", in_types, &def);
  SetTypes("Tout", out_types, &def);
  if (TypeOf(region_.condition(choice.condition).value) == DT_BOOL)
    SetTwoBranches(functions, choice.is_stateful(), &def);
  else
    SetListedBranches(functions, choice.is_stateful(), &def);
  OPGRAFT_ASSIGN_OR_RETURN(const int node, maker_.AddNode(def, inputs, controls, scope));
  NoteChoice(choice, node, scope);
  return absl::OkStatus();
}

// Lets what comes later find what the node gives and runs.
void V1Writer::NoteChoice(const Choice& choice, int node, V1Scope* scope) {
  for (size_t i = 0; i < choice.outputs.size(); ++i)
    scope->values[choice.outputs[i]] = {node, static_cast<int32_t>(i)};
  bool is_waited_for = choice.is_stateful();
  for (int id : choice.phase.items) {
    scope->nodes[id] = node;
    is_waited_for = is_waited_for || waited_for_.contains(id);
  }
  if (is_waited_for) scope->control_rets.push_back(node);
}

}  // namespace opgraft_internal
