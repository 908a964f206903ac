// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOOP_RUNNER_H_
#define FRAMEWORK_RUNTIME_LOOP_RUNNER_H_

#include "absl/status/status.h"
#include "framework/runtime/frame.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Runs a step that takes or leaves what is a loop's port: kLoopBegin, kTakeNumber, kTakeParts,
// kEndIteration or kLoopEnd. `frame->loops` says where the run is. INVALID_ARGUMENT if values and
// ports do not fit, RESOURCE_EXHAUSTED if there is no memory.
absl::Status RunLoopStep(const Step& step, Frame* frame);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOOP_RUNNER_H_
