// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_LINKER_ERROR_H_
#define FRAMEWORK_LIBRARY_LINKER_ERROR_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Why the dynamic linker refused library `path`, in words: `error` is what dlerror() gave. Symbols
// are demangled; the likely cause and what to do follow.
std::string ExplainLinkerError(absl::string_view path, absl::string_view error);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_LINKER_ERROR_H_
