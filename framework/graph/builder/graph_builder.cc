// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/graph_builder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/branch_ports.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/builder/held_constant.h"
#include "framework/graph/data/problem_list.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

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

// The types of the values that go into a node. INVALID_ARGUMENT if one is none of `draft`.
absl::StatusOr<DataTypeVector> TypesOf(const std::vector<Value>& values, const GraphDraft& draft) {
  DataTypeVector types;
  for (const Value value : values) {
    OPGRAFT_RETURN_IF_ERROR(draft.CheckValue(value));
    types.push_back(draft.TypeOf(value));
  }
  return types;
}

// True if no value is one of a call that failed.
bool AllMade(const std::vector<Value>& values, const GraphDraft& draft) {
  return std::none_of(values.begin(), values.end(),
                      [&draft](Value value) { return draft.IsFailed(value); });
}

// What a node that chooses one of several bodies is made of.
struct Choice {
  std::vector<std::pair<std::string, GraphDraft*>> bodies;  // by the ends of their names
  std::vector<Value> inputs;
  std::vector<std::vector<std::string>> args;     // by input, then body
  std::vector<std::vector<std::string>> results;  // by output, then body
};

// The names of the inputs or outputs in body number `b`. `names`: by port, then body.
absl::StatusOr<std::vector<std::string>> NamesInBody(
    const std::vector<std::vector<std::string>>& names, size_t b, size_t num_bodies) {
  std::vector<std::string> in_body;
  for (const std::vector<std::string>& by_body : names) {
    if (by_body.size() != num_bodies) {
      return absl::InvalidArgumentError(absl::StrCat("an input or output names ports of ",
                                                     by_body.size(), " branches; there are ",
                                                     num_bodies));
    }
    in_body.push_back(by_body[b]);
  }
  return in_body;
}

// What is needed of body number `b`.
absl::StatusOr<BranchPorts> PortsOf(const Choice& choice, size_t b, const std::string& node) {
  BranchPorts ports{absl::StrCat(node, choice.bodies[b].first), {}, {}};
  const size_t num_bodies = choice.bodies.size();
  OPGRAFT_ASSIGN_OR_RETURN(ports.args, NamesInBody(choice.args, b, num_bodies));
  OPGRAFT_ASSIGN_OR_RETURN(ports.results, NamesInBody(choice.results, b, num_bodies));
  return ports;
}

using NamedBodies = std::vector<std::pair<std::string, GraphDraft*>>;

// True if all inputs of a node were made. Else the problems of its bodies, which `prefix` and their
// own name tell apart, are noted all the same.
bool InputsAreMade(const BuilderCall& call, const std::vector<Value>& inputs,
                   const std::string& prefix, const NamedBodies& bodies, GraphDraft* draft) {
  if (AllMade(inputs, *draft)) return true;
  for (const auto& [name, body] : bodies)
    draft->Fail(call, "", body->ProblemsOfBody(absl::StrCat(prefix, name)));
  return false;
}

// Adds the bodies as functions; their names, or nothing: what is wrong was noted, with each of
// them.
std::vector<std::string> AddBodies(const BuilderCall& call, const Choice& choice,
                                   const std::string& node, GraphDraft* draft) {
  if (!InputsAreMade(call, choice.inputs, node, choice.bodies, draft)) return {};
  const absl::StatusOr<DataTypeVector> types = TypesOf(choice.inputs, *draft);
  draft->Fail(call, "", types.status());
  std::vector<std::string> names;
  for (size_t b = 0; b < choice.bodies.size() && types.ok(); ++b) {
    const absl::StatusOr<BranchPorts> ports = PortsOf(choice, b, node);
    auto name = ports.ok() ? AddMappedBranch(*ports, *types, choice.bodies[b].second, draft)
                           : absl::StatusOr<std::string>(ports.status());
    draft->Fail(call, "", name.status());
    if (name.ok()) names.push_back(*std::move(name));
  }
  return names.size() == choice.bodies.size() ? names : std::vector<std::string>();
}

// The same for the bodies of a loop: the names of those that could be added.
std::vector<std::string> AddLoopBodies(const BuilderCall& call, const std::vector<Value>& inputs,
                                       const NamedBodies& bodies, GraphDraft* draft) {
  if (!InputsAreMade(call, inputs, "", bodies, draft)) return {};
  const absl::StatusOr<DataTypeVector> types = TypesOf(inputs, *draft);
  draft->Fail(call, "", types.status());
  std::vector<std::string> names;
  for (const auto& [wanted, body] : bodies) {
    if (!types.ok()) break;
    auto added = AddLoopFunction(wanted, *types, body, draft);
    draft->Fail(call, "", added.status());
    if (added.ok()) names.push_back(*std::move(added));
  }
  return names;
}

