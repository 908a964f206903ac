// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/variable_uses.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/renamed_ops.h"
#include "framework/state/variable_type.h"

namespace opgraft_internal {
namespace {

constexpr char kDefaultContainer[] = "localhost";
constexpr char kReferenceType[] = "#ref";

bool IsOneOf(const std::string& op, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), op) != names.end();
}

bool OnlyReads(const NodeDef& node) {
  return IsOneOf(node.op(),
                 {"ReadVariableOp", "ResourceGather", "VariableShape", "DisableCopyOnRead"});
}

bool IsReferenceVariable(const NodeDef& node) {
  return IsOneOf(node.op(), {"VariableV2", "Variable"});
}

std::string TextAttr(const NodeDef& node, const char* name) {
  const auto found = node.attr().find(name);
  return found == node.attr().end() ? "" : found->second.s();
}

bool TakesReference(const NodeDef& node, int input, const OpRegistry& ops) {
  const OpRegistrationData* const op = ops.Find(std::string(OpNameHere(node)));
  // Ops with references have no list args before them.
  return op != nullptr && input < op->op_def.input_arg_size() &&
         op->op_def.input_arg(input).is_ref();
}

}  // namespace

CalledFunctions FunctionsOf(const NodeDef& node) {
  CalledFunctions called;
  const auto name_of = [&node](const char* attr) {
    const auto found = node.attr().find(attr);
    return found == node.attr().end() ? std::string() : found->second.func().name();
  };
  if (IsOneOf(node.op(), {"PartitionedCall", "StatefulPartitionedCall"})) {
    called = {{name_of("f")}, 0, false, "Tin"};
  } else if (IsOneOf(node.op(), {"If", "StatelessIf"})) {
    called = {{name_of("then_branch"), name_of("else_branch")}, 1, false, "Tin"};
  } else if (IsOneOf(node.op(), {"While", "StatelessWhile"})) {
    called = {{name_of("cond"), name_of("body")}, 0, true, "T"};
  } else if (IsOneOf(node.op(), {"Case", "StatelessCase"})) {
    called = {{}, 1, false, "Tin"};
    const auto branches = node.attr().find("branches");
    if (branches != node.attr().end()) {
      for (const NameAttrList& branch : branches->second.list().func())
        called.names.push_back(branch.name());
    }
  }
  return called;
}

CellKey VariableKey(const NodeDef& node) {
  const bool is_reference = IsReferenceVariable(node);
  CellKey key;
  key.container = TextAttr(node, "container");
  if (key.container.empty()) key.container = kDefaultContainer;
  key.type = is_reference ? kReferenceType : VariableType().name;
  key.name = TextAttr(node, "shared_name");
  if (key.name.empty() && is_reference) key.name = node.name();
  return key;
}

std::string TensorNameIn(int scope, const std::string& input) {
  return scope == kGraphScope && input.find(':') == std::string::npos ? absl::StrCat(input, ":0")
                                                                      : input;
}

std::string OutputNameIn(int scope, const std::string& node, int i) {
  return scope == kGraphScope ? absl::StrCat(node, ":", i) : absl::StrCat(node, ":output:", i);
}

