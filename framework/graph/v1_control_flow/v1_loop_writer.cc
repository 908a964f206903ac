// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How V1Writer writes loops: a frame of Enters, Merges, Switches and NextIterations becomes a While
// whose two functions are regions of their own.
//
//   i = Enter(0)                                 i = While[cond=@i_cond, body=@i_body](0)
//   m = Merge(i, n)       LoopCond(Less(m, 3))   i_cond(m) = Less(m, 3)
//   s = Switch(m, cond)   n = NextIteration(s:1 + 1)   i_body(m) = m + 1
//   e = Exit(s:0)                                e is output 0
//
// The condition is what LoopCond needs, the body what the NextIterations need. What both need is
// computed in both, so it may have no effects. An Enter that is constant comes behind the values
// that the loop carries, as an argument that the body gives back.
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/v1_control_flow/v1_writer.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxLoopDepth = 50;

// Of a loop's condition or of its body: what it has to give, and what it starts from.
V1Region::Bounds BoundsOf(const V1Frames& frames, int frame, bool is_body) {
  const GraphData& graph = frames.graph();
  const V1Frame& loop = frames.frame(frame);
  V1Region::Bounds bounds;
  bounds.frame = frame;
  if (!is_body) bounds.roots.push_back(graph.InputsOf(loop.loop_cond)[0]);
  for (const LoopValue& value : loop.values) {
    bounds.args.insert({value.merge >= 0 ? value.merge : value.enter, 0});
    if (!is_body || value.merge < 0) continue;
    bounds.roots.push_back(graph.InputsOf(value.next)[0]);
    for (int32_t control : graph.ControlsOf(value.next)) bounds.root_nodes.push_back(control);
  }
  if (!is_body) {
    for (int32_t control : graph.ControlsOf(loop.loop_cond)) bounds.root_nodes.push_back(control);
  }
  return bounds;
}

// What the condition computes and the body uses is computed in both: it must have no effects.
absl::Status CheckShared(const V1Region& condition, const V1Region& body) {
  for (const V1Item& item : condition.items()) {
    const bool is_shared = item.kind == V1Item::Kind::kLoop || item.kind == V1Item::Kind::kNode;
    if (!is_shared || body.ItemOf(item.node) < 0) continue;
    const OpRegistrationData& op = *body.frames().graph().node(item.node).op;
    if (op.op_def.is_stateful())
      return body.frames().Refuse(item.node, "belongs to the condition of a loop and to its body");
  }
  return absl::OkStatus();
}

}  // namespace

void V1Writer::AddKnown(const V1Item& loop, V1Region::Bounds* bounds) const {
  absl::flat_hash_map<std::pair<Endpoint, int>, int> around = region_.bounds().known;
  for (const auto& [condition, branch] : loop.path) {
    const V1Condition& made = region_.condition(condition);
    around[{made.value, made.branches}] = branch;
  }
  for (const LoopValue& value : frames().frame(loop.frame).values) {
    if (value.merge >= 0) continue;
    const Endpoint outside = frames().Origin(graph().InputsOf(value.enter)[0]);
    for (const auto& [decides, branch] : around) {
      if (decides.first == outside)
        bounds->known[{Endpoint{value.enter, 0}, decides.second}] = branch;
    }
  }
}

absl::StatusOr<std::string> V1Writer::WriteLoopFunction(const V1Region& region, bool is_body,
                                                        const std::string& name,
                                                        bool* is_stateful) {
  const std::unique_ptr<V1Scope> scope = maker_.NewScope(nullptr, nullptr);
  DataTypeVector types;
  const std::vector<Endpoint> args =
      AddLoopArgs(frames().frame(region.bounds().frame), scope.get(), &types);
  V1Writer writer(&maker_, &region, depth_ + 1);
  OPGRAFT_RETURN_IF_ERROR(writer.WriteAll(scope.get()));
  std::vector<Endpoint> rets;
  for (Endpoint root : region.bounds().roots) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint ret, writer.Find(root, scope.get()));
    rets.push_back(ret);
  }
  // What is constant comes behind what is carried.
  for (size_t i = rets.size(); is_body && i < args.size(); ++i) rets.push_back(args[i]);
  *is_stateful |= scope->is_stateful;
  return maker_.AddFunction(absl::StrCat(name, is_body ? "_body" : "_cond"), types, rets,
                            scope.get());
}

