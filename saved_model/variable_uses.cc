// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/variable_uses.h"

#include "absl/strings/str_cat.h"
#include "framework/op/common_call_sites.h"
#include "saved_model/node_ops.h"
#include "saved_model/variable_ops.h"

namespace opgraft_internal {

std::string TensorNameIn(int scope, const std::string& input) {
  return scope == kGraphScope && input.find(':') == std::string::npos ? absl::StrCat(input, ":0")
                                                                      : input;
}

// Handles are followed first, from the nodes that make them to a fixed point. Then every place into
// which a handle flowed is checked: what a constant would take there must be one, whichever way
// the place is reached. Both walks demote variables; a demotion reaches all that are aliased.
VariableUses::VariableUses(const GraphDef& def, const OpRegistry& ops) : def_(def), ops_(ops) {
  const int num_functions = def.library().function_size();
  for (int f = 0; f < num_functions; ++f) functions_.emplace(function(f).signature().name(), f);
  for (const NodeDef& node : def.node()) IndexUses(kGraphScope, node);
  for (int f = 0; f < num_functions; ++f) {
    for (const NodeDef& node : function(f).node_def()) IndexUses(f, node);
  }
  AddVariables();
  FollowAll();
  for (const NodeDef& node : def.node()) CheckCalls(kGraphScope, node);
  for (int f = 0; f < num_functions; ++f) {
    for (const NodeDef& node : function(f).node_def()) CheckCalls(f, node);
  }
  for (int f = 0; f < num_functions; ++f) CheckResults(f);
}

void VariableUses::FollowAll() {
  while (!pending_.empty()) {
    const auto [tensor, variable] = pending_.back();
    pending_.pop_back();
    const auto uses = uses_.find(tensor);
    if (uses == uses_.end()) continue;
    for (const Use& use : uses->second) FollowUse(tensor, use, variable);
  }
}

const CallSite* VariableUses::SiteOf(const NodeDef& node) {
  const auto [known, is_new] = sites_.try_emplace(&node);
  absl::optional<CallSite>& site = known->second;
  if (!is_new) return site.has_value() ? &*site : nullptr;
  if (const int f = FunctionOf(node.op()); f >= 0) {
    const NodeAttrs attrs;  // a function of the file is followed as it is written
    const int num_outputs = function(f).signature().output_arg_size();
    CallSite call;
    if (CallOfOp({node.op(), attrs, NumDataInputs(node), num_outputs}, &call).ok())
      site = std::move(call);
  } else {
    site = FindCallSite(ops_, node);
  }
  return site.has_value() ? &*site : nullptr;
}

void VariableUses::IndexUses(int scope, const NodeDef& node) {
  for (int i = 0; i < node.input_size(); ++i) {
    const std::string& input = node.input(i);
    if (!input.empty() && input[0] != '^')
      uses_[{scope, TensorNameIn(scope, input)}].push_back({&node, i});
  }
}

int VariableUses::AddVariable(const NodeDef& node) {
  Variable variable;
  variable.key = VariableKey(node);
  const auto dtype = node.attr().find("dtype");
  variable.dtype = dtype == node.attr().end() ? DT_INVALID : dtype->second.type();
  const int v = static_cast<int>(variables_.size());
  variable.parent = v;
  for (int other = 0; other < v; ++other) {
    if (!(variables_[other].key == variable.key)) continue;
    variables_.push_back(variable);
    Unite(other, v);
    return v;
  }
  variables_.push_back(std::move(variable));
  return v;
}

void VariableUses::AddVariables() {
  for (const NodeDef& node : def_.node()) {
    const VariableNode kind = VariableNodeOf(node);
    if (kind == VariableNode::kNone) continue;
    const PlacedTensor output{kGraphScope, absl::StrCat(node.name(), ":0")};
    const int v = AddVariable(node);
    of_node_[node.name()] = v;
    if (kind == VariableNode::kHandle) {
      Flow(output, v);
      continue;
    }
    for (const Use& use : uses_[output]) {
      if (TakesReference(use)) Demote(v);
    }
  }
  // The uses of a variable that a body makes are not looked for.
  for (const FunctionDef& body : def_.library().function()) {
    for (const NodeDef& node : body.node_def()) {
      if (VariableNodeOf(node) != VariableNode::kNone) Demote(AddVariable(node));
    }
  }
}

bool VariableUses::TakesReference(const Use& use) const {
  const OpRegistrationData* const op = FindOp(ops_, *use.node);
  // Ops with references have no list args before them.
  return op != nullptr && use.input < op->op_def.input_arg_size() &&
         op->op_def.input_arg(use.input).is_ref();
}

int VariableUses::RootOf(int variable) const {
  while (variables_[variable].parent != variable) {
    variables_[variable].parent = variables_[variables_[variable].parent].parent;
    variable = variables_[variable].parent;
  }
  return variable;
}

void VariableUses::Unite(int a, int b) {
  Variable& root = variables_[RootOf(a)];
  Variable& other = variables_[RootOf(b)];
  if (&root == &other) return;
  root.is_constant = root.is_constant && other.is_constant && root.dtype == other.dtype;
  other.parent = RootOf(a);
}

void VariableUses::Flow(const PlacedTensor& tensor, int variable) {
  const auto [known, is_new] = handles_.try_emplace(tensor, variable);
  if (!is_new) return Unite(known->second, variable);
  pending_.emplace_back(tensor, variable);
}

void VariableUses::FollowUse(const PlacedTensor& tensor, const Use& use, int variable) {
  if (HandleReadOf(*use.node) != HandleRead::kNone && use.input == 0) return;
  const OpRegistrationData* const op = FindOp(ops_, *use.node);
  if (op != nullptr && op->role == OpRole::kPassOn)
    return FlowToOutput(tensor.scope, *use.node, use.input, variable);
  FollowCall(tensor, use, variable);
}

// REQUIRES: the op of the node is registered.
void VariableUses::FlowToOutput(int scope, const NodeDef& node, int port, int variable) {
  if (scope == kGraphScope) return Flow({scope, absl::StrCat(node.name(), ":", port)}, variable);
  const OpRegistrationData& op = *FindOp(ops_, node);
  Flow({scope, OutputNameInBody(op.op_def, node, port)}, variable);
}

int VariableUses::FunctionOf(const std::string& name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? -1 : found->second;
}

void VariableUses::FollowCall(const PlacedTensor& tensor, const Use& use, int variable) {
  const CallSite* const site = SiteOf(*use.node);
  if (site == nullptr) return Demote(variable);
  bool is_argument = false;
  for (const CallSite::Body& body : site->bodies) {
    if (FollowArgument(*site, body, use.input, variable)) is_argument = true;
  }
  if (!is_argument) return Demote(variable);
  for (size_t i = 0; i < site->outputs.size(); ++i) {
    const CallSite::Output& output = site->outputs[i];
    if (output.kind == CallSite::Output::Kind::kCarried && output.index == use.input)
      FlowToOutput(tensor.scope, *use.node, static_cast<int>(i), variable);
  }
}

// False if `body` is not given the input. A loop is followed if it gives the body back, as result
// k, what it gave it as argument k: CheckResults looks at no others.
bool VariableUses::FollowArgument(const CallSite& site, const CallSite::Body& body, int input,
                                  int variable) {
  using Kind = CallSite::Argument::Kind;
  const int f = FunctionOf(body.function);
  bool is_argument = false;
  for (size_t k = 0; k < body.args.size(); ++k) {
    const CallSite::Argument& arg = body.args[k];
    if (arg.input != input) continue;
    is_argument = true;
    const auto index = static_cast<int>(k);
    const bool is_followed = f >= 0 && index < function(f).signature().input_arg_size() &&
                             (arg.kind == Kind::kInvariant ||
                              (arg.kind == Kind::kCarried && site.NextOf(input) == index));
    if (is_followed)
      Flow({f, function(f).signature().input_arg(index).name()}, variable);
    else
      Demote(variable);
  }
  return is_argument;
}

void VariableUses::DemoteArgs(int f) {
  for (const auto& arg : function(f).signature().input_arg()) {
    const auto handle = handles_.find({f, arg.name()});
    if (handle != handles_.end()) Demote(handle->second);
  }
}

void VariableUses::CheckCalls(int scope, const NodeDef& node) {
  if (const CallSite* const site = SiteOf(node)) {
    for (const CallSite::Body& body : site->bodies) {
      const int f = FunctionOf(body.function);
      if (f < 0) continue;
      const bool is_loop_body = site->role == OpRole::kLoop && &body == &site->loop_body();
      if (!is_loop_body) called_plainly_.insert(f);
      CheckArguments(scope, node, body, f);
    }
    return;
  }
  // Other nodes that run functions: the arguments are not followed, so they stay handles.
  for (const auto& attr : node.attr()) {
    if (const int f = FunctionOf(attr.second.func().name()); f >= 0) DemoteArgs(f);
    for (const NameAttrList& named : attr.second.list().func()) {
      if (const int f = FunctionOf(named.name()); f >= 0) DemoteArgs(f);
    }
  }
}

// An argument that becomes a constant's value must be one at each call.
void VariableUses::CheckArguments(int scope, const NodeDef& node, const CallSite::Body& body,
                                  int f) {
  const OpDef& signature = function(f).signature();
  for (int k = 0; k < signature.input_arg_size(); ++k) {
    const auto handle = handles_.find({f, signature.input_arg(k).name()});
    if (handle == handles_.end()) continue;
    const auto at = static_cast<size_t>(k);
    const int input = at < body.args.size() ? body.args[at].input : -1;
    const bool is_handle =
        input >= 0 && input < node.input_size() &&
        handles_.contains(PlacedTensor{scope, TensorNameIn(scope, node.input(input))});
    if (!is_handle) Demote(handle->second);
  }
}

// A handle may be a result only where a loop gives it back as it came.
void VariableUses::CheckResults(int f) {
  const OpDef& signature = function(f).signature();
  for (int i = 0; i < signature.output_arg_size(); ++i) {
    const auto ret = function(f).ret().find(signature.output_arg(i).name());
    if (ret == function(f).ret().end()) continue;
    const auto result = handles_.find({f, ret->second});
    const auto arg = i < signature.input_arg_size()
                         ? handles_.find({f, signature.input_arg(i).name()})
                         : handles_.end();
    const bool comes_back = result != handles_.end() && arg != handles_.end() &&
                            RootOf(result->second) == RootOf(arg->second) &&
                            !called_plainly_.contains(f);
    if (comes_back) continue;
    if (result != handles_.end()) Demote(result->second);
    if (arg != handles_.end() && signature.output_arg(i).type() == DT_RESOURCE) Demote(arg->second);
  }
}

DataType VariableUses::ConstantAt(const PlacedTensor& tensor) const {
  const auto found = handles_.find(tensor);
  if (found == handles_.end()) return DT_INVALID;
  const Variable& variable = variables_[RootOf(found->second)];
  return variable.is_constant ? variable.dtype : DT_INVALID;
}

const CellKey* VariableUses::VariableOf(const NodeDef& node) const {
  const auto found = of_node_.find(node.name());
  return found == of_node_.end() ? nullptr : &variables_[found->second].key;
}

bool VariableUses::IsOnlyRead(const NodeDef& node) const {
  const auto found = of_node_.find(node.name());
  return found != of_node_.end() && variables_[RootOf(found->second)].is_constant;
}

void VariableUses::KeepAsVariable(const NodeDef& node) {
  const auto found = of_node_.find(node.name());
  if (found != of_node_.end()) Demote(found->second);
}

}  // namespace opgraft_internal
