// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_ROLE_H_
#define FRAMEWORK_OP_OP_ROLE_H_

#include <cstdint>

namespace opgraft {

// What the nodes of an op are to those who build, check, compile and draw graphs. An op's
// registration says it (OpDefBuilder::SetRole); no one compares the names of ops.
enum class OpRole : uint8_t {
  // Computed by a kernel.
  kPlain,
  // Attr 'value' is the output, attr 'dtype' its type.
  kConstant,
  // A run feeds it.
  kPlaceholder,
  // A run may feed it; else the output is the input.
  kPlaceholderWithDefault,
  // Output i is input i.
  kPassOn,
  // Does nothing; has control edges.
  kNoOp,
  // The value of the variable that attr 'variable_id' names.
  kRead,
  // Gives that variable a new value.
  kAssign,
  // Runs a function.
  kCall,
  // Runs one of several functions.
  kBranch,
  // Runs a function again and again.
  kLoop,
  // An argument of the function whose body it stands in.
  kArgument,
  // Joins the branches or turns of TensorFlow's v1 control flow.
  kMerge,
  // Leads into a kMerge from behind.
  kNextIteration,
};

// True if nodes of this role run functions: they have a CallSite (call_site.h).
constexpr bool RunsBodies(OpRole role) {
  return role == OpRole::kCall || role == OpRole::kBranch || role == OpRole::kLoop;
}

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OP_ROLE_H_
