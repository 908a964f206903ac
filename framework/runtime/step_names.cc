// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/step_names.h"

#include "framework/runtime/program.h"

namespace opgraft {

std::string CallPath(const Program& program, int step) {
  return CallPathInLoops(program, step, nullptr);
}

Node StepNode(const Program& program, int step) {
  const StepOrigin& origin = program.origins[static_cast<size_t>(step)];
  return program.scopes[static_cast<size_t>(origin.scope)].graph.node(origin.node);
}

}  // namespace opgraft
