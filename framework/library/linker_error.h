// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_LINKER_ERROR_H_
#define FRAMEWORK_LIBRARY_LINKER_ERROR_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Parts of the messages about what was not found: a symbol, one of a sanitizer, a library. It may
// be there where the library is loaded later, so a build may go on.
inline constexpr absl::string_view kSymbolNotFound =
    "is a source file or -l... missing from the link";
inline constexpr absl::string_view kSanitizerNotFound =
    "which only a program that is itself compiled with -fsanitize= has";
inline constexpr absl::string_view kDependencyNotFound =
    ", which is in no folder that dlopen searches. ";

// Why the dynamic linker refused library `path`, in words: `error` is what dlerror() gave. Symbols
// are demangled; the likely cause and what to do follow. Text that it does not understand is kept
// as it is. Thread-safe.
std::string ExplainLinkerError(absl::string_view path, absl::string_view error);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_LINKER_ERROR_H_
