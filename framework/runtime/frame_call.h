// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_FRAME_CALL_H_
#define FRAMEWORK_RUNTIME_FRAME_CALL_H_

#include "framework/runtime/frame.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Makes `callee`, a frame of the function that the step calls, the caller's: it views the
// arguments, which stay the caller's. Throws std::bad_alloc.
void PassArguments(const Step& call, Frame* caller, Frame* callee);

// Puts the results of a callee that has run into the caller's slots. What lies in a region of the
// one goes to a region of the other, in exchange for its buffer. Throws std::bad_alloc.
void PassResults(Frame* callee);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_FRAME_CALL_H_
