// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/graph_draft.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/graph/builder/renamed_calls.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/graph/data/name_rules.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/io/function_codec.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/node_def_builder.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_role.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kWhileBuilding = " while building NodeDef";

absl::Status AllOf(const std::vector<absl::Status>& problems) {
  ProblemList list;
  for (const absl::Status& problem : problems) list.Add(0, problem.code(), problem.message());
  return list.ToStatus();
}

void SetArg(const std::string& name, DataType type, OpDef::ArgDef* arg) {
  arg->set_name(name);
  arg->set_type(type);
}

}  // namespace

GraphDraft::GraphDraft(std::shared_ptr<const KernelRegistry> registry)
    : editor_(std::move(registry)),
      node_def_checker_(ImportLimits(), kGraphDefVersion),
      refiner_(&editor_.data()) {}

GraphDraft::GraphDraft(const Graph& base)
    : editor_(base),
      node_def_checker_(ImportLimits(), kGraphDefVersion),
      refiner_(&editor_.data()) {}

std::string BuilderCall::Text() const {
  if (!instead.empty()) return std::string(instead);
  const std::string shown = argument.empty() ? "" : absl::StrCat("(\"", argument, "\")");
  return absl::StrCat("GraphBuilder::", function, shown, " at ", where.file, ":", where.line);
}

Value GraphDraft::Fail(const BuilderCall& call, absl::string_view node,
                       const absl::Status& status) {
  if (status.ok()) return Failed();
  const std::string tag = node.empty() ? "" : absl::StrCat(NodeTag(node, ""), ": ");
  problems_.Add(-1, status.code(), absl::StrCat(call.Text(), ": ", tag, status.message()));
  return Failed();
}

std::string GraphDraft::Tag(int node) const {
  const NodeData& data = editor_.data().node(node);
  return NodeTag(data.name, data.op->op_def.name());
}

std::string GraphDraft::Tag(const ShapeProblem& problem) const {
  return absl::StrCat(problem.call, ": ", Tag(problem.node));
}

// --- Nodes ---

Value GraphDraft::AddNode(const BuilderCall& call, const std::string& op,
                          const std::vector<Input>& inputs, const std::string& name,
                          const Attrs& attrs, const Tensor* held) {
  const Value made = TryAddNode(call, op, inputs, name, attrs, held);
  return IsFailed(made) && MayRead(op) ? FailedRead() : made;
}

bool GraphDraft::MayRead(const std::string& op) const {
  if (failed_functions_.contains(op)) return true;
  const auto found = FindOp(op);
  if (!found.ok()) return functions().num_functions() > 0;  // perhaps one of them, misspelt
  return (*found)->role == OpRole::kRead || RunsBodies((*found)->role);
}

Value GraphDraft::TryAddNode(const BuilderCall& call, const std::string& op,
                             const std::vector<Input>& inputs, const std::string& name,
                             const Attrs& attrs, const Tensor* held) {
  if (failed_functions_.contains(op)) return Failed();
  const auto found = FindOp(op);
  if (!found.ok()) return Fail(call, name, found.status());
  const auto node_name = MakeName(name, op);
  if (!node_name.ok()) return Fail(call, name, node_name.status());
  for (const Input& input : inputs) {
    for (const Value value : input.values()) {
      if (IsFailed(value)) return Failed();
    }
  }
  branches_.erase(op);  // a node calls it by its name
  const auto def = MakeNodeDef(*node_name, (*found)->op_def, inputs, attrs);
  const auto id = def.ok() ? Store(call, **found, *def, inputs, held) : def.status();
  return id.ok() ? Value(this, *id, 0) : Fail(call, *node_name, id.status());
}

Value GraphDraft::AddArg(const BuilderCall& call, const std::string& name, DataType dtype) {
  const auto node_name = MakeName(name, "arg");
  const Attrs attrs = {{"T", dtype}, {"index", static_cast<int>(args_.size())}};
  const auto def = node_name.ok() ? MakeNodeDef(*node_name, ArgOp().op_def, {}, attrs)
                                  : absl::StatusOr<NodeDef>(node_name.status());
  const auto id = def.ok() ? Store(call, ArgOp(), *def, {}, nullptr) : def.status();
  if (!id.ok()) return Fail(call, name, id.status());
  const Value arg(this, *id, 0);
  args_.push_back({*node_name, arg, dtype});
  return arg;
}

