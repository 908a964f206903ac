// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_CALLS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_CALLS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_body.h"
#include "framework/op/node_attrs.h"
#include "framework/op/op_registry.h"

namespace opgraft {

// A function that a node runs.
struct Callee {
  std::shared_ptr<const FunctionBody> body;
  absl::string_view attr;  // the func attr that names it; "" if the op does
};

// The functions a node runs. One by name, or the branches of an If, of which a run takes one.
struct Callees {
  std::vector<Callee> bodies;
  int first_arg = 0;  // argument i of a body is input first_arg + i of the node
  bool are_alternatives = false;
};

// "If" and "StatelessIf".
bool IsIfOp(absl::string_view op);

// True if nodes of this op run functions: it stands for one, or is an If.
bool RunsFunctions(const OpRegistrationData& op);

// The functions that a node runs, instantiated; none if it runs none. Errors are FunctionLibrary's.
absl::StatusOr<Callees> CalleesOf(const OpRegistrationData& op, const NodeAttrs& attrs,
                                  const FunctionLibrary& functions);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_CALLS_H_
