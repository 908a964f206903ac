// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_scope.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/topological_order.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/io/function_codec.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {
namespace {

void SetArg(const std::string& name, DataType type, OpDef::ArgDef* arg) {
  arg->set_name(name);
  arg->set_type(type);
}

// Adds the arguments of a function; those that nothing in the scope asked for, too.
void AddArgs(const DataTypeVector& types, V1Scope* scope, FunctionBody* body) {
  for (size_t i = 0; i < types.size(); ++i) {
    body->args.push_back(scope->AddArg(absl::StrCat("arg", i), types[i], static_cast<int>(i)));
    body->arg_types.push_back(types[i]);
    body->arg_names.push_back(scope->editor.data().node(body->args.back()).name);
  }
}

void AddRets(const std::vector<Endpoint>& rets, const V1Scope& scope, FunctionBody* body) {
  for (const Endpoint ret : rets) {
    body->rets.push_back(ret);
    body->ret_types.push_back(BaseType(scope.editor.data().OutputType(ret)));
  }
}

OpDef SignatureOf(const FunctionBody& body, bool is_stateful) {
  OpDef signature;
  signature.set_name(body.name);
  signature.set_is_stateful(is_stateful);
  for (size_t i = 0; i < body.args.size(); ++i)
    SetArg(body.arg_names[i], body.arg_types[i], signature.add_input_arg());
  for (size_t i = 0; i < body.rets.size(); ++i)
    SetArg(absl::StrCat("result", i), body.ret_types[i], signature.add_output_arg());
  return signature;
}

// As far as can be told without the callers: memory is planned for it.
void InferShapes(V1Scope* scope) {
  const TopologicalOrder sorted = SortTopologically(scope->editor.data());
  ShapeRefiner refiner(&scope->editor.data(), ShapeRefiner::Calls::kSkip);
  // What is wrong is reported where the function is called.
  for (int32_t node : sorted.order) refiner.Infer(node).IgnoreError();
}

}  // namespace

void SetTypes(absl::string_view name, const DataTypeVector& types, NodeDef* def) {
  AttrValue& attr = (*def->mutable_attr())[std::string(name)];
  attr.mutable_list();
  for (DataType type : types) attr.mutable_list()->add_type(type);
}

void SetTwoBranches(const std::vector<std::string>& functions, bool is_stateful, NodeDef* def) {
  def->set_op(is_stateful ? "If" : "StatelessIf");
  auto& attrs = *def->mutable_attr();
  attrs["Tcond"].set_type(DT_BOOL);
  attrs["else_branch"].mutable_func()->set_name(functions[0]);
  attrs["then_branch"].mutable_func()->set_name(functions[1]);
}

void SetListedBranches(const std::vector<std::string>& functions, bool is_stateful, NodeDef* def) {
  def->set_op(is_stateful ? "Case" : "StatelessCase");
  AttrValue& branches = (*def->mutable_attr())["branches"];
  for (const std::string& function : functions)
    branches.mutable_list()->add_func()->set_name(function);
}

int V1Captures::NumberOf(Endpoint value) {
  const auto [it, is_new] = numbers.try_emplace(value, static_cast<int>(values.size()));
  if (is_new) values.push_back(value);
  return it->second;
}

int V1Scope::Add(NewNode node, int origin) {
  while (editor.data().FindNode(node.name) >= 0) node.name += "_";
  is_stateful |= node.op->op_def.is_stateful() || node.op->role == OpRole::kAssign ||
                 node.op->role == OpRole::kRead;
  origins.push_back(origin);
  return editor.AddNode(std::move(node));
}

int V1Scope::AddArg(absl::string_view name, DataType dtype, int number) {
  const auto found = args.find(number);
  if (found != args.end()) return found->second;
  AttrValue type;
  type.set_type(dtype);
  AttrValue index;
  index.set_i(number);
  NewNode node;
  node.name = std::string(name);
  node.op = &ArgOp();
  node.attrs = NodeAttrs().With("T", type).With("index", index);
  auto types = std::make_shared<NodeTypes>();
  types->outputs = {dtype};
  types->output_args = {{"output", 0, 1}};
  node.types = std::move(types);
  const bool was_stateful = is_stateful;
  const int id = Add(std::move(node), -1);
  is_stateful = was_stateful;  // an argument is none of the function's effects
  args[number] = id;
  return id;
}

