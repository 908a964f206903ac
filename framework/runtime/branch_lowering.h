// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_BRANCH_LOWERING_H_
#define FRAMEWORK_RUNTIME_BRANCH_LOWERING_H_

#include "framework/runtime/body_lowering.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Lowers a node that runs one function. REQUIRES: its role is kCall.
void LowerCall(const CallingNode& caller, BodyLowering* lowering);

// Lowers a node that runs one function of several. REQUIRES: its role is kBranch.
//
// Each branch but the last stands behind a test that jumps over it, and ends in a jump behind all:
//
//       jump to -> unless the condition is 0
//       branches[0]
//       jump behind
//    -> branches[1]
void LowerBranch(const CallingNode& caller, BodyLowering* lowering);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_BRANCH_LOWERING_H_