Choice ChoiceOfIf(GraphDraft* then_body, GraphDraft* else_body,
                  const std::vector<GraphBuilder::PortMap>& inputs,
                  const std::vector<GraphBuilder::ResultMap>& outputs) {
  Choice choice;
  choice.bodies = {{"_then", then_body}, {"_else", else_body}};
  for (const GraphBuilder::PortMap& input : inputs) {
    choice.inputs.push_back(input.value);
    choice.args.push_back({input.then_arg, input.else_arg});
  }
  for (const GraphBuilder::ResultMap& output : outputs)
    choice.results.push_back({output.then_result, output.else_result});
  return choice;
}

// Without the bodies.
Choice ChoiceOfCase(std::vector<GraphBuilder::CasePort> inputs,
                    std::vector<GraphBuilder::CaseResult> outputs) {
  Choice choice;
  for (GraphBuilder::CasePort& input : inputs) {
    choice.inputs.push_back(input.value);
    choice.args.push_back(std::move(input.args));
  }
  choice.results = std::move(outputs);
  return choice;
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
                       Attrs attrs, Where where) {
  return draft_->AddNode({"Op", op, where}, op, inputs, name, attrs);
}

Value GraphBuilder::Placeholder(const std::string& name, DataType dtype, PartialTensorShape shape,
                                Where where) {
  return draft_->AddNode({"Placeholder", name, where}, "Placeholder", {}, name,
                         {{"dtype", dtype}, {"shape", shape}});
}

Value GraphBuilder::Const(const Tensor& value, const std::string& name, Where where) {
  const HeldConstant held(value);
  return draft_->AddNode({"Const", "", where}, "Const", {}, name, held.attrs(), held.held());
}

Value GraphBuilder::ReadValue(const std::string& id, Value init, const std::string& name,
                              Where where) {
  if (draft_->IsFailed(init)) return draft_->FailedRead();
  const absl::Status status = draft_->CheckValue(init);
  draft_->Fail({"ReadValue", id, where}, name, status);
  if (!status.ok()) return draft_->FailedRead();
  return ReadValue(id, init, draft_->TypeOf(init), draft_->ShapeOf(init), name, where);
}

Value GraphBuilder::ReadValue(const std::string& id, Value init, DataType dtype,
                              PartialTensorShape shape, const std::string& name, Where where) {
  return draft_->AddNode(
      {"ReadValue", id, where}, "ReadValue", {Input({init})}, name,
      {{"variable_id", id}, {"variable_type", dtype}, {"variable_shape", shape}});
}

Value GraphBuilder::ReadValue(const std::string& id, DataType dtype, PartialTensorShape shape,
                              const std::string& name, Where where) {
  return draft_->AddNode(
      {"ReadValue", id, where}, "ReadValue", {Input(std::vector<Value>())}, name,
      {{"variable_id", id}, {"variable_type", dtype}, {"variable_shape", shape}});
}

Value GraphBuilder::Assign(const std::string& id, Value value, const std::string& name,
                           Where where) {
  return draft_->AddNode({"Assign", id, where}, "Assign", {value}, name, {{"variable_id", id}});
}

void GraphBuilder::AddControlInput(Value node, Value runs_before, Where where) {
  if (!AllMade({node, runs_before}, *draft_)) return;
  if (draft_->Owns(node) && draft_->Owns(runs_before)) {
    draft_->AddControlInput(node, runs_before);
  } else {
    draft_->Fail({"AddControlInput", "", where}, "",
                 absl::InvalidArgumentError("the value is empty or of another GraphBuilder"));
  }
}

void GraphBuilder::SetDevice(Value node, const std::string& device, Where where) {
  if (draft_->IsFailed(node)) return;
  if (draft_->Owns(node)) {
    draft_->SetDevice(node, device);
  } else {
    draft_->Fail({"SetDevice", "", where}, "",
                 absl::InvalidArgumentError("the value is empty or of another GraphBuilder"));
  }
}

// --- Functions ---

Value GraphBuilder::Arg(const std::string& name, DataType dtype, Where where) {
  return draft_->AddArg({"Arg", name, where}, name, dtype);
}