// Adds an argument for each value of a loop to the scope of its condition or body. A reference is
// declared there instead.
std::vector<Endpoint> V1Writer::AddLoopArgs(const V1Frame& loop, V1Scope* scope,
                                            DataTypeVector* types) const {
  std::vector<Endpoint> args;
  for (const LoopValue& value : loop.values) {
    const Endpoint given{value.merge >= 0 ? value.merge : value.enter, 0};
    if (DeclarationOf(given) >= 0) {
      Declare(given, scope);
      continue;
    }
    types->push_back(TypeOf(given));
    const int number = static_cast<int>(args.size());
    args.push_back({scope->AddArg(graph().node(given.node).name, types->back(), number), 0});
    scope->values[given] = args.back();
  }
  return args;
}

absl::Status V1Writer::WriteLoop(int id, V1Scope* scope) {
  const V1Item& item = region_.item(id);
  if (depth_ >= kMaxLoopDepth) return frames().Refuse(item.node, "is nested too deeply");
  V1Region::Bounds of_condition = BoundsOf(frames(), item.frame, /*is_body=*/false);
  V1Region::Bounds of_body = BoundsOf(frames(), item.frame, /*is_body=*/true);
  for (V1Region::Bounds* bounds : {&of_condition, &of_body}) AddKnown(item, bounds);
  OPGRAFT_ASSIGN_OR_RETURN(const V1Region condition,
                           V1Region::Make(&frames(), std::move(of_condition)));
  OPGRAFT_ASSIGN_OR_RETURN(const V1Region body, V1Region::Make(&frames(), std::move(of_body)));
  OPGRAFT_RETURN_IF_ERROR(CheckShared(condition, body));
  return WriteLoopNode(id, condition, body, scope);
}

absl::Status V1Writer::WriteLoopNode(int id, const V1Region& condition, const V1Region& body,
                                     V1Scope* scope) {
  const V1Item& item = region_.item(id);
  const V1Frame& loop = frames().frame(item.frame);
  NodeDef def;
  def.set_name(graph().node(item.node).name);
  auto& attrs = *def.mutable_attr();
  bool is_stateful = false;
  OPGRAFT_ASSIGN_OR_RETURN(*attrs["cond"].mutable_func()->mutable_name(),
                           WriteLoopFunction(condition, false, def.name(), &is_stateful));
  OPGRAFT_ASSIGN_OR_RETURN(*attrs["body"].mutable_func()->mutable_name(),
                           WriteLoopFunction(body, true, def.name(), &is_stateful));
  def.set_op(is_stateful ? "While" : "StatelessWhile");
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Endpoint> inputs,
                           FindLoopInputs(loop, scope, attrs["T"].mutable_list()));
  if (const AttrValue* parallel = graph().node(loop.first_enter).attrs.Find("parallel_iterations"))
    attrs["parallel_iterations"] = *parallel;
  std::vector<int32_t> controls = ControlsOf(item.controls, scope);
  AddControlsOfReferences(loop, scope, &controls);
  OPGRAFT_ASSIGN_OR_RETURN(const int node, maker_.AddNode(def, inputs, controls, scope));
  scope->nodes[id] = node;
  if (is_stateful || waited_for_.contains(id)) scope->control_rets.push_back(node);
  NoteLoop(loop, node, scope);
  return absl::OkStatus();
}

// What the values of a loop start from.
absl::StatusOr<std::vector<Endpoint>> V1Writer::FindLoopInputs(const V1Frame& loop, V1Scope* scope,
                                                               AttrValue::ListValue* types) {
  std::vector<Endpoint> inputs;
  for (const LoopValue& value : loop.values) {
    if (value.merge < 0 && DeclarationOf({value.enter, 0}) >= 0) continue;
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint input, Find(graph().InputsOf(value.enter)[0], scope));
    inputs.push_back(input);
    types->add_type(TypeOf({value.enter, 0}));
  }
  return inputs;
}

// Lets what comes later find the values of the loop's Exits: outputs of the While.
void V1Writer::NoteLoop(const V1Frame& loop, int node, V1Scope* scope) const {
  for (int exit : loop.exits) {
    const int merge = graph().InputsOf(graph().InputsOf(exit)[0].node)[0].node;
    for (size_t i = 0; i < loop.values.size(); ++i) {
      if (loop.values[i].merge == merge) scope->values[{exit, 0}] = {node, static_cast<int32_t>(i)};
    }
  }
}

}  // namespace opgraft_internal
