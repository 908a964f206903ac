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
// results are endpoints. Immutable.
struct FunctionBody {
  std::string name;
  Graph graph;
  std::vector<int> args;          // node ids
  std::vector<Endpoint> rets;     // in the order of the signature, lists expanded
  std::vector<int> control_rets;  // node ids
  DataTypeVector arg_types;
  DataTypeVector ret_types;
  std::vector<std::string> arg_names;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_FUNCTION_BODY_H_
