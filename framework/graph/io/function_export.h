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
FunctionDef ExportFunction(const OpDef& signature, const FunctionBody& body);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_FUNCTION_EXPORT_H_
