// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the errors of a run say of the step that they come from.
#ifndef FRAMEWORK_RUNTIME_STEP_ERRORS_H_
#define FRAMEWORK_RUNTIME_STEP_ERRORS_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/runtime/frame.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The status with the node of step `pc` and the calls it is in, unless it names too many already;
// without them if there is no memory for that.
absl::Status AtStep(const absl::Status& status, const Frame& frame, size_t pc);

// INVALID_ARGUMENT "feed 'x' is missing: the run needs it, and " and why.
absl::Status MissingFeed(const Frame& frame, size_t pc, absl::string_view why);

// INTERNAL if an output of the kernel that has run has a shape that its shape function did not
// promise; RESOURCE_EXHAUSTED if its strings take too much.
absl::Status CheckPromises(const Step& step, const Frame& frame);

// The kernel's step that the frame's context is bound to; null before the first.
const Step* BoundStep(const Frame& frame);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_STEP_ERRORS_H_