void GraphDraft::AddControlInput(Value value, Value runs_before) {
  editor_.AddControl(value.node_, runs_before.node_);
}

void GraphDraft::SetDevice(Value value, const std::string& device) {
  editor_.SetDevice(value.node_, device);
}

std::string GraphDraft::TensorName(Value value) const {
  return absl::StrCat(editor_.data().node(value.node_).name, ":", value.port_);
}

absl::Status GraphDraft::CheckValue(Value value) const {
  if (value.owner_ == nullptr)
    return absl::InvalidArgumentError("the value is empty: no call has given it");
  if (value.owner_ != this)
    return absl::InvalidArgumentError("the value belongs to another GraphBuilder");
  if (IsFailed(value)) return absl::InvalidArgumentError("the call that gave the value failed");
  const int outputs = editor_.data().NumOutputs(value.node_);
  if (value.port_ >= 0 && value.port_ < outputs) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(Tag(value.node_), " has ", outputs,
                                                 " outputs, there is no output ", value.port_));
}

absl::StatusOr<std::string> GraphDraft::MakeName(const std::string& wanted, absl::string_view op) {
  if (wanted.empty()) return FreeName(std::string(op));
  OPGRAFT_RETURN_IF_ERROR(CheckNodeName(wanted, false));
  const int taken = editor_.data().FindNode(wanted);
  if (taken < 0) return wanted;
  return absl::InvalidArgumentError(absl::StrCat("the name is taken by an earlier ",
                                                 editor_.data().node(taken).op->op_def.name()));
}

std::string GraphDraft::FreeName(const std::string& base) {
  int& suffix = next_suffix_[base];
  std::string name = base;
  for (; HasNode(name); ++suffix) name = absl::StrCat(base, "_", suffix + 1);
  return name;
}

absl::StatusOr<const OpRegistrationData*> GraphDraft::FindOp(const std::string& op) const {
  if (const OpRegistrationData* found = functions().Find(op); found != nullptr) return found;
  const std::string nearest = functions().NearestFunction(op);
  if (nearest.empty()) return editor_.data().registry->ops().LookUp(op).status();
  return absl::NotFoundError(
      absl::StrCat("there is no op or function ", Quoted(op), NearestHint(nearest)));
}

absl::Status GraphDraft::AddInput(const Input& input, bool takes_list,
                                  NodeDefBuilder* builder) const {
  std::vector<NodeDefBuilder::NodeOut> values;
  for (const Value value : input.values()) {
    OPGRAFT_RETURN_IF_ERROR(CheckValue(value));
    values.push_back({editor_.data().node(value.node_).name, value.port_, TypeOf(value)});
  }
  if (input.is_list() || takes_list) {
    builder->Input(absl::MakeConstSpan(values));
  } else {
    builder->Input(values[0]);
  }
  return absl::OkStatus();
}

absl::StatusOr<NodeDef> GraphDraft::MakeNodeDef(const std::string& name, const OpDef& op,
                                                const std::vector<Input>& inputs,
                                                const Attrs& attrs) const {
  NodeDefBuilder builder(name, &op);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const bool takes_list = i < static_cast<size_t>(op.input_arg_size()) &&
                            IsListArg(op.input_arg(static_cast<int>(i)));
    const absl::Status status = AddInput(inputs[i], takes_list, &builder);
    if (!status.ok())
      return absl::InvalidArgumentError(absl::StrCat("input ", i, ": ", status.message()));
  }
  for (const auto& [attr, value] : attrs) builder.Attr(attr, value);
  NodeDef def;
  const absl::Status status = builder.Finalize(&def);
  if (status.ok()) return def;
  // The message says who called; the whole OpDef in it says less than `opgraft ops` does.
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(status.message(), absl::MaxSplits(kWhileBuilding, 1));
  return absl::Status(status.code(), parts.first);
}

