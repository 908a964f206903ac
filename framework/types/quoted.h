// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_QUOTED_H_
#define FRAMEWORK_TYPES_QUOTED_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A name from a file in single quotes, made fit for a message: bytes that are not printable are
// escaped (printable.h), quotes too, and a name beyond 400 bytes is cut. Thread-safe.
//
// Example: a name with a line break is shown as 'a\nb', in one line.
std::string Quoted(absl::string_view name);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_QUOTED_H_
