// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/function_calls.h"

#include <utility>

#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

constexpr absl::string_view kBranches[] = {"then_branch", "else_branch"};

}  // namespace

bool IsIfOp(absl::string_view op) { return op == "If" || op == "StatelessIf"; }

bool RunsFunctions(const OpRegistrationData& op) {
  return op.is_function_op || IsIfOp(op.op_def.name());
}

absl::StatusOr<Callees> CalleesOf(const OpRegistrationData& op, const NodeAttrs& attrs,
                                  const FunctionLibrary& functions) {
  Callees callees;
  if (op.is_function_op) {
    OPGRAFT_ASSIGN_OR_RETURN(auto body, functions.Instantiate(op.op_def.name(), attrs));
    callees.bodies.push_back({std::move(body), ""});
  } else if (IsIfOp(op.op_def.name())) {
    callees.first_arg = 1;
    callees.are_alternatives = true;
    for (absl::string_view branch : kBranches) {
      OPGRAFT_ASSIGN_OR_RETURN(auto body, functions.InstantiateAttr(attrs, branch));
      callees.bodies.push_back({std::move(body), branch});
    }
  }
  return callees;
}

}  // namespace opgraft
