// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_CALL_PATH_H_
#define FRAMEWORK_OP_CALL_PATH_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// "; in call of 'f' at {{node n}}": what the message of an error in a function's body ends in, once
// for each call that it stands in, the innermost first.
std::string InCallOf(absl::string_view function, absl::string_view node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_CALL_PATH_H_