absl::StatusOr<int> GraphDraft::Store(const BuilderCall& call, const OpRegistrationData& op,
                                      const NodeDef& def, const std::vector<Input>& inputs,
                                      const Tensor* held) {
  std::vector<Endpoint> sources;
  for (const Input& input : inputs) {
    for (const Value value : input.values()) sources.push_back(EndpointOf(value));
  }
  const CheckedNodeDef& checked =
      node_def_checker_.Check(op, def, static_cast<int>(sources.size()));
  OPGRAFT_RETURN_IF_ERROR(AllOf(checked.problems));
  NewNode node;
  node.name = def.name();
  node.op = &op;
  const auto entries = checked.attrs.entries();
  node.attrs = held == nullptr
                   ? checked.attrs
                   : NodeAttrs(std::vector<NodeAttrs::Entry>(entries.begin(), entries.end()),
                               "value", *held);
  node.types = checked.types;
  node.inputs = sources;
  const int id = editor_.AddNode(std::move(node));
  if (op.role == OpRole::kRead || op.role == OpRole::kAssign || RunsBodies(op.role))
    calls_.Add(def.name(), call.Text());
  if (absl::Status status = refiner_.Infer(id); !status.ok())
    shape_problems_.push_back({id, call.Text(), std::move(status)});
  return id;
}

// --- Functions ---

std::string GraphDraft::UnusedFunctionName(const std::string& wanted) {
  int& suffix = next_function_suffix_[wanted];
  std::string name = suffix == 0 ? wanted : absl::StrCat(wanted, "_", suffix);
  while (functions().Contains(name)) name = absl::StrCat(wanted, "_", ++suffix);
  return name;
}

void GraphDraft::SetFunctions(FunctionLibrary functions) {
  editor_.data().functions = std::move(functions);
  VersionDef& versions = editor_.data().versions;
  versions.set_min_consumer(std::max(versions.min_consumer(), kFunctionsMinConsumer));
}

void GraphDraft::RenameBranch(const std::string& from, const std::string& to) {
  RenameCalls(from, to, &editor_);
  FunctionLibraryBuilder renamed(FunctionLibrary(editor_.data().registry), GraphFunctionCodec());
  for (const std::string& name : functions().FunctionNames()) {
    OpDef signature = functions().Find(name)->op_def;
    if (name == from) signature.set_name(to);
    std::shared_ptr<FunctionBody> body = WithRenamedCalls(*functions().GraphOf(name), from, to);
    body->name = signature.name();
    // Cannot fail: the names differ.
    renamed.Add(signature, std::move(body)).IgnoreError();
  }
  const FunctionLibrary before = functions();  // whose ops the nodes have
  SetFunctions(renamed.Build());
  for (int id = 0; id < editor_.data().num_nodes(); ++id) {
    const OpRegistrationData& op = *editor_.data().node(id).op;
    if (op.is_function_op) editor_.SetOp(id, functions().Find(op.op_def.name()));
  }
  branches_.erase(from);
  branches_.insert(to);
  calls_.RenameFunction(from, to);
}

absl::Status GraphDraft::TakeFunctions(GraphDraft* body) {
  for (const std::string& name : body->functions().FunctionNames()) {
    if (!body->branches_.contains(name) || !functions().Contains(name)) continue;
    std::string unused = UnusedFunctionName(name);
    while (body->functions().Contains(unused)) unused += "_";
    body->RenameBranch(name, unused);
  }
  FunctionLibraryBuilder builder(functions(), GraphFunctionCodec());
  for (const std::string& name : body->functions().FunctionNames())
    OPGRAFT_RETURN_IF_ERROR(builder.AddFrom(body->functions(), name));
  if (body->functions().num_functions() > 0) SetFunctions(builder.Build());
  branches_.insert(body->branches_.begin(), body->branches_.end());
  calls_.TakeFunctions(&body->calls_);
  return absl::OkStatus();
}

