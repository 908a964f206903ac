// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_PRINTABLE_H_
#define FRAMEWORK_TYPES_PRINTABLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// `name` made fit for a terminal, which obeys what it is sent; names and ids come from files.
// Characters stay as they are; control characters, those that change the direction of text or
// cannot be seen, and bytes that are not UTF-8 are escaped as in C ("\n", "\033"), and so is the
// backslash. So two names look different if they are.
std::string Printable(absl::string_view name);

// The same for a text of several lines that may have names in it, escaped already: newlines, tabs
// and backslashes stay.
//
// Example: Printable gives "a\\nb" for a name with a line break, PrintableLines leaves it.
std::string PrintableLines(absl::string_view text);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_PRINTABLE_H_
