// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/if_checks.h"

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/op/arg_types.h"
#include "framework/op/op_def_util.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft {
namespace {

struct Branch {
  absl::string_view attr;
  std::string function;
  NodeAttrs attrs;  // that the attr gives to the function
};

// "then_branch 'f'".
std::string BranchName(const Branch& branch) {
  return absl::StrCat(branch.attr, " ", Quoted(branch.function));
}

// Compares what a branch takes (or gives) with what the node gives it (or takes). `what` is
// "argument" or "result".
void CompareTypes(const Branch& branch, absl::string_view what, const DataTypeVector& of_branch,
                  absl::string_view attr, const std::vector<DataType>& of_node,
                  std::vector<absl::Status>* problems) {
  if (of_branch.size() != of_node.size()) {
    problems->push_back(absl::InvalidArgumentError(
        absl::StrCat(BranchName(branch), " has ", of_branch.size(), " ", what, "s, but ", attr,
                     " has ", of_node.size(), " types")));
    return;
  }
  for (size_t i = 0; i < of_node.size(); ++i) {
    if (of_branch[i] == of_node[i]) continue;
    problems->push_back(absl::InvalidArgumentError(
        absl::StrCat(what, " ", i, " of ", BranchName(branch), " is ", DataTypeString(of_branch[i]),
                     ", but ", attr, "[", i, "] is ", DataTypeString(of_node[i]))));
  }
}

// A stateful op that a function holds, at any depth.
struct StatefulOp {
  std::string function, node, op;
};

class StatefulOpFinder {
 public:
  explicit StatefulOpFinder(const FunctionLibrary& functions) : functions_(functions) {}

  absl::optional<StatefulOp> Find(const std::string& function) {
    pending_ = {function};
    while (!pending_.empty()) {
      const std::string name = pending_.back();
      pending_.pop_back();
      const FunctionDef* def = functions_.FindFunction(name);
      if (def == nullptr || !seen_.insert(name).second) continue;
      for (const NodeDef& node : def->node_def()) {
        if (Visit(node)) return StatefulOp{name, node.name(), node.op()};
      }
    }
    return absl::nullopt;
  }

 private:
  // True if the op itself is stateful. One that only runs functions is if they are, and they are
  // visited later.
  bool Visit(const NodeDef& node) {
    const OpRegistrationData* op = functions_.Find(node.op());
    if (op == nullptr) return false;  // told of where the body is made
    if (op->is_function_op) pending_.push_back(node.op());
    for (const auto& [name, value] : node.attr()) {
      if (value.has_func()) pending_.push_back(value.func().name());
    }
    return op->op_def.is_stateful() && !RunsFunctions(*op);
  }

  const FunctionLibrary& functions_;
  std::vector<std::string> pending_;
  absl::flat_hash_set<std::string> seen_;
};

// The types of a function's arguments or results.
absl::StatusOr<DataTypeVector> TypesOf(
    const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args, const OpDef& signature,
    const NodeAttrs& attrs) {
  ArgTypes expanded;
  const auto find = [&](absl::string_view name) -> const AttrValue* {
    if (const AttrValue* given = attrs.Find(name)) return given;
    const OpDef::AttrDef* declared = FindAttr(name, signature);
    return declared != nullptr && declared->has_default_value() ? &declared->default_value()
                                                                : nullptr;
  };
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(args, find, &expanded));
  return expanded.types;
}

// Compares the branch's signature with the node's attrs.
void CheckSignature(const Branch& branch, const OpDef& signature, const NodeAttrs& attrs,
                    std::vector<absl::Status>* problems) {
  std::vector<DataType> tin, tout;
  // Lists that are missing or wrong are told of where attrs are checked.
  if (!GetNodeAttr(attrs, "Tin", &tin).ok() || !GetNodeAttr(attrs, "Tout", &tout).ok()) return;
  const auto args = TypesOf(signature.input_arg(), signature, branch.attrs);
  const auto results = TypesOf(signature.output_arg(), signature, branch.attrs);
  for (const auto* types : {&args, &results}) {
    if (types->ok()) continue;
    problems->emplace_back(types->status().code(),
                           absl::StrCat(BranchName(branch), ": ", types->status().message()));
    return;
  }
  CompareTypes(branch, "argument", *args, "Tin", tin, problems);
  CompareTypes(branch, "result", *results, "Tout", tout, problems);
}

void CheckBranch(const Branch& branch, absl::string_view op, const NodeAttrs& attrs,
                 const FunctionLibrary& functions, std::vector<absl::Status>* problems) {
  if (!functions.Contains(branch.function)) {
    problems->push_back(
        absl::NotFoundError(absl::StrCat(BranchName(branch), " is not in the library",
                                         NearestHint(functions.NearestFunction(branch.function)))));
    return;
  }
  CheckSignature(branch, functions.FindFunction(branch.function)->signature(), attrs, problems);
  if (op != "StatelessIf") return;
  if (const auto found = StatefulOpFinder(functions).Find(branch.function)) {
    problems->push_back(absl::InvalidArgumentError(
        absl::StrCat(BranchName(branch), " holds the stateful ", NodeTag(found->node, found->op),
                     " in function ", Quoted(found->function), "; a StatelessIf may not, use If")));
  }
}

}  // namespace

std::vector<absl::Status> CheckIfBranches(absl::string_view op, const NodeAttrs& attrs,
                                          const FunctionLibrary& functions) {
  std::vector<absl::Status> problems;
  for (absl::string_view attr : {"then_branch", "else_branch"}) {
    const NameAttrList* function = nullptr;
    if (!GetNodeAttr(attrs, attr, &function).ok()) continue;  // told of where attrs are checked
    CheckBranch({attr, function->name(), AttrsOf(*function)}, op, attrs, functions, &problems);
  }
  return problems;
}

}  // namespace opgraft
