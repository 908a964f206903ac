// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOOP_LOWERING_H_
#define FRAMEWORK_RUNTIME_LOOP_LOWERING_H_

#include "framework/op/call_site.h"
#include "framework/runtime/body_lowering.h"

namespace opgraft {

// True of a While: each iteration asks a function, and hands whole values to the next.
bool IsPlainLoop(const CallSite& site);

// Lowers a node that runs a function again and again. REQUIRES: its site IsPlainLoop.
//
// Both functions stand between the begin of the loop and the jump back, the condition first:
//
//       c = input                 a view, for each value that is carried
//       begin
//    -> condition(c)              a bool
//       jump behind unless it is true
//       body(c)                   results r
//       back                      c becomes r, and on to ->
//
// Behind it the outputs are what is in c. What is invariant is the input's slot, so nothing copies
// it.
void LowerLoop(const CallingNode& caller, BodyLowering* lowering);

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_LOOP_LOWERING_H_
