// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/program.h"

#include "absl/strings/str_cat.h"
#include "framework/op/call_path.h"

namespace opgraft_internal {

std::string InIteration(int32_t loop, const LoopState* loops) {
  return loop < 0 || loops == nullptr ? "" : absl::StrCat(", iteration ", loops[loop].iteration);
}

std::string CallPathInLoops(const Program& program, int step, const LoopState* loops) {
  std::string path;
  for (int32_t s = program.origins[static_cast<size_t>(step)].scope; s >= 0;) {
    const ProgramScope& scope = program.scopes[static_cast<size_t>(s)];
    if (!scope.function.empty() && !scope.call_node.empty()) {
      absl::StrAppend(&path, InCallOf(scope.function, scope.call_node),
                      InIteration(scope.loop, loops));
    }
    s = scope.parent;
  }
  return path;
}

}  // namespace opgraft_internal
