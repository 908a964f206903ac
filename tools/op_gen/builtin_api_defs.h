// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_BUILTIN_API_DEFS_H_
#define TOOLS_OP_GEN_BUILTIN_API_DEFS_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The texts of ops/api_def/base.pbtxt and python.pbtxt, which the build puts into the program: the
// documentation of Opgraft's ops, and the names of their Python functions. Static storage;
// thread-safe.
absl::string_view BaseApiDefText();
absl::string_view PythonApiDefText();

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_BUILTIN_API_DEFS_H_
