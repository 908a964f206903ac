// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/graph_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/branch_ports.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/data/problem_list.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/tensor/shape_proto.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

// `Op("AddV2")`.
std::string CallText(absl::string_view function, absl::string_view argument) {
  return absl::StrCat(function, "(\"", argument, "\")");
}

// The value of a Const whose contents are held as a Tensor.
Attr WithoutContents(const Tensor& tensor) {
  AttrValue value;
  value.mutable_tensor()->set_dtype(tensor.dtype());
  ToProto(tensor.shape(), value.mutable_tensor()->mutable_tensor_shape());
  return Attr(value);
}

Attr FunctionList(const std::vector<std::string>& names) {
  AttrValue value;
  for (const std::string& name : names) value.mutable_list()->add_func()->set_name(name);
  return Attr(value);
}

// All outputs of the node of `value`.
std::vector<Value> OutputsOf(Value value, size_t count) {
  std::vector<Value> outputs;
  for (size_t i = 0; i < count; ++i) outputs.push_back(value[static_cast<int>(i)]);
  return outputs;
}

bool IsStateful(const GraphDraft& draft, const std::vector<std::string>& functions) {
  for (const std::string& name : functions) {
    if (draft.functions().Find(name)->op_def.is_stateful()) return true;
  }
  return false;
}

// The types of the values that go into a node. INVALID_ARGUMENT if one is none of `draft`.
absl::StatusOr<DataTypeVector> TypesOf(const std::vector<Value>& values, const GraphDraft& draft) {
  DataTypeVector types;
  for (const Value value : values) {
    OPGRAFT_RETURN_IF_ERROR(draft.CheckValue(value));
    types.push_back(draft.TypeOf(value));
  }
  return types;
}

// What a node that chooses one of several bodies is made of.
struct Choice {
  std::vector<std::pair<std::string, GraphDraft*>> bodies;  // by the ends of their names
  std::vector<Value> inputs;
  std::vector<std::vector<std::string>> args;     // by input, then body
  std::vector<std::vector<std::string>> results;  // by output, then body
};

// What is needed of body number `b`.
absl::StatusOr<BranchPorts> PortsOf(const Choice& choice, size_t b, const std::string& node) {
  BranchPorts ports{absl::StrCat(node, choice.bodies[b].first), {}, {}};
  for (const auto* lists : {&choice.args, &choice.results}) {
    auto& names = lists == &choice.args ? ports.args : ports.results;
    for (const std::vector<std::string>& by_body : *lists) {
      if (by_body.size() != choice.bodies.size()) {
        return absl::InvalidArgumentError(absl::StrCat("an input or output names ports of ",
                                                       by_body.size(), " branches; there are ",
                                                       choice.bodies.size()));
      }
      names.push_back(by_body[b]);
    }
  }
  return ports;
}

// Adds the bodies as functions; their names.
absl::StatusOr<std::vector<std::string>> AddBodies(const Choice& choice, const std::string& node,
                                                   GraphDraft* draft) {
  OPGRAFT_ASSIGN_OR_RETURN(const DataTypeVector types, TypesOf(choice.inputs, *draft));
  std::vector<std::string> names;
  for (size_t b = 0; b < choice.bodies.size(); ++b) {
    OPGRAFT_ASSIGN_OR_RETURN(const BranchPorts ports, PortsOf(choice, b, node));
    OPGRAFT_ASSIGN_OR_RETURN(std::string name,
                             AddMappedBranch(ports, types, choice.bodies[b].second, draft));
    names.push_back(std::move(name));
  }
  return names;
}

Attr ResultTypes(const GraphDraft& draft, const std::string& function) {
  std::vector<DataType> types;
  for (const auto& result : draft.functions().Find(function)->op_def.output_arg())
    types.push_back(result.type());
  return Attr(types);
}

}  // namespace

GraphBuilder::GraphBuilder() : GraphBuilder(KernelRegistry::Global()) {}

GraphBuilder::GraphBuilder(std::shared_ptr<const KernelRegistry> registry)
    : draft_(std::make_unique<GraphDraft>(std::move(registry))) {}

GraphBuilder::~GraphBuilder() = default;
GraphBuilder::GraphBuilder(GraphBuilder&&) noexcept = default;
GraphBuilder& GraphBuilder::operator=(GraphBuilder&&) noexcept = default;

