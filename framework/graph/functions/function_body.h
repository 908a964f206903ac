// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_BODY_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_BODY_H_

#include <string>
#include <vector>

#include "framework/graph/data/endpoint.h"
#include "framework/graph/data/graph.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A function of the library with its attrs filled in. Its graph holds the body; argument i is the
// node of op "_Arg" with index i (named as in the signature; "name_i" in a list of several),
// results are endpoints. Immutable, so shared by all threads.
//
// Example: f(x, y) -> (s) { s = Add(x, y) } is
//   graph {0: x _Arg, 1: y _Arg, 2: Add}    args {0, 1}    rets {2:0}    arg_names {"x", "y"}
struct FunctionBody {
  std::string name;
  Graph graph;
  // Node ids.
  std::vector<int> args;
  // In the order of the signature, lists expanded.
  std::vector<Endpoint> rets;
  // Node ids.
  std::vector<int> control_rets;
  DataTypeVector arg_types;
  DataTypeVector ret_types;
  std::vector<std::string> arg_names;
  // What import told of its nodes that is accepted but probably a mistake (ImportOptions::warning).
  std::vector<std::string> warnings;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_BODY_H_
