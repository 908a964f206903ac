// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/body_lowering.h"

#include <utility>

#include "framework/graph/shapes/call_shapes.h"

namespace opgraft_internal {

std::vector<BodyCall> BodyCallsOf(const CallingNode& caller, BodyLowering* lowering) {
  std::vector<ArgFacts> facts =
      ArgsOfBodies(caller.node.id(), *caller.callees, ShapeFacts::Detail::kShapes,
                   caller.scope->shapes, lowering->body_shapes());
  std::vector<BodyCall> calls;
  for (size_t b = 0; b < facts.size(); ++b)
    calls.push_back({caller.callees->bodies[b], std::move(facts[b]), {}});
  return calls;
}

}  // namespace opgraft_internal