// --- Nodes ---

Value GraphBuilder::Op(const std::string& op, std::vector<Input> inputs, const std::string& name,
                       Attrs attrs) {
  return draft_->AddNode(CallText("Op", op), op, inputs, name, attrs);
}

Value GraphBuilder::Placeholder(const std::string& name, DataType dtype, PartialTensorShape shape) {
  return draft_->AddNode(CallText("Placeholder", name), "Placeholder", {}, name,
                         {{"dtype", dtype}, {"shape", shape}});
}

Value GraphBuilder::Const(const Tensor& value, const std::string& name) {
  const bool is_held =
      DataTypeCanUseMemcpy(value.dtype()) && value.TotalBytes() >= NodeAttrs::kLeastHeldBytes;
  return draft_->AddNode(
      "Const", "Const", {}, name,
      {{"dtype", value.dtype()}, {"value", is_held ? WithoutContents(value) : Attr(value)}},
      is_held ? &value : nullptr);
}

Value GraphBuilder::ReadValue(const std::string& id, Value init, const std::string& name) {
  if (!draft_->error().ok()) return Value();
  if (const absl::Status status = draft_->CheckValue(init); !status.ok()) {
    draft_->Fail(CallText("ReadValue", id), name, status);
    return Value();
  }
  return ReadValue(id, init, draft_->TypeOf(init), draft_->ShapeOf(init), name);
}

Value GraphBuilder::ReadValue(const std::string& id, Value init, DataType dtype,
                              PartialTensorShape shape, const std::string& name) {
  return draft_->AddNode(
      CallText("ReadValue", id), "ReadValue", {Input({init})}, name,
      {{"variable_id", id}, {"variable_type", dtype}, {"variable_shape", shape}});
}

Value GraphBuilder::ReadValue(const std::string& id, DataType dtype, PartialTensorShape shape,
                              const std::string& name) {
  return draft_->AddNode(
      CallText("ReadValue", id), "ReadValue", {Input(std::vector<Value>())}, name,
      {{"variable_id", id}, {"variable_type", dtype}, {"variable_shape", shape}});
}

Value GraphBuilder::Assign(const std::string& id, Value value, const std::string& name) {
  return draft_->AddNode(CallText("Assign", id), "Assign", {value}, name, {{"variable_id", id}});
}

void GraphBuilder::AddControlInput(Value node, Value runs_before) {
  if (!draft_->error().ok()) return;
  if (draft_->Owns(node) && draft_->Owns(runs_before)) {
    draft_->AddControlInput(node, runs_before);
  } else {
    draft_->Fail("AddControlInput", "",
                 absl::InvalidArgumentError("the value is empty or of another GraphBuilder"));
  }
}

void GraphBuilder::SetDevice(Value node, const std::string& device) {
  if (!draft_->error().ok()) return;
  if (draft_->Owns(node)) {
    draft_->SetDevice(node, device);
  } else {
    draft_->Fail("SetDevice", "",
                 absl::InvalidArgumentError("the value is empty or of another GraphBuilder"));
  }
}

// --- Functions ---

Value GraphBuilder::Arg(const std::string& name, DataType dtype) {
  return draft_->AddArg(name, dtype);
}

void GraphBuilder::Return(const std::string& name, Value value) {
  if (!draft_->error().ok()) return;
  absl::Status status = draft_->CheckValue(value);
  if (status.ok() && name.empty()) status = absl::InvalidArgumentError("a result needs a name");
  for (const GraphDraft::Port& result : draft_->results()) {
    if (status.ok() && result.name == name)
      status = absl::InvalidArgumentError("the body has a result of that name");
  }
  if (status.ok()) {
    draft_->results().push_back({name, value, draft_->TypeOf(value)});
  } else {
    draft_->Fail(CallText("Return", name), "", status);
  }
}

GraphBuilder& GraphBuilder::Function(const std::string& name, GraphBuilder body) {
  if (!draft_->error().ok()) return *this;
  GraphDraft* inner = body.draft_.get();
  draft_->Fail(CallText("Function", name), "",
               draft_->AddFunction(name, inner->args(), inner->results(), inner));
  return *this;
}

