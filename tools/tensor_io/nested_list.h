// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_NESTED_LIST_H_
#define TOOLS_TENSOR_IO_NESTED_LIST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor as nested lists write it, before it has a type.
struct NestedList {
  // The lengths of the lists, the outermost first.
  std::vector<int64_t> shape;
  // As they were written, in row-major order.
  std::vector<std::string> elements;
};

// Reads "[[1, 2], [3, 4]]", as Python and NumPy write it: shape [2, 2], elements "1" to "4".
// Elements are separated by commas; one that has a comma, a bracket or a space at its ends must be
// in double quotes, with JSON's escapes. INVALID_ARGUMENT with the place, if lists of one depth
// differ in length, if values are beside lists, and for a text that is not a list.
absl::StatusOr<NestedList> ParseNestedList(absl::string_view text);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_NESTED_LIST_H_
