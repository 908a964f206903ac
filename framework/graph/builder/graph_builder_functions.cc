// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The calls of GraphBuilder that make functions: Arg, Return, Function, If.
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/builder/graph_builder_impl.h"
#include "framework/graph/data/problem_list.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

template <typename Ports>
std::string NearestPort(absl::string_view name, const Ports& ports) {
  NearestName nearest(name);
  for (const auto& port : ports) nearest.Offer(port.name);
  return NearestHint(nearest.best());
}

template <typename Ports>
const typename Ports::value_type* FindPort(absl::string_view name, const Ports& ports) {
  for (const auto& port : ports) {
    if (port.name == name) return &port;
  }
  return nullptr;
}

}  // namespace

Value GraphBuilder::Arg(const std::string& name, DataType dtype) {
  const Value arg =
      AddNode(absl::StrCat("Arg(\"", name, "\")"), "Placeholder", {}, name, {{"dtype", dtype}});
  if (arg.owner_ == nullptr) return arg;
  Impl::NodeRecord& node = impl_->nodes[static_cast<size_t>(arg.node_)];
  node.is_arg = true;
  impl_->args.push_back({node.def.name(), arg, dtype});
  return arg;
}

void GraphBuilder::Return(const std::string& name, Value value) {
  if (!impl_->error.ok()) return;
  absl::Status status = impl_->CheckValue(value);
  if (status.ok() && name.empty()) status = absl::InvalidArgumentError("a result needs a name");
  if (status.ok() && FindPort(name, impl_->results) != nullptr) {
    status = absl::InvalidArgumentError("the body has a result of that name");
  }
  if (!status.ok()) {
    impl_->Fail(absl::StrCat("Return(\"", name, "\")"), "", status);
    return;
  }
  impl_->results.push_back({name, value, impl_->TypeOf(value)});
}

GraphBuilder& GraphBuilder::Function(const std::string& name, GraphBuilder body) {
  if (!impl_->error.ok()) return *this;
  Impl& inner = *body.impl_;
  absl::Status status = inner.error;
  if (status.ok()) status = impl_->TakeFunctions(&inner);
  if (status.ok()) status = impl_->AddFunction(inner.ToFunction(name, inner.args, inner.results));
  impl_->Fail(absl::StrCat("Function(\"", name, "\")"), "", status);
  return *this;
}

absl::StatusOr<GraphBuilder::Impl::Port> GraphBuilder::Impl::BranchArg(
    const std::string& name, size_t index, DataType dtype, const std::vector<Port>& taken) const {
  if (name.empty()) {
    std::string unused = absl::StrCat("unused_", index);
    while (names.contains(unused)) unused += "_";
    return Port{unused, Value(), dtype};
  }
  const Port* port = FindPort(name, args);
  if (port == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no argument ", Quoted(name), NearestPort(name, args)));
  }
  if (FindPort(name, taken) != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("two inputs go to argument ", Quoted(name)));
  }
  return *port;
}

absl::StatusOr<FunctionDef> GraphBuilder::Impl::ToBranch(const Branch& branch,
                                                         const DataTypeVector& input_types) const {
  OPGRAFT_RETURN_IF_ERROR(error);
  std::vector<Port> arguments, outputs;
  for (size_t i = 0; i < branch.args.size(); ++i) {
    OPGRAFT_ASSIGN_OR_RETURN(Port arg, BranchArg(branch.args[i], i, input_types[i], arguments));
    arguments.push_back(std::move(arg));
  }
  for (const Port& port : args) {
    if (FindPort(port.name, arguments) == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("argument ", Quoted(port.name), " gets no input"));
    }
  }
  for (const std::string& name : branch.results) {
    const Port* port = FindPort(name, results);
    if (port == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no result ", Quoted(name), NearestPort(name, results)));
    }
    outputs.push_back(*port);
    // One result may serve several outputs; in the signature each has a name of its own.
    for (std::string& unique = outputs.back().name; FindPort(unique, outputs) != &outputs.back();)
      unique += "_";
  }
  return ToFunction(branch.name, arguments, outputs);
}

absl::StatusOr<std::string> GraphBuilder::Impl::AddBranch(Impl* body, Branch branch,
                                                          const DataTypeVector& input_types) {
  absl::Status status = TakeFunctions(body);
  branch.name = UnusedFunctionName(branch.name);
  if (status.ok()) {
    auto function = body->ToBranch(branch, input_types);
    status = function.ok() ? AddFunction(*std::move(function)) : function.status();
  }
  if (!status.ok())
    return absl::Status(status.code(), absl::StrCat(Quoted(branch.name), ": ", status.message()));
  branch_functions.insert(branch.name);
  return branch.name;
}

Value GraphBuilder::If(Value cond, GraphBuilder then_body, GraphBuilder else_body,
                       std::vector<PortMap> inputs, std::vector<ResultMap> outputs,
                       const std::string& name) {
  if (!impl_->error.ok()) return Value();
  const std::string call = absl::StrCat("If(\"", name, "\")");
  const auto result = MakeIf(cond, *then_body.impl_, *else_body.impl_, inputs, outputs, name);
  if (!result.ok()) impl_->Fail(call, "", result.status());
  return result.ok() ? *result : Value();
}

absl::StatusOr<Value> GraphBuilder::MakeIf(Value cond, Impl& then_body, Impl& else_body,
                                           const std::vector<PortMap>& inputs,
                                           const std::vector<ResultMap>& outputs,
                                           const std::string& name) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string node_name, impl_->MakeName(name, "If"));
  Impl::Branch then_branch{absl::StrCat(node_name, "_then"), {}, {}},
      else_branch{absl::StrCat(node_name, "_else"), {}, {}};
  DataTypeVector input_types;
  std::vector<Value> values;
  for (const PortMap& input : inputs) {
    OPGRAFT_RETURN_IF_ERROR(impl_->CheckValue(input.value));
    input_types.push_back(impl_->TypeOf(input.value));
    values.push_back(input.value);
    then_branch.args.push_back(input.then_arg);
    else_branch.args.push_back(input.else_arg);
  }
  for (const ResultMap& output : outputs) {
    then_branch.results.push_back(output.then_result);
    else_branch.results.push_back(output.else_result);
  }
  OPGRAFT_ASSIGN_OR_RETURN(const std::string then_name,
                           impl_->AddBranch(&then_body, then_branch, input_types));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string else_name,
                           impl_->AddBranch(&else_body, else_branch, input_types));
  std::vector<DataType> output_types;
  for (const auto& result : impl_->function_by_name.at(then_name)->signature().output_arg()) {
    output_types.push_back(result.type());
  }
  return AddNode(absl::StrCat("If(\"", name, "\")"), "If", {cond, Input(values)}, node_name,
                 {{"Tout", output_types},
                  {"then_branch", FunctionName{then_name}},
                  {"else_branch", FunctionName{else_name}}});
}

}  // namespace opgraft
