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
  // A PlaceholderWithDefault.
  std::vector<bool> optional_args;
  std::vector<Endpoint> rets;
  std::vector<int> nodes;
  // Of the graph, see ModelParts::KernelFor.
  const void* key = nullptr;
  // "" for a signature.
  std::string function;
};

// Lowers a graph into `*program`: orders the needed nodes, inlines functions and branches, makes
// jumps of Ifs and lazy inits, and plans slots and regions. Problems go to `parts`.
//
// Nodes are walked in topological order and write their steps. Each output gets a slot; a node that
// passes a tensor on (Identity) gives its output the slot of its input, and no step. A body that is
// inlined is walked where its caller stands, its arguments in the caller's slots:
//
//   graph                      slots                 steps
//   x  Placeholder             x: 0 (an argument)
//   c  Const                   c: 1                  (filled when a frame is made)
//   y  Call f(x, c)            y: 2                  Add 0, 1 -> 2
//        f(a, b) = Add(a, b)   a: 0, b: 1, result: 2
//   z  Identity(y)             z: 2
//
// Nodes that only the inits of ReadValues need stand in stretches, which a kJumpIfSet step jumps
// over while the variables are set (need_analysis.h). The rest is in files of its own: branches
// (branch_lowering.h), loops (loop_lowering.h), references to variables (reference_lowering.h).
void LowerGraph(const Graph& graph, const ProgramInterface& interface, ModelParts* parts,
                Program* program);

// Lowers every function that programs call and do not inline.
void LowerPendingFunctions(ModelParts* parts);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOWERING_H_
