// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_BODY_LOWERING_H_
#define FRAMEWORK_RUNTIME_BODY_LOWERING_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/runtime/lowering_scope.h"
#include "framework/runtime/program_writer.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A node that runs functions, met where `scope` is being lowered.
struct CallingNode {
  LoweringScope* scope;
  Node node;
  const Callees* callees;

  const CallSite& site() const { return callees->site; }
  StepOrigin origin() const { return {scope->id, node.id()}; }
};

// One body of such a node, with what it is given.
struct BodyCall {
  std::shared_ptr<const FunctionBody> body;
  // Of the arguments: memory is planned for them.
  ArgFacts facts;
  // Slots.
  std::vector<int32_t> args;
  // That runs it once an iteration; -1: none.
  int32_t loop = -1;
};

// Writes the steps of function bodies into a program. What nodes that run functions are lowered
// with: they know when a body runs, this knows how. Thread-compatible.
class BodyLowering {
 public:
  virtual ~BodyLowering() = default;

  // Runs a body of the node on its arguments, inlined or called; gives the slots of its results.
  // With `out`, results land there.
  virtual std::vector<int32_t> LowerBody(const CallingNode& caller, const BodyCall& call,
                                         const std::vector<int32_t>& out) = 0;
  virtual ProgramWriter* writer() = 0;
  virtual BodyShapeMemo* body_shapes() = 0;
};

// The calls of a node's bodies, by body, without the slots of their arguments.
std::vector<BodyCall> BodyCallsOf(const CallingNode& caller, BodyLowering* lowering);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_BODY_LOWERING_H_