V1Maker::V1Maker(const GraphData* graph)
    : graph_(graph),
      node_def_checker_(ImportLimits(), graph->versions.producer()),
      functions_(graph->functions, GraphFunctionCodec()) {
  functions_.SetProducer(graph->versions.producer());
}

std::unique_ptr<V1Scope> V1Maker::NewScope(V1Scope* parent, V1Captures* captures) const {
  auto scope = std::make_unique<V1Scope>(graph_->registry, parent, captures);
  scope->editor.data().versions = graph_->versions;
  // Keeps the functions that its nodes call registered until UseFunctions gives them the whole
  // library.
  scope->editor.data().functions = graph_->functions;
  return scope;
}

NewNode V1Maker::CopyOf(int id) const {
  const NodeData& data = graph_->node(id);
  NewNode node;
  node.name = data.name;
  node.op = data.op;
  node.attrs = data.attrs;
  node.device = graph_->devices[data.device];
  node.types = data.types;
  return node;
}

absl::StatusOr<int> V1Maker::AddNode(const NodeDef& def, absl::Span<const Endpoint> inputs,
                                     absl::Span<const int32_t> controls, V1Scope* scope) {
  OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, graph_->registry->ops().LookUp(def.op()));
  const CheckedNodeDef& checked =
      node_def_checker_.Check(*op, def, static_cast<int>(inputs.size()));
  if (!checked.problems.empty()) return checked.problems.front();
  NewNode node;
  node.name = def.name();
  node.op = op;
  node.attrs = checked.attrs;
  node.types = checked.types;
  node.inputs = inputs;
  node.controls = controls;
  return scope->Add(std::move(node), -1);
}

absl::StatusOr<Endpoint> V1Maker::AddConst(const std::string& name, const Tensor& value,
                                           V1Scope* scope) {
  NodeDef def;
  def.set_name(name);
  def.set_op("Const");
  (*def.mutable_attr())["dtype"].set_type(value.dtype());
  value.AsProtoField((*def.mutable_attr())["value"].mutable_tensor());
  OPGRAFT_ASSIGN_OR_RETURN(const int node, AddNode(def, {}, {}, scope));
  return Endpoint{node, 0};
}

absl::StatusOr<Endpoint> V1Maker::AddIndex(const std::string& name, int32_t value, V1Scope* scope) {
  return AddConst(name, Tensor(value), scope);
}

absl::StatusOr<Endpoint> V1Maker::AddBool(const std::string& name, bool value, V1Scope* scope) {
  return AddConst(name, Tensor(value), scope);
}

absl::StatusOr<Endpoint> V1Maker::AddNothing(const std::string& name, DataType dtype,
                                             V1Scope* scope) {
  return AddConst(name, Tensor(BaseType(dtype), TensorShape({0})), scope);
}

std::string V1Maker::UnusedName(const std::string& wanted) {
  std::string name = wanted;
  for (int i = 1; origins_.contains(name) || graph_->functions.Find(name) != nullptr; ++i)
    name = absl::StrCat(wanted, "_", i);
  return name;
}

absl::StatusOr<std::string> V1Maker::AddFunction(const std::string& wanted,
                                                 const DataTypeVector& args,
                                                 const std::vector<Endpoint>& rets,
                                                 V1Scope* scope) {
  auto body = std::make_shared<FunctionBody>();
  body->name = UnusedName(wanted);
  AddArgs(args, scope, body.get());
  AddRets(rets, *scope, body.get());
  const OpDef signature = SignatureOf(*body, scope->is_stateful);
  body->control_rets = scope->control_rets;
  InferShapes(scope);
  OPGRAFT_ASSIGN_OR_RETURN(body->graph, std::move(scope->editor).Finish());
  OPGRAFT_RETURN_IF_ERROR(functions_.Add(signature, std::move(body)));
  const std::string& name = signature.name();
  origins_[name] = std::move(scope->origins);
  return name;
}

}  // namespace opgraft_internal
