// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_DEPENDENCY_CHECK_H_
#define FRAMEWORK_LIBRARY_DEPENDENCY_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/library/elf_check.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The folders that dlopen would look through for a bare name.
std::vector<std::string> LibraryFolders();

// Checks the libraries that the dynamic linker would bring along with `library`, which has `facts`,
// and those that they need: found as the linker finds them, by DT_RPATH of the library and of those
// that brought it, LD_LIBRARY_PATH, DT_RUNPATH, the linker's cache and the system's folders. What
// is loaded already was not the library's to bring. INVALID_ARGUMENT says what needs what, and what
// is wrong with that, or that it is not found. Thread-safe.
absl::Status CheckDependencies(const std::string& library, const LibraryFacts& facts,
                               const std::string& cache = "/etc/ld.so.cache");

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_DEPENDENCY_CHECK_H_
