// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_FILL_H_
#define TOOLS_OP_GEN_FILL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// `start`, the parts with ", " between them, `end`: on one line, or if that is longer than `width`,
// broken after commas into lines that are indented by `indent` and filled up to `width`.
//
// Example: FillCall("f(", {"a", "b"}, ")", 4, 80) is "f(a, b)"; with width 6 it is
//   f(
//       a,
//       b)
std::string FillCall(const std::string& start, const std::vector<std::string>& parts,
                     const std::string& end, size_t indent, size_t width);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_FILL_H_