absl::Status GraphDraft::ProblemsOfBody(const std::string& name) const {
  ProblemList problems = problems_;
  for (const ShapeProblem& problem : shape_problems_)
    problems.Add(problem.node, Tag(problem), problem.status);
  absl::Status status = problems.ToStatus();
  if (status.ok() || has_error()) return status;
  return absl::Status(status.code(),
                      absl::StrCat("function ", Quoted(name), ": ", status.message()));
}

absl::Status GraphDraft::AddBodyArg(const Port& port, FunctionBody* body) {
  const Value arg = Owns(port.value)
                        ? port.value
                        : AddArg({"Arg", port.name, SourceLocation()}, port.name, port.dtype);
  OPGRAFT_RETURN_IF_ERROR(problems_.ToStatus());
  OPGRAFT_RETURN_IF_ERROR(editor_.SetAttr(arg.node_, "index", static_cast<int>(body->args.size())));
  body->args.push_back(arg.node_);
  body->arg_types.push_back(port.dtype);
  body->arg_names.push_back(port.name);
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const FunctionBody>> GraphDraft::MakeBody(
    const std::string& name, const std::vector<Port>& arguments, const std::vector<Port>& results) {
  auto body = std::make_shared<FunctionBody>();
  body->name = name;
  for (const Port& port : arguments) OPGRAFT_RETURN_IF_ERROR(AddBodyArg(port, body.get()));
  for (const Port& port : results) {
    body->rets.push_back(EndpointOf(port.value));
    body->ret_types.push_back(port.dtype);
  }
  OPGRAFT_ASSIGN_OR_RETURN(body->graph, editor_.Copy().Finish());
  if (body->graph.num_nodes() < editor_.data().num_nodes()) {  // some were removed
    const auto place_of = [&](int id) {
      return body->graph.FindNode(editor_.data().node(id).name);
    };
    for (int& arg : body->args) arg = place_of(arg);
    for (Endpoint& result : body->rets) result.node = place_of(result.node);
  }
  return std::shared_ptr<const FunctionBody>(std::move(body));
}

absl::Status GraphDraft::AddFunction(const std::string& name, const std::vector<Port>& arguments,
                                     const std::vector<Port>& results, GraphDraft* body) {
  OPGRAFT_RETURN_IF_ERROR(body->ProblemsOfBody(name));
  OPGRAFT_RETURN_IF_ERROR(TakeFunctions(body));
  return Define(name, arguments, results, body);
}

absl::Status GraphDraft::Define(const std::string& name, const std::vector<Port>& arguments,
                                const std::vector<Port>& results, GraphDraft* body) {
  OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const FunctionBody> made,
                           body->MakeBody(name, arguments, results));
  OpDef signature;
  signature.set_name(name);
  for (const Port& port : arguments) SetArg(port.name, port.dtype, signature.add_input_arg());
  for (const Port& port : results) SetArg(port.name, port.dtype, signature.add_output_arg());
  for (int id = 0; id < made->graph.num_nodes(); ++id) {
    if (made->graph.node(id).is_stateful()) signature.set_is_stateful(true);
  }
  FunctionLibraryBuilder builder(functions(), GraphFunctionCodec());
  OPGRAFT_RETURN_IF_ERROR(builder.Add(signature, std::move(made)));
  SetFunctions(builder.Build());
  calls_.TakeBody(name, &body->calls_);
  return absl::OkStatus();
}

absl::StatusOr<std::string> GraphDraft::AddBranch(const std::string& wanted,
                                                  const std::vector<Port>& arguments,
                                                  const std::vector<Port>& results,
                                                  GraphDraft* body) {
  OPGRAFT_RETURN_IF_ERROR(body->ProblemsOfBody(wanted));
  OPGRAFT_RETURN_IF_ERROR(TakeFunctions(body));  // they may have that name
  const std::string name = UnusedFunctionName(wanted);
  OPGRAFT_RETURN_IF_ERROR(Define(name, arguments, results, body));
  branches_.insert(name);
  return name;
}

}  // namespace opgraft_internal
