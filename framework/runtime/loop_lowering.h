// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOOP_LOWERING_H_
#define FRAMEWORK_RUNTIME_LOOP_LOWERING_H_

#include "framework/runtime/body_lowering.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Lowers a node that runs a function again and again. REQUIRES: its role is kLoop.
//
// A While's functions stand between the begin of the loop and the jump back, the condition first:
//
//       c = input                 a view, for each value that is carried
//       begin
//    -> condition(c)              a bool
//       jump behind unless it is true
//       body(c)                   results r
//       back                      c becomes r, and on to ->
//
// Behind it the outputs are what is in c. What is invariant is the input's slot, so nothing copies
// it. Other loops have some of these as well:
//
//       begin                     finds the bound: the trip count, or how many parts inputs have
//    -> jump behind if it is reached
//       n = number of the iteration
//       p = part of an input      a view if it lies in one piece
//       body(c, n, p)             results r
//       end of iteration          j gets r as its next part; if a result says so, the bound is here
//       back                      c becomes r, and on to ->
//       end                       j is whole
//
// Memory of a joined output j is one region, from the begin to its last use; a result of the last
// iteration is carried as c is, from nothing.
void LowerLoop(const CallingNode& caller, BodyLowering* lowering);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOOP_LOWERING_H_
