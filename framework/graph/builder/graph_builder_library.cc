// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The functions that a GraphBuilder holds, and those it takes over from the builders of bodies.
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder_impl.h"
#include "framework/graph/data/problem_list.h"
#include "framework/op/attr_value_equal.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// Makes a node that calls or names function `from` one of `to`.
void Rename(const std::string& from, const std::string& to, NodeDef* node) {
  if (node->op() == from) node->set_op(to);
  for (auto& [name, value] : *node->mutable_attr()) {
    if (value.has_func() && value.func().name() == from) value.mutable_func()->set_name(to);
  }
}

}  // namespace

absl::Status GraphBuilder::Impl::AddFunction(FunctionDef def) {
  const std::string name = def.signature().name();
  auto known = function_by_name.find(name);
  if (known != function_by_name.end()) {
    if (DeterministicBytes(*known->second) == DeterministicBytes(def)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("another function is named ", Quoted(name)));
  }
  function_by_name[name] = std::make_shared<const FunctionDef>(std::move(def));
  function_names.push_back(name);
  return absl::OkStatus();
}

std::string GraphBuilder::Impl::UnusedFunctionName(const std::string& wanted) const {
  std::string name = wanted;
  for (int i = 1; function_by_name.contains(name); ++i) name = absl::StrCat(wanted, "_", i);
  return name;
}

void GraphBuilder::Impl::RenameFunction(const std::string& from, const std::string& to) {
  for (NodeRecord& node : nodes) Rename(from, to, &node.def);
  for (std::string& name : function_names) {
    FunctionDef def = *function_by_name[name];
    for (NodeDef& node : *def.mutable_node_def()) Rename(from, to, &node);
    function_by_name.erase(name);
    if (name == from) def.mutable_signature()->set_name(name = to);
    function_by_name[name] = std::make_shared<const FunctionDef>(std::move(def));
  }
  if (branch_functions.erase(from) > 0) branch_functions.insert(to);
}

absl::Status GraphBuilder::Impl::TakeFunctions(Impl* body) {
  const std::vector<std::string> of_body = body->function_names;
  for (const std::string& name : of_body) {
    if (body->branch_functions.contains(name) && function_by_name.contains(name)) {
      std::string unused = UnusedFunctionName(name);
      while (body->function_by_name.contains(unused)) unused += "_";
      body->RenameFunction(name, unused);
    }
  }
  for (const std::string& name : body->function_names)
    OPGRAFT_RETURN_IF_ERROR(AddFunction(*body->function_by_name[name]));
  branch_functions.insert(body->branch_functions.begin(), body->branch_functions.end());
  return absl::OkStatus();
}

}  // namespace opgraft
