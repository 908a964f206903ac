// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_IF_CHECKS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_IF_CHECKS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/node_attrs.h"

namespace opgraft {

class FunctionLibrary;

// Everything wrong with the branches of an If or StatelessIf node, judged by their signatures: a
// function that is not in the library (NOT_FOUND, with the nearest name), counts and types that are
// not Tin and Tout (INVALID_ARGUMENT), a stateful op at any depth below a StatelessIf. Does not
// instantiate functions. The messages do not name the node.
std::vector<absl::Status> CheckIfBranches(absl::string_view op, const NodeAttrs& attrs,
                                          const FunctionLibrary& functions);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_IF_CHECKS_H_
