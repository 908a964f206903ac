// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_FUNCTION_BODY_MAKER_H_
#define FRAMEWORK_GRAPH_IO_FUNCTION_BODY_MAKER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_body.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The graph of a function's body: attrs put where placeholders stand, arguments as "_Arg" nodes,
// inputs of the form "node:out:1" resolved, checked and with shapes as far as they do not depend on
// the arguments. INVALID_ARGUMENT holds every problem, beginning with "function 'f': ";
// RESOURCE_EXHAUSTED for attrs that nest or grow beyond limits.
//
// Example: f<T>(x: T) { n = Neg[T=$T](x); ret r = n:y:0 } with T=float is the graph x _Arg[float],
// n Neg[float](x:0), whose result 0 is n:0.
absl::StatusOr<std::shared_ptr<const FunctionBody>> MakeFunctionBody(const FunctionSource& source);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_FUNCTION_BODY_MAKER_H_
