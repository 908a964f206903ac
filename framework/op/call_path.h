// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_CALL_PATH_H_
#define FRAMEWORK_OP_CALL_PATH_H_

#include <array>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Where in nested calls of functions something is, as messages say it. Each function gives the text
// for one call; callers put one for each call that it is in, the innermost first. Thread-safe.

// "; in call of 'f' at {{node n}}": behind the message of an error in the body of `f`, which `node`
// runs.
std::string InCallOf(absl::string_view function, absl::string_view node);

// The parts of the same text in order, for code that may not allocate memory (a signal handler).
// They are valid as long as the arguments.
std::array<absl::string_view, 5> InCallOfParts(absl::string_view function, absl::string_view node);

// ", in 'f' at 'n'": behind the name of a node in the middle of a sentence, which InCallOf would
// end. Example: "variable 's' is read twice on one path: by 'old', in 'f' at 'one' and by
// 'outer_old'".
std::string InFunctionAt(absl::string_view function, absl::string_view node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_CALL_PATH_H_