Value GraphBuilder::If(Value cond, GraphBuilder then_body, GraphBuilder else_body,
                       std::vector<PortMap> inputs, std::vector<ResultMap> outputs,
                       const std::string& name) {
  if (!draft_->error().ok()) return Value();
  Choice choice;
  choice.bodies = {{"_then", then_body.draft_.get()}, {"_else", else_body.draft_.get()}};
  for (const PortMap& input : inputs) {
    choice.inputs.push_back(input.value);
    choice.args.push_back({input.then_arg, input.else_arg});
  }
  for (const ResultMap& output : outputs)
    choice.results.push_back({output.then_result, output.else_result});
  const std::string call = CallText("If", name);
  const auto node = draft_->MakeName(name, "If");
  const auto functions = node.ok() ? AddBodies(choice, *node, draft_.get()) : node.status();
  draft_->Fail(call, "", functions.status());
  if (!functions.ok()) return Value();
  return draft_->AddNode(call, "If", {cond, Input(choice.inputs)}, *node,
                         {{"Tout", ResultTypes(*draft_, (*functions)[0])},
                          {"then_branch", FunctionName{(*functions)[0]}},
                          {"else_branch", FunctionName{(*functions)[1]}}});
}

std::vector<Value> GraphBuilder::Case(Value index, std::vector<GraphBuilder> branches,
                                      std::vector<CasePort> inputs, std::vector<CaseResult> outputs,
                                      const std::string& name) {
  if (!draft_->error().ok()) return std::vector<Value>(outputs.size());
  Choice choice;
  for (size_t b = 0; b < branches.size(); ++b)
    choice.bodies.emplace_back(absl::StrCat("_branch", b), branches[b].draft_.get());
  for (CasePort& input : inputs) {
    choice.inputs.push_back(input.value);
    choice.args.push_back(std::move(input.args));
  }
  choice.results = std::move(outputs);
  const std::string call = CallText("Case", name);
  const auto node = draft_->MakeName(name, "Case");
  const auto functions = node.ok() ? AddBodies(choice, *node, draft_.get()) : node.status();
  draft_->Fail(call, "", functions.status());
  if (functions.ok() && functions->empty())
    draft_->Fail(call, "", absl::InvalidArgumentError("a Case needs a branch"));
  if (!draft_->error().ok()) return std::vector<Value>(choice.results.size());
  const Value made = draft_->AddNode(
      call, IsStateful(*draft_, *functions) ? "Case" : "StatelessCase",
      {index, Input(choice.inputs)}, *node,
      {{"Tout", ResultTypes(*draft_, (*functions)[0])}, {"branches", FunctionList(*functions)}});
  return OutputsOf(made, choice.results.size());
}

std::vector<Value> GraphBuilder::While(std::vector<Value> inputs, GraphBuilder cond,
                                       GraphBuilder body, const std::string& name) {
  const std::string call = CallText("While", name);
  if (!draft_->error().ok()) return inputs;
  const auto node = draft_->MakeName(name, "While");
  const auto types = node.ok() ? TypesOf(inputs, *draft_) : node.status();
  std::vector<std::string> functions;
  const std::pair<const char*, GraphDraft*> bodies[] = {{"_cond", cond.draft_.get()},
                                                        {"_body", body.draft_.get()}};
  for (const auto& [end, inner] : bodies) {
    auto added = types.ok() ? AddLoopFunction(absl::StrCat(*node, end), *types, inner, draft_.get())
                            : absl::StatusOr<std::string>(types.status());
    draft_->Fail(call, "", added.status());
    if (!added.ok()) return inputs;
    functions.push_back(*std::move(added));
  }
  const Value loop = draft_->AddNode(
      call, IsStateful(*draft_, functions) ? "While" : "StatelessWhile", {Input(inputs)}, *node,
      {{"cond", FunctionName{functions[0]}}, {"body", FunctionName{functions[1]}}});
  return OutputsOf(loop, inputs.size());
}

// --- The whole ---

absl::StatusOr<Graph> GraphBuilder::Build() const {
  OPGRAFT_RETURN_IF_ERROR(draft_->error());
  if (!draft_->args().empty() || !draft_->results().empty()) {
    return absl::InvalidArgumentError(
        "GraphBuilder::Build: Arg and Return are for the body of a function; give this builder to "
        "Function, If, While or Case");
  }
  return draft_->Build();
}

}  // namespace opgraft
