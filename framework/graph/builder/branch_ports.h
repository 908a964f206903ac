// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_BRANCH_PORTS_H_
#define FRAMEWORK_GRAPH_BUILDER_BRANCH_PORTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/op/attr.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// One branch of an If or a Case: what maps to its arguments ("": it does not read that input) and
// from its results.
//
// Example: for an If with inputs x and y, {"if_then", {"a", ""}, {"sum"}} is a branch whose Arg "a"
// is x, which does not read y, and whose result "sum" is output 0.
struct BranchPorts {
  // Of the function that the branch becomes, if it is free.
  std::string name;
  // By input of the node.
  std::vector<std::string> args;
  // By output of the node.
  std::vector<std::string> results;
};

// Makes `body` a branch of a node of `draft`: a function with an argument for each input of the
// node, in order. The name it got. INVALID_ARGUMENT, beginning with the branch, for an argument
// that is not there, gets two inputs or none, and for a result that is not there.
absl::StatusOr<std::string> AddMappedBranch(const BranchPorts& ports,
                                            const DataTypeVector& input_types, GraphDraft* body,
                                            GraphDraft* draft);

// Makes `body` the condition or the body of a loop over values of these types: its Args are the
// values, its results those of the next turn. The name it got.
absl::StatusOr<std::string> AddLoopFunction(const std::string& name,
                                            const DataTypeVector& value_types, GraphDraft* body,
                                            GraphDraft* draft);

// True if one of these functions of the draft is stateful.
bool HoldState(const GraphDraft& draft, const std::vector<std::string>& functions);
// The types of a function's results, as an attr.
Attr ResultTypes(const GraphDraft& draft, const std::string& function);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_BUILDER_BRANCH_PORTS_H_
