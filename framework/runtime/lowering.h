// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOWERING_H_
#define FRAMEWORK_RUNTIME_LOWERING_H_

#include <string>
#include <vector>

#include "framework/graph/data/graph.h"
#include "framework/runtime/model_parts.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a program is to give: the tensors it is fed and gives back, the nodes it must run.
struct ProgramInterface {
  std::vector<Endpoint> args;
  std::vector<bool> optional_args;  // a PlaceholderWithDefault
  std::vector<Endpoint> rets;
  std::vector<int> nodes;
  const void* key = nullptr;  // of the graph, see ModelParts::KernelFor
  std::string function;       // "" for a signature
};

// Lowers a graph into `*program`: orders the needed nodes, inlines functions and branches, makes
// jumps of Ifs and lazy inits, and plans slots and regions. Problems go to `parts`.
void LowerGraph(const Graph& graph, const ProgramInterface& interface, ModelParts* parts,
                Program* program);

// Lowers every function that programs call and do not inline.
void LowerPendingFunctions(ModelParts* parts);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOWERING_H_