VariableUses::VariableUses(const GraphDef& def, const OpRegistry& ops) : def_(def) {
  for (int f = 0; f < def.library().function_size(); ++f)
    functions_.emplace(function(f).signature().name(), f);
  for (const NodeDef& node : def.node()) IndexUses(kGraphScope, node);
  for (int f = 0; f < def.library().function_size(); ++f) {
    for (const NodeDef& node : function(f).node_def()) IndexUses(f, node);
  }
  AddVariables(ops);
  while (!pending_.empty()) {
    const auto [tensor, variable] = pending_.back();
    pending_.pop_back();
    const auto uses = uses_.find(tensor);
    if (uses == uses_.end()) continue;
    for (const Use& use : uses->second) FollowUse(tensor, use, variable);
  }
  for (const NodeDef& node : def.node()) CheckCalls(kGraphScope, node);
  for (int f = 0; f < def.library().function_size(); ++f) {
    for (const NodeDef& node : function(f).node_def()) CheckCalls(f, node);
  }
  for (int f = 0; f < def.library().function_size(); ++f) CheckResults(f);
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

void VariableUses::AddVariables(const OpRegistry& ops) {
  for (const NodeDef& node : def_.node()) {
    const PlacedTensor output{kGraphScope, absl::StrCat(node.name(), ":0")};
    if (node.op() == "VarHandleOp") {
      const int v = AddVariable(node);
      of_node_[node.name()] = v;
      Flow(output, v);
    } else if (IsReferenceVariable(node)) {
      const int v = AddVariable(node);
      of_node_[node.name()] = v;
      for (const Use& use : uses_[output]) {
        if (TakesReference(*use.node, use.input, ops)) Demote(v);
      }
    }
  }
  // Of a variable in a body, where it is used is not looked for.
  for (int f = 0; f < def_.library().function_size(); ++f) {
    for (const NodeDef& node : function(f).node_def()) {
      if (node.op() == "VarHandleOp") Demote(AddVariable(node));
      if (IsReferenceVariable(node)) Demote(AddVariable(node));
    }
  }
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
  if (OnlyReads(*use.node) && use.input == 0) return;
  if (use.node->op() == "Identity")
    return Flow({tensor.scope, OutputNameIn(tensor.scope, use.node->name(), 0)}, variable);
  FollowCall(tensor, use, variable);
}

int VariableUses::FunctionOf(const std::string& name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? -1 : found->second;
}

void VariableUses::FollowCall(const PlacedTensor& tensor, const Use& use, int variable) {
  CalledFunctions called = FunctionsOf(*use.node);
  if (called.names.empty() && FunctionOf(use.node->op()) >= 0) called.names = {use.node->op()};
  const int arg = use.input - called.first_input;
  if (called.names.empty() || arg < 0) return Demote(variable);
  for (const std::string& name : called.names) {
    const int f = FunctionOf(name);
    if (f < 0 || arg >= function(f).signature().input_arg_size()) return Demote(variable);
    Flow({f, function(f).signature().input_arg(arg).name()}, variable);
  }
  if (called.is_loop)
    Flow({tensor.scope, OutputNameIn(tensor.scope, use.node->name(), arg)}, variable);
}

void VariableUses::DemoteArgs(int f) {
  for (const auto& arg : function(f).signature().input_arg()) {
    const auto handle = handles_.find({f, arg.name()});
    if (handle != handles_.end()) Demote(handle->second);
  }
}

// An argument that is a constant's must be one at each call.
void VariableUses::CheckCalls(int scope, const NodeDef& node) {
  CalledFunctions called = FunctionsOf(node);
  if (FunctionOf(node.op()) >= 0) called.names = {node.op()};
  for (const std::string& name : called.names) {
    const int f = FunctionOf(name);
    if (f < 0) continue;
    const bool is_body = called.is_loop && name == called.names.back();
    if (!is_body) called_plainly_.insert(f);
    for (int arg = 0; arg < function(f).signature().input_arg_size(); ++arg) {
      const auto handle = handles_.find({f, function(f).signature().input_arg(arg).name()});
      if (handle == handles_.end()) continue;
      const int input = arg + called.first_input;
      const bool is_handle =
          input < node.input_size() &&
          handles_.contains(PlacedTensor{scope, TensorNameIn(scope, node.input(input))});
      if (!is_handle) Demote(handle->second);
    }
  }
  if (!called.names.empty()) return;
  // Who else runs functions gives them what is not followed.
  for (const auto& attr : node.attr()) {
    if (const int f = FunctionOf(attr.second.func().name()); f >= 0) DemoteArgs(f);
    for (const NameAttrList& named : attr.second.list().func()) {
      if (const int f = FunctionOf(named.name()); f >= 0) DemoteArgs(f);
    }
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
