// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FUNCTIONS_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FUNCTIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The functions whose bodies hold nodes of TensorFlow 1's control flow, as
// tf.compat.v1.wrap_function writes them.
std::vector<std::string> FunctionsWithV1ControlFlow(const FunctionLibrary& functions);

// A body in another form, and the library of the functions that it then calls.
struct RaisedBody {
  std::shared_ptr<const FunctionBody> body;
  FunctionLibrary functions;
};
using RaiseBody = absl::FunctionRef<absl::StatusOr<RaisedBody>(const FunctionBody& body)>;

// The graph with a library in which these functions have other bodies, under their names. A
// function that `raise` refuses keeps its body, whose kernels then say what cannot run; so does one
// with attrs, whose body is another for each caller.
Graph WithRaisedFunctions(const Graph& graph, const std::vector<std::string>& names,
                          RaiseBody raise);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_FUNCTIONS_H_
