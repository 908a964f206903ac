// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_ARGS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_ARGS_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

// The op whose nodes stand for the arguments of a function in the graph of its body: attrs T and
// index, one output of type T. It is not in any registry.
inline constexpr absl::string_view kArgOpName = "_Arg";
const OpRegistrationData& ArgOp();

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_ARGS_H_
