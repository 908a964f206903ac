// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_FUNCTION_EXPORT_H_
#define FRAMEWORK_GRAPH_IO_FUNCTION_EXPORT_H_

#include "framework/types/internal_namespace.h"

namespace opgraft {
class FunctionDef;
class OpDef;
}  // namespace opgraft

namespace opgraft_internal {

struct FunctionBody;

// The function as a file has it: arguments are those of the signature, inputs of the form "arg" and
// "node:out:0", results by their names. The signature has no attrs and no lists.
//
// Example: a body with argument x, node n of op Neg, and result n:0 that the signature calls r is
//   signature {input_arg x, output_arg r}  node_def {name n, op Neg, input "x"}  ret {r: "n:y:0"}
FunctionDef ExportFunction(const OpDef& signature, const FunctionBody& body);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_FUNCTION_EXPORT_H_
