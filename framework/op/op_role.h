// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_ROLE_H_
#define FRAMEWORK_OP_OP_ROLE_H_

#include <cstdint>

namespace opgraft {

// What the nodes of an op are to those who build, check, compile and draw graphs. An op's
// registration says it (OpDefBuilder::SetRole); no one compares the names of ops.
enum class OpRole : uint8_t {
  kPlain,                   // computed by a kernel
  kConstant,                // attr 'value' is the output, attr 'dtype' its type
  kPlaceholder,             // a run feeds it
  kPlaceholderWithDefault,  // a run may feed it; else the output is the input
  kPassOn,                  // output i is input i
  kNoOp,                    // does nothing; has control edges
  kRead,                    // the value of the variable that attr 'variable_id' names
  kAssign,                  // gives that variable a new value
  kCall,                    // runs a function
  kBranch,                  // runs one of several functions
  kLoop,                    // runs a function again and again
  kArgument,                // an argument of the function whose body it stands in
  kMerge,                   // joins the branches or turns of TensorFlow's v1 control flow
  kNextIteration,           // leads into a kMerge from behind
};

// True if nodes of this role run functions: they have a CallSite (call_site.h).
constexpr bool RunsBodies(OpRole role) {
  return role == OpRole::kCall || role == OpRole::kBranch || role == OpRole::kLoop;
}

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OP_ROLE_H_
