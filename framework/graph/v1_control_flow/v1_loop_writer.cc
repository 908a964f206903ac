// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How V1Writer writes loops.
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

absl::StatusOr<std::string> V1Writer::WriteLoopFunction(const V1Region& region, bool is_body,
                                                        const std::string& name,
                                                        bool* is_stateful) {
  const V1Frame& loop = frames().frame(region.bounds().frame);
  const std::unique_ptr<V1Scope> scope = maker_.NewScope(nullptr, nullptr);
  DataTypeVector types;
  std::vector<Endpoint> args;
  for (const LoopValue& value : loop.values) {
    const Endpoint given{value.merge >= 0 ? value.merge : value.enter, 0};
    types.push_back(TypeOf(given));
    args.push_back(
        {scope->AddArg(graph().node(given.node).name, types.back(), static_cast<int>(args.size())),
         0});
    scope->values[given] = args.back();
  }
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

absl::Status V1Writer::WriteLoop(int id, V1Scope* scope) {
  const V1Item& item = region_.item(id);
  const V1Frame& loop = frames().frame(item.frame);
  if (depth_ >= kMaxLoopDepth) return frames().Refuse(item.node, "is nested too deeply");
  OPGRAFT_ASSIGN_OR_RETURN(
      const V1Region condition,
      V1Region::Make(&frames(), BoundsOf(frames(), item.frame, /*is_body=*/false)));
  OPGRAFT_ASSIGN_OR_RETURN(
      const V1Region body,
      V1Region::Make(&frames(), BoundsOf(frames(), item.frame, /*is_body=*/true)));
  OPGRAFT_RETURN_IF_ERROR(CheckShared(condition, body));
  NodeDef def;
  def.set_name(graph().node(item.node).name);
  bool is_stateful = false;
  OPGRAFT_ASSIGN_OR_RETURN(const std::string cond_name,
                           WriteLoopFunction(condition, false, def.name(), &is_stateful));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string body_name,
                           WriteLoopFunction(body, true, def.name(), &is_stateful));
  def.set_op(is_stateful ? "While" : "StatelessWhile");
  auto& attrs = *def.mutable_attr();
  attrs["cond"].mutable_func()->set_name(cond_name);
  attrs["body"].mutable_func()->set_name(body_name);
  attrs["T"].mutable_list();
  std::vector<Endpoint> inputs;
  for (const LoopValue& value : loop.values) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint input, Find(graph().InputsOf(value.enter)[0], scope));
    inputs.push_back(input);
    attrs["T"].mutable_list()->add_type(TypeOf({value.enter, 0}));
  }
  if (const AttrValue* parallel = graph().node(loop.first_enter).attrs.Find("parallel_iterations"))
    attrs["parallel_iterations"] = *parallel;
  OPGRAFT_ASSIGN_OR_RETURN(const int node,
                           maker_.AddNode(def, inputs, ControlsOf(item.controls, scope), scope));
  scope->nodes[id] = node;
  if (is_stateful || waited_for_.contains(id)) scope->control_rets.push_back(node);
  for (int exit : loop.exits) {
    const int merge = graph().InputsOf(graph().InputsOf(exit)[0].node)[0].node;
    for (size_t i = 0; i < loop.values.size(); ++i) {
      if (loop.values[i].merge == merge) scope->values[{exit, 0}] = {node, static_cast<int32_t>(i)};
    }
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