void GraphBuilder::Return(const std::string& name, Value value, Where where) {
  if (draft_->IsFailed(value)) return;
  absl::Status status = draft_->CheckValue(value);
  if (status.ok() && name.empty()) status = absl::InvalidArgumentError("a result needs a name");
  for (const GraphDraft::Port& result : draft_->results()) {
    if (status.ok() && result.name == name)
      status = absl::InvalidArgumentError("the body has a result of that name");
  }
  if (status.ok()) {
    draft_->results().push_back({name, value, draft_->TypeOf(value)});
  } else {
    draft_->Fail({"Return", name, where}, "", status);
  }
}

GraphBuilder& GraphBuilder::Function(const std::string& name, GraphBuilder body, Where where) {
  GraphDraft* inner = body.draft_.get();
  const absl::Status status = draft_->AddFunction(name, inner->args(), inner->results(), inner);
  draft_->Fail({"Function", name, where}, "", status);
  if (!status.ok()) draft_->MarkFailedFunction(name);
  return *this;
}

Value GraphBuilder::If(Value cond, GraphBuilder then_body, GraphBuilder else_body,
                       std::vector<PortMap> inputs, std::vector<ResultMap> outputs,
                       const std::string& name, Where where) {
  const Choice choice = ChoiceOfIf(then_body.draft_.get(), else_body.draft_.get(), inputs, outputs);
  const BuilderCall call{"If", name, where};
  const auto node = draft_->MakeName(name, "If");
  draft_->Fail(call, "", node.status());
  if (!node.ok()) return draft_->FailedRead();
  const std::vector<std::string> functions = AddBodies(call, choice, *node, draft_.get());
  if (functions.empty()) return draft_->FailedRead();
  return draft_->AddNode(call, "If", {cond, Input(choice.inputs)}, *node,
                         {{"Tout", ResultTypes(*draft_, functions[0])},
                          {"then_branch", FunctionName{functions[0]}},
                          {"else_branch", FunctionName{functions[1]}}});
}

std::vector<Value> GraphBuilder::Case(Value index, std::vector<GraphBuilder> branches,
                                      std::vector<CasePort> inputs, std::vector<CaseResult> outputs,
                                      const std::string& name, Where where) {
  Choice choice = ChoiceOfCase(std::move(inputs), std::move(outputs));
  for (size_t b = 0; b < branches.size(); ++b)
    choice.bodies.emplace_back(absl::StrCat("_branch", b), branches[b].draft_.get());
  const BuilderCall call{"Case", name, where};
  const auto failed = [&] {
    return std::vector<Value>(choice.results.size(), draft_->FailedRead());
  };
  absl::StatusOr<std::string> node = draft_->MakeName(name, "Case");
  if (node.ok() && branches.empty()) node = absl::InvalidArgumentError("a Case needs a branch");
  draft_->Fail(call, "", node.status());
  if (!node.ok()) return failed();
  const std::vector<std::string> functions = AddBodies(call, choice, *node, draft_.get());
  if (functions.empty()) return failed();
  const Value made = draft_->AddNode(
      call, HoldState(*draft_, functions) ? "Case" : "StatelessCase", {index, Input(choice.inputs)},
      *node, {{"Tout", ResultTypes(*draft_, functions[0])}, {"branches", FunctionList(functions)}});
  return OutputsOf(made, choice.results.size());
}

std::vector<Value> GraphBuilder::While(std::vector<Value> inputs, GraphBuilder cond,
                                       GraphBuilder body, const std::string& name, Where where) {
  const BuilderCall call{"While", name, where};
  const auto failed = [&] { return std::vector<Value>(inputs.size(), draft_->FailedRead()); };
  const auto node = draft_->MakeName(name, "While");
  draft_->Fail(call, "", node.status());
  if (!node.ok()) return failed();
  const std::vector<std::string> functions = AddLoopBodies(
      call, inputs, {{*node + "_cond", cond.draft_.get()}, {*node + "_body", body.draft_.get()}},
      draft_.get());
  if (functions.size() < 2) return failed();
  const Value loop = draft_->AddNode(
      call, HoldState(*draft_, functions) ? "While" : "StatelessWhile", {Input(inputs)}, *node,
      {{"cond", FunctionName{functions[0]}}, {"body", FunctionName{functions[1]}}});
  return OutputsOf(loop, inputs.size());
}

// --- The whole ---

absl::StatusOr<Graph> GraphBuilder::Build() const {
  if (!draft_->has_error() && (!draft_->args().empty() || !draft_->results().empty())) {
    return absl::InvalidArgumentError(
        "GraphBuilder::Build: Arg and Return are for the body of a function; give this builder to "
        "Function, If, While or Case");
  }
  return draft_->Build();
}

}  // namespace opgraft
