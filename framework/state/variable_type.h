// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_VARIABLE_TYPE_H_
#define FRAMEWORK_STATE_VARIABLE_TYPE_H_

#include "framework/state/resource_base.h"

namespace opgraft {

// The type of the resources that are variables: of our kernels', which work on cells, and of class
// Var, by which ported kernels see the same cells. Without makers. Equal in every library of the
// process, so that a handle made in one is understood in all. Thread-safe.
//
// Example: `MakeResourceHandle(container, name, device, VariableType())` is a handle of a variable.
inline ResourceType VariableType() {
  ResourceType type;
  type.hash_code = 0x6f70677261667456;  // "opgraftV"
  type.name = "opgraft::Var";
  return type;
}

}  // namespace opgraft

#endif  // FRAMEWORK_STATE_VARIABLE_TYPE_H_
